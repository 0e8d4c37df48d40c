package io.eyewall.engine.emit;

import io.eyewall.engine.memory.HotPath;
import java.util.Arrays;
import java.util.List;
import org.apache.storm.tuple.Values;
import org.jspecify.annotations.Nullable;

/**
 * Unpacks a short list of values where an emit leaves the fast path. The JIT compiler allocates no
 * list whose tuple is executed immediately, unless the list itself is handed to other code, even in
 * one emit of a thousand. Such code therefore gets a copy made from the values (decision 106).
 *
 * <p>Each method is small enough to be inlined even where the JIT compiler regards it as rarely
 * called.
 */
public final class UnpackedValues {
    /** Maximum number of values that are unpacked. */
    static final int MAX_VALUES = 4;

    private UnpackedValues() {}

    /** Returns the number of values of the list; 0 if the list is not to be unpacked. */
    @HotPath
    public static int count(List<Object> values) {
        return values.getClass() == Values.class && values.size() <= MAX_VALUES ? values.size() : 0;
    }

    /** Returns the value at {@code index}; null if the list has only {@code count} values. */
    @HotPath
    public static @Nullable Object get(List<Object> values, int index, int count) {
        return index < count ? values.get(index) : null;
    }

    /** Returns a list of the first {@code count} values. */
    public static List<Object> toList(
            int count,
            @Nullable Object first,
            @Nullable Object second,
            @Nullable Object third,
            @Nullable Object fourth) {
        Object[] all = {first, second, third, fourth};
        return new Values(Arrays.copyOf(all, count));
    }
}
