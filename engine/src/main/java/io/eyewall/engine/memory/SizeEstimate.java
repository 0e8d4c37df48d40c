package io.eyewall.engine.memory;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.math.BigInteger;
import java.nio.Buffer;
import java.util.BitSet;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * About how many bytes of heap the values of a tuple take: strings, arrays and buffers by their
 * length, collections by their size and their first elements (small ones by all), objects of the
 * user's by what their fields refer to, unless other objects refer to it too. Calls no code of the
 * user's. One for each place where tuples pass by: a part that is seen there in two of them is
 * shared. Any thread.
 */
public final class SizeEstimate {
    private static final long OBJECT = 16;
    private static final long REFERENCE = 8;
    private static final int OTHER_OBJECT = 48;
    private static final int LOOKED_AT = 4;

    /** Collections so small are records of a kind, one part of which may be the large one. */
    private static final int LOOKED_AT_ALL = 16;

    private static final int DEPTH = 3;

    /** Smaller parts of users' objects count whether they are shared or not. */
    private static final long LARGE_PART = 1024;

    /** Objects that are looked into in one walk. */
    private static final int MOST_OBJECTS = 64;

    private static final ObjectFields FIELDS = new ObjectFields();

    private final SharedParts sharedParts = new SharedParts();

    /** A walk through an object of the user's, which the tuple or a collection in it holds. */
    private static final class Walk {
        final Object owner;
        int objects;

        Walk(Object owner) {
            this.owner = owner;
        }
    }

    /** The estimate in bytes for the values of a tuple with their list. */
    public long ofValues(List<Object> values) {
        long bytes = OBJECT;
        try {
            for (int i = 0; i < values.size(); i++) {
                bytes += REFERENCE + of(values.get(i), DEPTH, null);
            }
        } catch (RuntimeException e) {
            return bytes; // somebody is changing what has been emitted already
        }
        return bytes;
    }

    private long of(@Nullable Object part, int depth, @Nullable Walk walk) {
        if (part == null) {
            return 0;
        }
        if (part instanceof String string) {
            return 2 * OBJECT + string.length();
        }
        if (part instanceof BigInteger integer) {
            return 2 * OBJECT + integer.bitLength() / Byte.SIZE;
        }
        if (part instanceof Number || part instanceof Boolean || part instanceof Character) {
            return OBJECT;
        }
        if (part instanceof byte[] bytes) {
            return OBJECT + bytes.length;
        }
        if (part.getClass().isArray()) {
            return ofArray(part, depth, walk);
        }
        if (part instanceof Buffer buffer) {
            return OTHER_OBJECT + (long) buffer.capacity();
        }
        if (depth == 0) {
            return OTHER_OBJECT;
        }
        if (part.getClass().getModule() != Object.class.getModule()) {
            return ofFields(part, depth, walk); // never calls code of a user's collection
        }
        if (part instanceof Collection<?> collection) {
            return ofAll(collection.iterator(), collection.size(), depth, walk);
        }
        if (part instanceof Map<?, ?> map) {
            return ofAll(map.keySet().iterator(), map.size(), depth, walk)
                    + ofAll(map.values().iterator(), map.size(), depth, walk);
        }
        return ofHolder(part, depth, walk);
    }

    /** Objects of the JDK's whose fields can't be read. */
    private long ofHolder(Object part, int depth, @Nullable Walk walk) {
        if (part instanceof StringBuilder builder) {
            return OTHER_OBJECT + (long) builder.length();
        }
        if (part instanceof BitSet bits) {
            return OTHER_OBJECT + (long) bits.size() / Byte.SIZE;
        }
        if (part instanceof Optional<?> optional) {
            return OBJECT + of(optional.orElse(null), depth - 1, walk);
        }
        if (part instanceof AtomicReference<?> reference) {
            return OBJECT + of(reference.get(), depth - 1, walk);
        }
        if (part instanceof Map.Entry<?, ?> entry) {
            return OTHER_OBJECT
                    + of(entry.getKey(), depth - 1, walk)
                    + of(entry.getValue(), depth - 1, walk);
        }
        return OTHER_OBJECT;
    }

    /** How many of so many elements. */
    private static int lookedAt(int size) {
        return size <= LOOKED_AT_ALL ? size : LOOKED_AT;
    }

    private long ofFields(Object object, int depth, @Nullable Walk begun) {
        Walk walk = begun == null ? new Walk(object) : begun;
        long bytes = OTHER_OBJECT;
        if (++walk.objects > MOST_OBJECTS) {
            return bytes;
        }
        for (Field field : FIELDS.get(object.getClass())) {
            Object part = read(field, object);
            long partBytes = of(part, depth - 1, walk);
            if (part != null
                    && partBytes >= LARGE_PART
                    && sharedParts.isOfOthers(part, walk.owner)) {
                continue;
            }
            bytes += partBytes;
        }
        return bytes;
    }

    private static @Nullable Object read(Field field, Object object) {
        try {
            return field.get(object);
        } catch (IllegalAccessException e) {
            return null; // it was made accessible; not even then, it seems
        }
    }

    private long ofArray(Object array, int depth, @Nullable Walk walk) {
        int length = Array.getLength(array);
        Class<?> type = array.getClass().getComponentType();
        if (type.isPrimitive()) {
            boolean wide = type == long.class || type == double.class;
            return OBJECT + (long) length * (wide ? Long.BYTES : Integer.BYTES);
        }
        Object[] elements = (Object[]) array;
        long seen = 0;
        int count = depth > 0 ? lookedAt(length) : 0;
        for (int i = 0; i < count; i++) {
            seen += of(elements[i], depth - 1, walk);
        }
        return OBJECT + length * REFERENCE + forAll(seen, count, length);
    }

    private long ofAll(Iterator<?> elements, int size, int depth, @Nullable Walk walk) {
        long seen = 0;
        int count = 0;
        for (; count < lookedAt(size) && elements.hasNext(); count++) {
            seen += of(elements.next(), depth - 1, walk);
        }
        return 2 * OBJECT + size * REFERENCE + forAll(seen, count, size);
    }

    private static long forAll(long seen, int count, int size) {
        return count == 0 ? 0 : seen / count * size;
    }
}
