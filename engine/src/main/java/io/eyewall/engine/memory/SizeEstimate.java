package io.eyewall.engine.memory;

import java.util.List;
import org.apache.storm.tuple.Values;
import org.jspecify.annotations.Nullable;

/**
 * About how many bytes of heap the values of a tuple take: strings, arrays and buffers by their
 * length, collections by their size and some of their elements (small ones by all), other objects,
 * wherever their class comes from, by what their fields refer to, unless other objects refer to it
 * too. Calls no code of the user's: see {@link ClassLayout}. One for each place where tuples pass
 * by: a part that is seen there in two of them is shared. Any thread.
 */
public final class SizeEstimate {
    private static final long OBJECT = 16;
    private static final long REFERENCE = 8;

    private final SharedParts sharedParts = new SharedParts();

    /** The estimate in bytes for the values of a tuple with their list. */
    public long ofValues(List<Object> values) {
        try {
            return isKnown(values.getClass())
                    ? OBJECT + ofElements(values)
                    : new ObjectWalk(sharedParts).of(values, 1);
        } catch (RuntimeException e) {
            return OBJECT; // somebody is changing what has been emitted already
        }
    }

    /** Whether a list of that class may be asked for its elements. */
    private static boolean isKnown(Class<?> type) {
        return type == Values.class || ClassLayout.of(type).kind() == ClassLayout.Kind.LIST;
    }

    private long ofElements(List<Object> values) {
        @Nullable ObjectWalk walk = null;
        int size = values.size();
        long bytes = REFERENCE * size;
        for (int i = 0; i < size; i++) {
            Object value = values.get(i);
            long leaf = ObjectWalk.ofLeaf(value);
            if (value == null || ObjectWalk.isLeaf(leaf)) {
                bytes += leaf;
                continue;
            }
            if (walk == null) {
                walk = new ObjectWalk(sharedParts);
            }
            bytes += walk.of(value, size - i);
        }
        return bytes;
    }
}
