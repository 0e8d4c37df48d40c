package io.eyewall.toolkit.sink;

import io.eyewall.toolkit.failure.BadRecordException;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import org.apache.storm.tuple.Tuple;

/**
 * Writes to a medium for one task. The bolt calls the methods one at a time: {@code open}, then
 * {@code write} any number of times, finally {@code close}. After an exception for which a retry
 * may help it calls {@code close}, {@code open} and {@code write} with the same tuples again.
 */
public interface SinkWriter extends AutoCloseable {
    /** Connects; may block for some seconds. */
    void open() throws Exception;

    /**
     * Writes all tuples and returns when the medium has them.
     *
     * @return the number of tuples written; the medium already had the rest
     * @throws BadRecordException if one of the tuples can never be written; the writer then has
     *     written none, or accepts all of them again
     * @throws Exception if the write may succeed later; a {@link
     *     io.eyewall.toolkit.failure.ConnectorException} says by its category whether it may
     */
    int write(List<Tuple> tuples) throws Exception;

    /**
     * Returns whether the bolt must open the writer at the end of the stream even if there were no
     * tuples to write: for example a file must then be empty and not keep its old content.
     */
    default boolean mustOpenWithoutTuples() {
        return false;
    }

    @Override
    void close();

    /** Creates the writer of a task, in the process that runs the task. */
    @FunctionalInterface
    interface Factory extends Serializable {
        /**
         * Creates a writer.
         *
         * @param task index of the task, from 0
         * @param tasks number of tasks of the sink
         * @param conf configuration of the topology
         */
        SinkWriter of(int task, int tasks, Map<String, Object> conf);
    }
}
