package io.eyewall.connectors.s3;

import io.eyewall.toolkit.file.FileFormat;
import io.eyewall.toolkit.file.FilesReader;
import io.eyewall.toolkit.source.SourceBuilder;
import io.eyewall.toolkit.source.SourceSpout;
import java.time.Duration;

/**
 * Makes a spout that reads the objects under a prefix, in the order of their names, then looks for
 * more again and again, at least once. How far it is, it keeps in objects {@code
 * PREFIX.eyewall/NAME/TASK}. New objects must have names behind those that are there, as names that
 * begin with the time have. Several tasks share the objects. An object that can't be read to its
 * end gives a dead letter, and the next is read.
 */
public final class S3Source extends SourceBuilder<S3Source> {
    private final S3Bucket bucket;
    private final String name;
    private final String prefix;
    private final FileFormat format;
    private Duration pollEvery = Duration.ofSeconds(10);
    private boolean untilEnd;

    private S3Source(S3Bucket bucket, String name, String prefix, FileFormat format) {
        this.bucket = bucket;
        this.name = name;
        this.prefix = prefix;
        this.format = format;
    }

    /**
     * Begins one.
     *
     * @param name under which it is kept how far it is
     */
    public static S3Source of(S3Bucket bucket, String name, String prefix, FileFormat format) {
        return new S3Source(bucket, name, prefix, format);
    }

    /** How long to wait when there were no more objects; 10 s unless told otherwise. */
    public S3Source pollEvery(Duration interval) {
        pollEvery = interval;
        return this;
    }

    /** Ends when there are no more objects. */
    public S3Source untilEnd() {
        untilEnd = true;
        return this;
    }

    @Override
    protected S3Source self() {
        return this;
    }

    /** The spout. */
    public SourceSpout build() {
        S3Bucket from = bucket;
        String kept = name;
        String under = prefix;
        FileFormat as = format;
        long everyNs = pollEvery.toNanos();
        boolean end = untilEnd;
        return spout(
                (task, tasks, conf) ->
                        new FilesReader(
                                new S3Store(from, kept, under), as, everyNs, end, task, tasks),
                format.fields());
    }
}
