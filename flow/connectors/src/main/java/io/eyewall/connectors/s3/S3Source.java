package io.eyewall.connectors.s3;

import io.eyewall.toolkit.file.FileFormat;
import io.eyewall.toolkit.file.FilesSource;
import java.time.Duration;

/**
 * Builds a spout that reads the objects under a prefix in the order of their names, then polls for
 * new ones, at least once. It stores its progress in objects {@code PREFIX.eyewall/NAME/TASK}. The
 * names of new objects must sort after the existing ones, as names that begin with the time do. By
 * default it polls every 10 s. Several tasks share the objects. If an object can't be read to its
 * end, a dead letter stands for the rest, and the next object is read.
 */
public final class S3Source extends FilesSource<S3Source> {
    private final S3Bucket bucket;
    private final String name;
    private final String prefix;

    private S3Source(S3Bucket bucket, String name, String prefix, FileFormat format) {
        super(format, Duration.ofSeconds(10));
        this.bucket = bucket;
        this.name = name;
        this.prefix = prefix;
    }

    /**
     * Starts building a source.
     *
     * @param name the name under which the progress is stored
     */
    public static S3Source of(S3Bucket bucket, String name, String prefix, FileFormat format) {
        return new S3Source(bucket, name, prefix, format);
    }

    @Override
    protected S3Source self() {
        return this;
    }

    @Override
    protected Store store() {
        // Local copies, as the serialized factory must not capture this builder.
        S3Bucket sourceBucket = bucket;
        String progressName = name;
        String namePrefix = prefix;
        return () -> new S3Store(sourceBucket, progressName, namePrefix);
    }
}
