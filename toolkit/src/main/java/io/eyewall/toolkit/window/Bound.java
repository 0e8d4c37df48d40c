package io.eyewall.toolkit.window;

import io.eyewall.toolkit.operator.Fn;
import java.io.Serializable;
import java.time.Duration;

/**
 * How much a window holds, or how often it is looked at.
 *
 * @param <T> values
 */
public sealed interface Bound<T> extends Serializable {

    /** So many values. */
    static <T> Bound<T> count(int values) {
        return new Count<>(values);
    }

    /** What came within this time. */
    static <T> Bound<T> time(Duration length) {
        return new Time<>(length.toMillis());
    }

    /** What an attribute, which should not fall, grows by at most. */
    static <T> Bound<T> delta(Fn.ToDouble<T> attribute, double difference) {
        return new Delta<>(attribute, difference);
    }

    /** What comes between two window markers. */
    static <T> Bound<T> punctuation() {
        return new Punctuated<>();
    }

    /**
     * By number.
     *
     * @param values at least 1
     */
    record Count<T>(int values) implements Bound<T> {
        /** Checks it. */
        public Count {
            if (values < 1) {
                throw new IllegalArgumentException(
                        "window of " + values + " values: expected 1 or more");
            }
        }
    }

    /**
     * By the time at which values came. Windows begin at multiples of it, those of all keys
     * together.
     *
     * @param millis at least 1
     */
    record Time<T>(long millis) implements Bound<T> {
        /** Checks it. */
        public Time {
            if (millis < 1) {
                throw new IllegalArgumentException(
                        "window of " + millis + " ms: expected 1 ms or more");
            }
        }

        /** When the window of a time begins. */
        long beginOf(long nowMs) {
            return nowMs - Math.floorMod(nowMs, millis);
        }
    }

    /**
     * By an attribute.
     *
     * @param difference greater than 0
     */
    record Delta<T>(Fn.ToDouble<T> attribute, double difference) implements Bound<T> {
        /** Checks it. */
        public Delta {
            if (!(difference > 0)) {
                throw new IllegalArgumentException(
                        "window of a difference of " + difference + ": expected more than 0");
            }
        }

        /** Whether it has grown by more; from or to NaN it has, or a window would never end. */
        boolean isBeyond(double from, double to) {
            return !(to - from <= difference);
        }
    }

    /** By window markers. */
    record Punctuated<T>() implements Bound<T> {}
}
