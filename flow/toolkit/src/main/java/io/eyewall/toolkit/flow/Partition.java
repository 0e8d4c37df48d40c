package io.eyewall.toolkit.flow;

import io.eyewall.toolkit.grouping.SizeGrouping;
import io.eyewall.toolkit.operator.Fn;
import org.jspecify.annotations.Nullable;

/**
 * The rule by which the tasks of an operator share values.
 *
 * @param key computes the key to share by; null: not by key
 * @param size computes the size to share by; null: not by size
 * @param <T> values
 */
public record Partition<T>(Fn.@Nullable Of<T, ?> key, @Nullable SizeGrouping size) {
    /**
     * Returns even sharing, which prefers tasks in the same process. At the entry of a parallel
     * region it does not, so that each replica gets equally many values.
     */
    public static <T> Partition<T> evenly() {
        return new Partition<>(null, null);
    }

    /** Returns sharing by key: values with equal keys go to the same task. */
    public static <T> Partition<T> byKey(Fn.Of<T, ?> key) {
        return new Partition<>(key, null);
    }

    /**
     * Returns sharing by size: each value goes to the task whose values so far have the least size.
     */
    public static <T> Partition<T> bySize(SizeGrouping size) {
        return new Partition<>(null, size);
    }
}
