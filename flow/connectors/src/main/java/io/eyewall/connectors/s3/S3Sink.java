package io.eyewall.connectors.s3;

import io.eyewall.toolkit.file.FileFormat;
import io.eyewall.toolkit.file.SnapshotFiles;
import io.eyewall.toolkit.sink.SinkBolt;
import io.eyewall.toolkit.sink.SinkBuilder;
import io.eyewall.toolkit.sink.SinkOptions;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Builds a bolt that writes one object per batch, at least once; tuples are acked when the object
 * is stored. Or one per snapshot, exactly once ({@link #transactional}). Names are {@code
 * PREFIX20261124T200000.123Z-TASK-RANDOM.SUFFIX}, so that they sort by time. By default a batch has
 * 10,000 tuples or the tuples of 10 s.
 */
public final class S3Sink extends SinkBuilder<S3Sink> {
    private static final SinkOptions DEFAULT_OPTIONS =
            new SinkOptions(10_000, Duration.ofSeconds(10), Duration.ofSeconds(10));

    private final S3Bucket bucket;
    private final String prefix;
    private final FileFormat format;
    private SnapshotFiles.@Nullable Name transactionalName;

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

    /**
     * Writes each snapshot of the topology ({@code eyewall.snapshot.dir}) as one object per task,
     * with its number in the name: each tuple exactly once, whatever operators are before the sink,
     * despite failures and {@code kill -9}. Objects appear when their snapshot is whole; {@link
     * #batch} has no effect. At its start the sink lists the objects of the prefix.
     *
     * @param name the sink's name, unique for the prefix: letters, digits, dots and underscores
     */
    public S3Sink transactional(String name) {
        transactionalName = new SnapshotFiles.Name(name);
        writeSnapshots();
        return this;
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
        SnapshotFiles.Name name = transactionalName;
        return bolt(
                (task, tasks, conf) ->
                        new S3Writer(
                                targetBucket,
                                namePrefix,
                                fileFormat,
                                task,
                                name == null
                                        ? null
                                        : new SnapshotFiles(
                                                name,
                                                task,
                                                fileFormat,
                                                "the bucket " + targetBucket.bucket())));
    }
}
