package io.eyewall.toolkit.file;

import io.eyewall.toolkit.source.SourceBuilder;
import io.eyewall.toolkit.source.SourceSpout;
import java.io.Serializable;
import java.time.Duration;

/** The settings of all sources that read many files, whatever the store. Not thread-safe. */
public abstract class FilesSource<B extends FilesSource<B>> extends SourceBuilder<B> {
    private final FileFormat format;
    private Duration listEvery;
    private boolean untilEnd;

    /** Creates the store of a task, in the process that runs the task. */
    @FunctionalInterface
    public interface Store extends Serializable {
        /** Returns a new store for one task, which is not connected yet. */
        FileStore newStore();
    }

    /**
     * Creates a builder.
     *
     * @param listEvery default of {@link #listEvery}
     */
    protected FilesSource(FileFormat format, Duration listEvery) {
        this.format = format;
        this.listEvery = listEvery;
    }

    /** Sets how long to wait before listing again when there were no more files. */
    public final B listEvery(Duration interval) {
        listEvery = interval;
        return self();
    }

    /** Makes the source end when there are no more files. */
    public final B untilEnd() {
        untilEnd = true;
        return self();
    }

    /** Returns the factory of the tasks' stores. */
    protected abstract Store store();

    /** Returns the spout. */
    public final SourceSpout build() {
        // Local copies, as the serialized factory must not capture this builder.
        Store stores = store();
        FileFormat fileFormat = format;
        long listEveryNs = listEvery.toNanos();
        boolean stopsAtEnd = untilEnd;
        return spout(
                (task, tasks, conf) ->
                        new FilesReader(
                                stores.newStore(),
                                fileFormat,
                                listEveryNs,
                                stopsAtEnd,
                                task,
                                tasks),
                format.fields());
    }
}
