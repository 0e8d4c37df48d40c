package io.eyewall.toolkit.flow;

import io.eyewall.toolkit.grouping.SizeGrouping;
import io.eyewall.toolkit.operator.Fn;
import org.jspecify.annotations.Nullable;

/**
 * How values are shared among the tasks of an operator.
 *
 * @param key by this key; null: not by key
 * @param size by this size; null: not by size
 * @param <T> values
 */
public record Partition<T>(Fn.@Nullable Of<T, ?> key, @Nullable SizeGrouping size) {
    /** To any: near ones where there are some; at the entry of a region, as many to each. */
    public static <T> Partition<T> evenly() {
        return new Partition<>(null, null);
    }

    /** Those of a key to the same task. */
    public static <T> Partition<T> byKey(Fn.Of<T, ?> key) {
        return new Partition<>(key, null);
    }

    /** To the task that was sent least so far. */
    public static <T> Partition<T> bySize(SizeGrouping size) {
        return new Partition<>(null, size);
    }
}
