package io.eyewall.toolkit.operator;

import java.io.Serializable;
import java.util.Comparator;
import java.util.List;

/** The usual aggregates of a window's values. */
public final class Aggregates {
    private Aggregates() {}

    /** Computes one value from the values of a window, of which there is at least one. */
    public interface Aggregate<T, O> extends Fn.Of<List<T>, O> {}

    /** A serializable comparator, which can be sent to where a bolt runs. */
    public interface Order<T> extends Comparator<T>, Serializable {}

    /** Returns the number of values. */
    public static <T> Aggregate<T, Long> count() {
        return values -> (long) values.size();
    }

    /** Returns the sum of an attribute. */
    public static <T> Aggregate<T, Double> sum(Fn.ToDouble<T> attribute) {
        return values -> {
            double sum = 0;
            for (T value : values) {
                sum += attribute.applyAsDouble(value);
            }
            return sum;
        };
    }

    /** Returns the sum of an integer attribute, which may overflow. */
    public static <T> Aggregate<T, Long> sumLong(Fn.ToLong<T> attribute) {
        return values -> {
            long sum = 0;
            for (T value : values) {
                sum += attribute.applyAsLong(value);
            }
            return sum;
        };
    }

    /** Returns the mean of an attribute. */
    public static <T> Aggregate<T, Double> mean(Fn.ToDouble<T> attribute) {
        Aggregate<T, Double> sum = sum(attribute);
        return values -> sum.apply(values) / values.size();
    }

    /** Returns the least value; of several the oldest. */
    public static <T> Aggregate<T, T> min(Order<T> order) {
        return values -> {
            T least = values.get(0);
            for (T value : values) {
                least = order.compare(value, least) < 0 ? value : least;
            }
            return least;
        };
    }

    /** Returns the greatest value; of several the oldest. */
    public static <T> Aggregate<T, T> max(Order<T> order) {
        return min((first, second) -> order.compare(second, first));
    }

    /** Returns the oldest value. */
    public static <T> Aggregate<T, T> first() {
        return values -> values.get(0);
    }

    /** Returns the newest value. */
    public static <T> Aggregate<T, T> last() {
        return values -> values.get(values.size() - 1);
    }

    /** Returns all values, oldest first. */
    public static <T> Aggregate<T, List<T>> list() {
        return values -> values;
    }
}
