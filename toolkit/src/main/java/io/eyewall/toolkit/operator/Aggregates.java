package io.eyewall.toolkit.operator;

import java.io.Serializable;
import java.util.Comparator;
import java.util.List;

/** What is usually made of a window's values. */
public final class Aggregates {
    private Aggregates() {}

    /** One value of a window's, of which there is at least one. */
    public interface Aggregate<T, O> extends Fn.Of<List<T>, O> {}

    /** A comparator that can be sent to where a bolt runs. */
    public interface Order<T> extends Comparator<T>, Serializable {}

    /** How many. */
    public static <T> Aggregate<T, Long> count() {
        return values -> (long) values.size();
    }

    /** The sum of an attribute. */
    public static <T> Aggregate<T, Double> sum(Fn.ToDouble<T> attribute) {
        return values -> {
            double sum = 0;
            for (T value : values) {
                sum += attribute.applyAsDouble(value);
            }
            return sum;
        };
    }

    /** The sum of a whole number; it may overflow as long does. */
    public static <T> Aggregate<T, Long> sumLong(Fn.ToLong<T> attribute) {
        return values -> {
            long sum = 0;
            for (T value : values) {
                sum += attribute.applyAsLong(value);
            }
            return sum;
        };
    }

    /** The mean of an attribute. */
    public static <T> Aggregate<T, Double> mean(Fn.ToDouble<T> attribute) {
        Aggregate<T, Double> sum = sum(attribute);
        return values -> sum.apply(values) / values.size();
    }

    /** The least; of several the first. */
    public static <T> Aggregate<T, T> min(Order<T> order) {
        return values -> {
            T least = values.get(0);
            for (T value : values) {
                least = order.compare(value, least) < 0 ? value : least;
            }
            return least;
        };
    }

    /** The greatest; of several the first. */
    public static <T> Aggregate<T, T> max(Order<T> order) {
        return min((first, second) -> order.compare(second, first));
    }

    /** The oldest. */
    public static <T> Aggregate<T, T> first() {
        return values -> values.get(0);
    }

    /** The newest. */
    public static <T> Aggregate<T, T> last() {
        return values -> values.get(values.size() - 1);
    }

    /** All, oldest first. */
    public static <T> Aggregate<T, List<T>> list() {
        return values -> values;
    }
}
