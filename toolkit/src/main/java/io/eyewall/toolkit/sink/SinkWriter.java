package io.eyewall.toolkit.sink;

import io.eyewall.toolkit.failure.BadRecordException;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import org.apache.storm.tuple.Tuple;

/**
 * Writes to a medium for one task. All calls come one at a time: {@code open}, then {@code write}
 * again and again, {@code close}; after an exception that may pass {@code close}, {@code open} and
 * the same {@code write} again.
 */
public interface SinkWriter extends AutoCloseable {
    /** Connects; may block for some seconds. */
    void open() throws Exception;

    /**
     * Writes all, and returns when the medium has them.
     *
     * @return how many; the others it had already
     * @throws BadRecordException if one of them can never be written; then either none is, or all
     *     may be written again
     * @throws Exception to be tried again, but for a {@link
     *     io.eyewall.toolkit.failure.ConnectorException} that says otherwise
     */
    int write(List<Tuple> tuples) throws Exception;

    /**
     * Whether it is to be opened at the end though there was nothing to write: a file has to be
     * empty then, not what was there before.
     */
    default boolean leavesSomethingOfNothing() {
        return false;
    }

    @Override
    void close();

    /** Makes the writer of a task. */
    @FunctionalInterface
    interface Factory extends Serializable {
        /**
         * Makes one.
         *
         * @param task its index, from 0
         * @param tasks how many there are
         * @param conf of the topology
         */
        SinkWriter of(int task, int tasks, Map<String, Object> conf);
    }
}
