package io.eyewall.engine.memory;

import java.util.List;
import org.apache.storm.tuple.Values;
import org.jspecify.annotations.Nullable;

/**
 * Estimates how many bytes of heap the values of a tuple take: strings, arrays and buffers by their
 * length; collections by their size and some of their elements (small collections by all their
 * elements); other objects, of any class, by what their fields refer to, except for large parts
 * that several objects share. Calls no user code; see {@link ClassLayout}. Each queue of tuples has
 * an instance of its own: a part that it finds in the objects of two tuples counts as shared. Any
 * thread may call.
 */
public final class SizeEstimate {
    private static final long OBJECT_BYTES = 16;
    private static final long REFERENCE_BYTES = 8;

    private final SharedParts sharedParts = new SharedParts();

    /** Returns the estimate in bytes for the values of a tuple and their list. */
    public long bytesOfValues(List<Object> values) {
        try {
            return mayReadElements(values.getClass())
                    ? OBJECT_BYTES + bytesOfElements(values)
                    : new ObjectWalk(sharedParts).bytesOfValue(values, 1);
        } catch (RuntimeException e) {
            return OBJECT_BYTES; // user code is changing the list after its emit
        }
    }

    /** Returns whether a list of that class may be read by {@link List#get}. */
    private static boolean mayReadElements(Class<?> type) {
        return type == Values.class || ClassLayout.of(type).kind() == ClassLayout.Kind.LIST;
    }

    private long bytesOfElements(List<Object> values) {
        @Nullable ObjectWalk walk = null;
        int size = values.size();
        long bytes = REFERENCE_BYTES * size;
        for (int i = 0; i < size; i++) {
            Object value = values.get(i);
            long leaf = ObjectWalk.leafBytes(value);
            if (value == null || ObjectWalk.isLeaf(leaf)) {
                bytes += leaf;
                continue;
            }
            if (walk == null) {
                walk = new ObjectWalk(sharedParts);
            }
            bytes += walk.bytesOfValue(value, size - i);
        }
        return bytes;
    }
}
