package io.eyewall.connectors.s3;

import io.eyewall.toolkit.file.FileFormat;
import io.eyewall.toolkit.sink.SinkBolt;
import io.eyewall.toolkit.sink.SinkBuilder;
import io.eyewall.toolkit.sink.SinkOptions;
import java.time.Duration;

/**
 * Makes a bolt that writes an object for each batch, at least once; tuples are acked when the
 * object is there. Names: {@code PREFIX20261124T200000.123Z-TASK-RANDOM.SUFFIX}, so that they come
 * in the order of time. Batches of 10,000 tuples or 10 s unless told otherwise.
 */
public final class S3Sink extends SinkBuilder<S3Sink> {
    private static final SinkOptions BATCHES =
            new SinkOptions(10_000, Duration.ofSeconds(10), Duration.ofSeconds(10));

    private final S3Bucket bucket;
    private final String prefix;
    private final FileFormat format;

    private S3Sink(S3Bucket bucket, String prefix, FileFormat format) {
        super(BATCHES);
        this.bucket = bucket;
        this.prefix = prefix;
        this.format = format;
    }

    /**
     * Begins one.
     *
     * @param prefix of the names, such as {@code counts/}
     */
    public static S3Sink of(S3Bucket bucket, String prefix, FileFormat format) {
        return new S3Sink(bucket, prefix, format);
    }

    @Override
    protected S3Sink self() {
        return this;
    }

    /** The bolt. */
    public SinkBolt build() {
        S3Bucket to = bucket;
        String names = prefix;
        FileFormat as = format;
        return bolt((task, tasks, conf) -> new S3Writer(to, names, as, task));
    }
}
