package io.eyewall.toolkit.operator;

import java.io.Serializable;
import org.apache.storm.tuple.Tuple;

/**
 * How an operator reads a value, and its key if it has one, from a tuple.
 *
 * @param <T> values
 */
public interface Input<T> extends Serializable {
    /** The value. */
    T value(Tuple tuple);

    /**
     * The value of another operator's stream, with a key before it or not: it is the last field.
     */
    @SuppressWarnings("unchecked") // the builder connects what fits
    static <T> Input<T> ofOperator() {
        return tuple -> (T) tuple.getValue(tuple.size() - 1);
    }

    /** The key of another operator's stream. */
    static Object key(Tuple tuple) {
        return tuple.getValue(0);
    }
}
