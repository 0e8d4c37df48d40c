package io.eyewall.toolkit.window;

import io.eyewall.toolkit.operator.Fn;
import java.io.Serializable;
import java.time.Duration;

/**
 * A limit on a window's content, or the interval at which a sliding window is evaluated.
 *
 * @param <T> values
 */
public sealed interface Bound<T> extends Serializable {

    /** Returns a bound of the given number of values. */
    static <T> Bound<T> count(int values) {
        return new Count<>(values);
    }

    /** Returns a bound of the values that arrived within the given time. */
    static <T> Bound<T> time(Duration length) {
        return new Time<>(length.toMillis());
    }

    /**
     * Returns a bound by the growth of an attribute, which should not decrease, by at most {@code
     * difference}.
     */
    static <T> Bound<T> delta(Fn.ToDouble<T> attribute, double difference) {
        return new Delta<>(attribute, difference);
    }

    /** Returns a bound of the values between two window markers. */
    static <T> Bound<T> punctuation() {
        return new Punctuated<>();
    }

    /**
     * A bound by the number of values.
     *
     * @param values number of values, at least 1
     */
    record Count<T>(int values) implements Bound<T> {
        /** Validates the bound. */
        public Count {
            if (values < 1) {
                throw new IllegalArgumentException(
                        "window of " + values + " values: expected 1 or more");
            }
        }
    }

    /**
     * A bound by the time at which values arrived. Windows begin at multiples of the length; the
     * windows of all keys begin and end together.
     *
     * @param millis length in milliseconds, at least 1
     */
    record Time<T>(long millis) implements Bound<T> {
        /** Validates the bound. */
        public Time {
            if (millis < 1) {
                throw new IllegalArgumentException(
                        "window of " + millis + " ms: expected 1 ms or more");
            }
        }

        /** Returns the start of the window that contains the given time. */
        long beginOf(long nowMs) {
            return nowMs - Math.floorMod(nowMs, millis);
        }
    }

    /**
     * A bound by the growth of an attribute.
     *
     * @param attribute computes a value's attribute
     * @param difference greatest growth within the bound, greater than 0
     */
    record Delta<T>(Fn.ToDouble<T> attribute, double difference) implements Bound<T> {
        /** Validates the bound. */
        public Delta {
            if (!(difference > 0)) {
                throw new IllegalArgumentException(
                        "window of a difference of " + difference + ": expected more than 0");
            }
        }

        /**
         * Returns whether the attribute has grown by more than the difference. A change from or to
         * NaN counts as more, as a window would otherwise never end.
         */
        boolean isBeyond(double from, double to) {
            return !(to - from <= difference);
        }
    }

    /** A bound by window markers. */
    record Punctuated<T>() implements Bound<T> {}
}
