package io.eyewall.engine.memory;

import java.lang.reflect.Array;
import java.nio.Buffer;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * About how many bytes of heap an object takes, by what can be seen from outside: strings, arrays
 * and buffers by their length, collections by their size and their first elements. Of any other
 * class only the object itself is counted, since nobody knows what it shares with others.
 */
public final class SizeEstimate {
    private static final long OBJECT = 16;
    private static final long REFERENCE = 8;
    private static final int OTHER_OBJECT = 48;
    private static final int LOOKED_AT = 4;
    private static final int DEPTH = 3;

    private SizeEstimate() {}

    /** The estimate in bytes for the values of a tuple with their list. */
    public static long ofValues(List<Object> values) {
        long bytes = OBJECT;
        try {
            for (int i = 0; i < values.size(); i++) {
                bytes += REFERENCE + of(values.get(i), DEPTH);
            }
        } catch (RuntimeException e) {
            return bytes; // somebody is changing what has been emitted already
        }
        return bytes;
    }

    private static long of(@Nullable Object value, int depth) {
        if (value == null) {
            return 0;
        }
        if (value instanceof String string) {
            return 2 * OBJECT + string.length();
        }
        if (value instanceof Number || value instanceof Boolean || value instanceof Character) {
            return OBJECT;
        }
        if (value instanceof byte[] bytes) {
            return OBJECT + bytes.length;
        }
        if (value.getClass().isArray()) {
            return ofArray(value, depth);
        }
        if (value instanceof Buffer buffer) {
            return OTHER_OBJECT + (long) buffer.capacity();
        }
        if (depth == 0 || value.getClass().getModule() != Object.class.getModule()) {
            return OTHER_OBJECT; // never calls code of a user's collection
        }
        if (value instanceof Collection<?> collection) {
            return ofAll(collection.iterator(), collection.size(), depth);
        }
        if (value instanceof Map<?, ?> map) {
            return ofAll(map.keySet().iterator(), map.size(), depth)
                    + ofAll(map.values().iterator(), map.size(), depth);
        }
        return OTHER_OBJECT;
    }

    private static long ofArray(Object array, int depth) {
        int length = Array.getLength(array);
        Class<?> type = array.getClass().getComponentType();
        if (type.isPrimitive()) {
            boolean wide = type == long.class || type == double.class;
            return OBJECT + (long) length * (wide ? Long.BYTES : Integer.BYTES);
        }
        Object[] elements = (Object[]) array;
        long seen = 0;
        int count = depth > 0 ? Math.min(length, LOOKED_AT) : 0;
        for (int i = 0; i < count; i++) {
            seen += of(elements[i], depth - 1);
        }
        return OBJECT + length * REFERENCE + forAll(seen, count, length);
    }

    private static long ofAll(Iterator<?> elements, int size, int depth) {
        long seen = 0;
        int count = 0;
        for (; count < LOOKED_AT && elements.hasNext(); count++) {
            seen += of(elements.next(), depth - 1);
        }
        return 2 * OBJECT + size * REFERENCE + forAll(seen, count, size);
    }

    private static long forAll(long seen, int count, int size) {
        return count == 0 ? 0 : seen / count * size;
    }
}
