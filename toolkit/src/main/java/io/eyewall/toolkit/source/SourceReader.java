package io.eyewall.toolkit.source;

import java.io.Serializable;
import java.util.List;
import java.util.Map;

/**
 * Reads a medium for one task. All calls come one at a time: {@code open}, then any of the others,
 * {@code close}; after an exception {@code close} and {@code open} again, when what was read and is
 * not done stays in flight: it is read on, or again (what is still in flight is then left out).
 *
 * <p>Exceptions mean that it is to be tried again, but for a {@link
 * io.eyewall.toolkit.failure.ConnectorException} that says otherwise.
 */
public interface SourceReader extends AutoCloseable {
    /** Connects; may block for some seconds. */
    void open() throws Exception;

    /** The next messages, none if there are none now; does not wait for any. */
    List<? extends Incoming> poll() throws Exception;

    /** A message of {@link #poll} need not be read again. */
    void done(Incoming message);

    /** Tells the medium what is done; called again and again, and before {@code close}. */
    void commit() throws Exception;

    /** Whether {@link #poll} will never give a message again. */
    default boolean ended() {
        return false;
    }

    /** How often so far its medium no longer had what was not yet read; each time is logged. */
    default long gaps() {
        return 0;
    }

    @Override
    void close();

    /** Makes the reader of a task. */
    @FunctionalInterface
    interface Factory extends Serializable {
        /**
         * Makes one.
         *
         * @param task its index, from 0
         * @param tasks how many there are
         * @param conf of the topology
         */
        SourceReader of(int task, int tasks, Map<String, Object> conf);
    }
}
