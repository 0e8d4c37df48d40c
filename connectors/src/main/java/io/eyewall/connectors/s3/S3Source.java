package io.eyewall.connectors.s3;

import io.eyewall.toolkit.file.FileFormat;
import io.eyewall.toolkit.file.FilesSource;
import java.time.Duration;

/**
 * Makes a spout that reads the objects under a prefix, in the order of their names, then looks for
 * more again and again, at least once. How far it is, it keeps in objects {@code
 * PREFIX.eyewall/NAME/TASK}. New objects must have names behind those that are there, as names that
 * begin with the time have. It looks for more every 10 s unless told otherwise. Several tasks share
 * the objects. An object that can't be read to its end gives a dead letter, and the next is read.
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
     * Begins one.
     *
     * @param name under which it is kept how far it is
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
        S3Bucket from = bucket;
        String kept = name;
        String under = prefix;
        return () -> new S3Store(from, kept, under);
    }
}
