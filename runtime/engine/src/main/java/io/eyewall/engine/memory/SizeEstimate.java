package io.eyewall.engine.memory;

import java.util.List;
import org.apache.storm.tuple.Values;
import org.jspecify.annotations.Nullable;

/**
 * Estimates how many bytes of heap the values of a tuple take: strings, arrays and buffers by their
 * length; collections by their size and some of their elements (small ones by all); other objects,
 * of any class, by what their fields refer to, unless other objects refer to it too. Calls no user
 * code; see {@link ClassLayout}. Each place through which tuples pass has an instance of its own: a
 * part that is seen there in two tuples' objects counts as shared. Any thread may call.
 */
public final class SizeEstimate {
    private static final long OBJECT = 16;
    private static final long REFERENCE = 8;

    private final SharedParts sharedParts = new SharedParts();

    /** Returns the estimate in bytes for the values of a tuple and their list. */
    public long ofValues(List<Object> values) {
        try {
            return isKnown(values.getClass())
                    ? OBJECT + ofElements(values)
                    : new ObjectWalk(sharedParts).of(values, 1);
        } catch (RuntimeException e) {
            return OBJECT; // user code is changing the list after its emit
        }
    }

    /** Returns whether a list of that class may be asked for its elements. */
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
