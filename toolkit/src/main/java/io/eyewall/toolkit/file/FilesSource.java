package io.eyewall.toolkit.file;

import io.eyewall.toolkit.source.SourceBuilder;
import io.eyewall.toolkit.source.SourceSpout;
import java.io.Serializable;
import java.time.Duration;

/** What builders of sources of many files share, wherever the files are. Not thread-safe. */
public abstract class FilesSource<B extends FilesSource<B>> extends SourceBuilder<B> {
    private final FileFormat format;
    private Duration listEvery;
    private boolean untilEnd;

    /** Finds the files, where a task runs. */
    @FunctionalInterface
    public interface Store extends Serializable {
        /** Of one task. */
        FileStore open();
    }

    /**
     * @param listEvery unless told otherwise
     */
    protected FilesSource(FileFormat format, Duration listEvery) {
        this.format = format;
        this.listEvery = listEvery;
    }

    /** How long to wait when there were no more files. */
    public final B listEvery(Duration interval) {
        listEvery = interval;
        return self();
    }

    /** Ends when there are no more files. */
    public final B untilEnd() {
        untilEnd = true;
        return self();
    }

    /** Where the files are. */
    protected abstract Store store();

    /** The spout. */
    public final SourceSpout build() {
        Store files = store();
        FileFormat as = format;
        long everyNs = listEvery.toNanos();
        boolean end = untilEnd;
        return spout(
                (task, tasks, conf) -> new FilesReader(files.open(), as, everyNs, end, task, tasks),
                format.fields());
    }
}
