package io.eyewall.engine.executor;

import java.util.Arrays;
import java.util.List;
import org.apache.storm.tuple.Values;
import org.jspecify.annotations.Nullable;

/**
 * Takes the usual list of values apart where an emit leaves the short way. The JIT compiler makes
 * no object of a list whose tuple is executed at once, unless the list itself is handed over
 * anywhere else, be it in one emit of a thousand: that gets a copy instead (decision 106).
 *
 * <p>Each method is small enough to be inlined where it counts as seldom called.
 */
final class UnpackedValues {
    /** How many are taken apart at most. */
    static final int MOST = 4;

    private UnpackedValues() {}

    /** How many values the list has; 0 if it is not to be taken apart. hot path. */
    static int count(List<Object> values) {
        return values.getClass() == Values.class && values.size() <= MOST ? values.size() : 0;
    }

    /** One of so many; null if there are fewer. hot path. */
    static @Nullable Object get(List<Object> values, int index, int count) {
        return index < count ? values.get(index) : null;
    }

    /** A list of the first so many of these. */
    static List<Object> list(
            int count,
            @Nullable Object first,
            @Nullable Object second,
            @Nullable Object third,
            @Nullable Object fourth) {
        Object[] all = {first, second, third, fourth};
        return new Values(Arrays.copyOf(all, count));
    }
}
