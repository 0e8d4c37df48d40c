package io.eyewall.toolkit.operator;

import java.io.Serializable;
import org.apache.storm.tuple.Tuple;

/**
 * Reads a value, and its key if it has one, from a tuple.
 *
 * @param <T> values
 */
public interface Input<T> extends Serializable {
    /** Returns the value of a tuple. */
    T value(Tuple tuple);

    /**
     * Returns an input that reads the values of another operator's stream: the last field, whether
     * or not a key precedes it.
     */
    @SuppressWarnings("unchecked") // the builder connects streams of the right types
    static <T> Input<T> ofOperator() {
        return tuple -> (T) tuple.getValue(tuple.size() - 1);
    }

    /** Returns the key of a tuple of another operator's stream by key. */
    static Object key(Tuple tuple) {
        return tuple.getValue(0);
    }
}
