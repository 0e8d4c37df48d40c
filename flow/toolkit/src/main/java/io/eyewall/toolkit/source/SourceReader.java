package io.eyewall.toolkit.source;

import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a medium for one task. The spout calls the methods one at a time: {@code open}, then any of
 * the others, finally {@code close}. After an exception it calls {@code close} and {@code open}
 * again; messages that were read and are not done stay in flight meanwhile. The reader then
 * continues after them, or reads them again; the spout drops a message that is read again while it
 * is in flight.
 *
 * <p>An exception makes the spout try again, except for a {@link
 * io.eyewall.toolkit.failure.ConnectorException} whose category says otherwise.
 */
public interface SourceReader extends AutoCloseable {
    /** Connects; may block for some seconds. */
    void open() throws Exception;

    /** Returns the next messages, or an empty list if there are none now. Does not wait. */
    List<? extends Incoming> poll() throws Exception;

    /**
     * Returns the partitions that the reader reads side by side, as the sources of positions
     * ({@link io.eyewall.toolkit.progress.Position#source}): each has an event time of its own, and
     * holds up windows before its first message, too. Partitions that have ended are not among
     * them. Null if what it reads follows one another, as the parts of a log do.
     */
    default @Nullable Set<String> partitions() {
        return null;
    }

    /**
     * Returns whether, as far as the reader knows, it has read all that is in a partition now. One
     * of which it hasn't is not idle, however long nothing comes of it.
     */
    default boolean hasReadAll(String partition) {
        return true;
    }

    /** Reports that a message of {@link #poll} is completed and need not be read again. */
    void done(Incoming message);

    /**
     * Stores in the medium which messages are done. Called periodically, and once more before the
     * spout ends, unless the reader is not connected then.
     */
    void commit() throws Exception;

    /** Returns whether {@link #poll} will never return a message again. */
    default boolean ended() {
        return false;
    }

    /**
     * Returns how often so far the medium had lost messages before they were read. Readers log each
     * such gap.
     */
    default long gaps() {
        return 0;
    }

    @Override
    void close();

    /** Creates the reader of a task, in the process that runs the task. */
    @FunctionalInterface
    interface Factory extends Serializable {
        /**
         * Creates a reader.
         *
         * @param task index of the task, from 0
         * @param tasks number of tasks of the source
         * @param conf configuration of the topology
         */
        SourceReader of(int task, int tasks, Map<String, Object> conf);
    }
}
