package io.eyewall.connectors.s3;

import io.eyewall.toolkit.file.FileFormat;
import io.eyewall.toolkit.sink.SinkBolt;
import io.eyewall.toolkit.sink.SinkBuilder;
import io.eyewall.toolkit.sink.SinkOptions;
import java.time.Duration;

/**
 * Builds a bolt that writes one object per batch, at least once; tuples are acked when the object
 * is stored. Names are {@code PREFIX20261124T200000.123Z-TASK-RANDOM.SUFFIX}, so that they sort by
 * time. By default a batch has 10,000 tuples or the tuples of 10 s.
 */
public final class S3Sink extends SinkBuilder<S3Sink> {
    private static final SinkOptions DEFAULT_OPTIONS =
            new SinkOptions(10_000, Duration.ofSeconds(10), Duration.ofSeconds(10));

    private final S3Bucket bucket;
    private final String prefix;
    private final FileFormat format;

    private S3Sink(S3Bucket bucket, String prefix, FileFormat format) {
        super(DEFAULT_OPTIONS);
        this.bucket = bucket;
        this.prefix = prefix;
        this.format = format;
    }

    /**
     * Starts building a sink.
     *
     * @param prefix the prefix of the object names, such as {@code counts/}
     */
    public static S3Sink of(S3Bucket bucket, String prefix, FileFormat format) {
        return new S3Sink(bucket, prefix, format);
    }

    @Override
    protected S3Sink self() {
        return this;
    }

    /** Returns the bolt. */
    public SinkBolt build() {
        // Local copies, as the serialized factory must not capture this builder.
        S3Bucket targetBucket = bucket;
        String namePrefix = prefix;
        FileFormat fileFormat = format;
        return bolt(
                (task, tasks, conf) -> new S3Writer(targetBucket, namePrefix, fileFormat, task));
    }
}
