package io.eyewall.engine.memory;

import java.lang.reflect.Array;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * One walk over the objects to which a tuple's values refer, for {@link SizeEstimate}. It examines
 * at most {@value #MAX_OBJECTS} objects and divides them equally among the branches; later branches
 * inherit what an earlier branch leaves unused. Of a large collection it examines some elements and
 * assumes the others to be as large. For one thread; used once.
 */
final class ObjectWalk {
    private static final long OBJECT_BYTES = 16;
    private static final long REFERENCE_BYTES = 8;

    /** Assumed size of an object that is not examined. */
    private static final int DEFAULT_OBJECT_BYTES = 48;

    /** Result for an object that is no leaf and was not examined, because a limit was reached. */
    private static final long UNKNOWN = -1;

    private static final int MAX_OBJECTS = 256;

    /**
     * The maximum distance from the tuple: the walk must not overflow the emitting thread's stack.
     */
    private static final int MAX_DEPTH = 48;

    private static final int INITIAL_STACK_LENGTH = 32;

    private static final int MAX_CHAIN_LENGTH = 4095;

    /** Number of nodes of the longest chain that are examined. */
    private static final int CHAIN_SAMPLES = 12;

    /** Number of elements that are examined of a larger collection. */
    private static final int ELEMENT_SAMPLES = 8;

    /**
     * Minimum share of a branch: if branches would get fewer objects, some are skipped and assumed
     * to be as large as the examined ones.
     */
    private static final int MIN_OBJECTS = 4;

    /**
     * Maximum size of a collection that is examined completely: it may be a record whose fields
     * differ in size.
     */
    private static final int MAX_SIZE_EXAMINED_COMPLETELY = 16;

    /** Parts of user objects below this size count in full, whether they are shared or not. */
    private static final long LARGE_PART_BYTES = 1024;

    private final SharedParts sharedParts;
    private final VisitedObjects visited = new VisitedObjects();

    /** A stack of parts that have not been examined yet. */
    private @Nullable Object[] parts = new Object[INITIAL_STACK_LENGTH];

    private int pushed;
    private int objects;

    /**
     * The object in the tuple, or in a collection of the tuple, whose fields led to the current
     * part.
     */
    private @Nullable Object owner;

    ObjectWalk(SharedParts sharedParts) {
        this.sharedParts = sharedParts;
    }

    /** Returns the size of one value of the tuple in bytes. */
    long bytesOfValue(Object value, int valuesLeft) {
        owner = null;
        int share = Math.max(1, (MAX_OBJECTS - objects) / Math.max(1, valuesLeft));
        return Math.max(DEFAULT_OBJECT_BYTES, bytesOfPart(value, share, MAX_DEPTH));
    }

    /**
     * Returns the size in bytes of a part that refers to nothing further: null, text, numbers,
     * arrays of numbers. Returns {@link #UNKNOWN} for all other parts.
     */
    static long leafBytes(@Nullable Object part) {
        if (part == null) {
            return 0;
        }
        if (part instanceof String string) {
            return 2 * OBJECT_BYTES + string.length();
        }
        if (part instanceof Integer
                || part instanceof Long
                || part instanceof Double
                || part instanceof Boolean
                || part instanceof Character) {
            return OBJECT_BYTES;
        }
        if (part instanceof byte[] bytes) {
            return OBJECT_BYTES + bytes.length;
        }
        Class<?> elements = part.getClass().getComponentType();
        if (elements != null && elements.isPrimitive()) {
            return OBJECT_BYTES + (long) Array.getLength(part) * bytesPerElement(elements);
        }
        return part instanceof Buffer buffer
                ? DEFAULT_OBJECT_BYTES + (long) buffer.capacity() * bytesPerElement(buffer)
                : UNKNOWN;
    }

    /** Returns the number of objects that have been examined. */
    int examinedObjects() {
        return objects;
    }

    static boolean isLeaf(long bytes) {
        return bytes != UNKNOWN;
    }

    private static int bytesPerElement(Class<?> primitive) {
        if (primitive == long.class || primitive == double.class) {
            return Long.BYTES;
        }
        if (primitive == int.class || primitive == float.class) {
            return Integer.BYTES;
        }
        return primitive == boolean.class || primitive == byte.class ? 1 : Short.BYTES;
    }

    private static int bytesPerElement(Buffer buffer) {
        if (buffer instanceof ByteBuffer) {
            return 1;
        }
        if (buffer instanceof LongBuffer || buffer instanceof DoubleBuffer) {
            return Long.BYTES;
        }
        boolean isTwoBytesWide = buffer instanceof CharBuffer || buffer instanceof ShortBuffer;
        return isTwoBytesWide ? Short.BYTES : Integer.BYTES;
    }

    /**
     * Returns the size in bytes of a part and of all that it refers to.
     *
     * @param maxObjects limit on objects to examine, including this one
     * @param depth limit on references to follow from here
     */
    private long bytesOfPart(@Nullable Object part, int maxObjects, int depth) {
        if (part == null) {
            return 0;
        }
        long leaf = leafBytes(part);
        if (isLeaf(leaf)) {
            return leaf >= LARGE_PART_BYTES && !visited.add(part) ? 0 : leaf;
        }
        if (maxObjects <= 0 || depth == 0) {
            return UNKNOWN;
        }
        if (!visited.add(part)) {
            return 0;
        }
        objects++;
        if (part instanceof Object[] array) {
            return OBJECT_BYTES
                    + bytesOfCollection(
                            array.length,
                            pushSpread(array.length, i -> array[i]),
                            maxObjects,
                            depth);
        }
        ClassLayout layout = ClassLayout.of(part.getClass());
        return switch (layout.kind()) {
            case OPAQUE -> DEFAULT_OBJECT_BYTES;
            case LIST -> bytesOfList((List<?>) part, maxObjects, depth);
            case COLLECTION -> {
                Collection<?> all = (Collection<?>) part;
                yield 2 * OBJECT_BYTES
                        + bytesOfCollection(all.size(), pushFirst(all), maxObjects, depth);
            }
            case MAP -> bytesOfMap((Map<?, ?>) part, maxObjects, depth);
            case FIELDS -> bytesOfObject(part, layout, maxObjects, depth);
        };
    }

    private long bytesOfList(List<?> list, int maxObjects, int depth) {
        int size = list.size();
        return 2 * OBJECT_BYTES
                + bytesOfCollection(size, pushSpread(size, list::get), maxObjects, depth);
    }

    private long bytesOfMap(Map<?, ?> map, int maxObjects, int depth) {
        int before = objects;
        int size = map.size();
        long keys = bytesOfCollection(size, pushFirst(map.keySet()), 1 + maxObjects / 2, depth);
        int left = maxObjects - (objects - before);
        return 2 * OBJECT_BYTES
                + keys
                + bytesOfCollection(size, pushFirst(map.values()), left, depth);
    }

    /** Returns how many elements of a collection to examine. */
    private static int sampleCount(int size) {
        return size <= MAX_SIZE_EXAMINED_COMPLETELY ? size : ELEMENT_SAMPLES;
    }

    /** Pushes elements at equal distances, from the first to near the last; returns how many. */
    private int pushSpread(int size, IntFunction<?> elements) {
        int count = sampleCount(size);
        for (int i = 0; i < count; i++) {
            push(elements.apply((int) ((long) i * size / count)));
        }
        return count;
    }

    private int pushFirst(Collection<?> all) {
        int maxCount = sampleCount(all.size());
        int count = 0;
        for (Iterator<?> each = all.iterator(); count < maxCount && each.hasNext(); count++) {
            push(each.next());
        }
        return count;
    }

    private void push(@Nullable Object part) {
        if (pushed == parts.length) {
            parts = Arrays.copyOf(parts, 2 * pushed);
        }
        parts[pushed++] = part;
    }

    /**
     * Returns the size of a collection, assuming that all its elements are as large as those
     * pushed, on average.
     */
    private long bytesOfCollection(int size, int count, int maxObjects, int depth) {
        long bytes = popBytes(count, maxObjects - 1, depth - 1, null);
        return size * REFERENCE_BYTES + (count == 0 ? 0 : (long) ((double) bytes / count * size));
    }

    private long bytesOfObject(Object object, ClassLayout layout, int maxObjects, int depth) {
        Object partOwner = owner == null ? object : owner;
        owner = partOwner;
        int next = linkingField(object, layout);
        long bytes =
                next < 0
                        ? bytesOfNode(object, layout, false, maxObjects, depth, partOwner)
                        : bytesOfChain(object, layout, next, maxObjects, depth, partOwner);
        if (partOwner == object) {
            owner = null;
        }
        return bytes;
    }

    /** Returns the only field that refers to an unvisited object of the same class, or -1. */
    private int linkingField(Object object, ClassLayout layout) {
        int found = -1;
        for (int i = 0; i < layout.fieldCount(); i++) {
            Object part = layout.read(object, i);
            if (part != null && part.getClass() == object.getClass() && !visited.contains(part)) {
                if (found >= 0) {
                    return -1;
                }
                found = i;
            }
        }
        return found;
    }

    /**
     * Returns the size of a chain of nodes, such as a linked list's: its length, up to {@value
     * #MAX_CHAIN_LENGTH}, times the average size of the nodes at 0, 1, 3, 7 and so on.
     */
    private long bytesOfChain(
            Object first,
            ClassLayout layout,
            int next,
            int maxObjects,
            int depth,
            Object partOwner) {
        int end = objects + maxObjects;
        long sampledBytes = 0;
        int samples = 0;
        int length = 0;
        int nextSample = 0;
        @Nullable Object node = first;
        for (; node != null && isSameKind(node, first); node = layout.read(node, next)) {
            if (length == nextSample) {
                if (length > 0 && !visited.add(node)) {
                    break; // a cycle
                }
                nextSample = 2 * nextSample + 1;
                int share = ceil(end - objects, CHAIN_SAMPLES - samples++);
                sampledBytes += bytesOfNode(node, layout, true, share, depth, partOwner);
            }
            if (++length == MAX_CHAIN_LENGTH) {
                break;
            }
        }
        long last = 0;
        if (node != null && !isSameKind(node, first)) {
            last = bytesOfPart(node, end - objects, depth - 1);
            last = isShared(node, last, partOwner) ? 0 : last;
        }
        return (long) ((double) sampledBytes / samples * length) + Math.max(0, last);
    }

    private static boolean isSameKind(@Nullable Object node, Object first) {
        return node != null && node.getClass() == first.getClass();
    }

    /**
     * Returns the size of one object and of all that it refers to.
     *
     * @param isChainNode whether the object is a node of a chain, whose neighbours, objects of the
     *     same class, are left out
     */
    private long bytesOfNode(
            Object object,
            ClassLayout layout,
            boolean isChainNode,
            int maxObjects,
            int depth,
            Object partOwner) {
        int before = pushed;
        for (int i = 0; i < layout.fieldCount(); i++) {
            Object part = layout.read(object, i);
            if (!isChainNode || !isSameKind(part, object)) {
                push(part);
            }
        }
        int count = pushed - before;
        return layout.shallowBytes() + popBytes(count, maxObjects - 1, depth - 1, partOwner);
    }

    /**
     * Pops the parts pushed last and returns their size in bytes. If there are too many for the
     * given number of objects, the walk examines some of them, not always the same ones, and
     * assumes the others to be as large.
     *
     * @param partOwner the object of the tuple in whose fields the parts were found; null if they
     *     are a collection's elements, which are shared only together with the whole collection
     */
    private long popBytes(int count, int maxObjects, int depth, @Nullable Object partOwner) {
        int first = pushed - count;
        int end = objects + maxObjects;
        int branches = branchCount(first, count);
        int stride = branches == 0 ? 1 : ceil(branches, Math.max(1, maxObjects / MIN_OBJECTS));
        int next = objects % stride;
        int left = ceil(branches - next, stride);
        long bytes = 0;
        long deepBytes = 0;
        int known = 0;
        for (int i = first; i < first + count; i++) {
            Object part = parts[i];
            boolean leaf = isLeaf(leafBytes(part));
            if (!leaf && next-- > 0) {
                continue;
            }
            long partBytes = bytesOfPart(part, leaf ? 1 : ceil(end - objects, left--), depth);
            if (partOwner != null && isShared(part, partBytes, partOwner)) {
                partBytes = 0;
            }
            if (leaf) {
                bytes += partBytes;
                continue;
            }
            next = stride - 1;
            if (partBytes != UNKNOWN) {
                deepBytes += partBytes;
                known++;
            }
        }
        Arrays.fill(parts, first, pushed, null);
        pushed = first;
        return bytes
                + (known == 0
                        ? (long) DEFAULT_OBJECT_BYTES * branches
                        : deepBytes * branches / known);
    }

    /** Returns how many of the parts pushed last are not leaves. */
    private int branchCount(int first, int count) {
        int branches = 0;
        for (int i = first; i < first + count; i++) {
            branches += isLeaf(leafBytes(parts[i])) ? 0 : 1;
        }
        return branches;
    }

    private boolean isShared(@Nullable Object part, long bytes, Object partOwner) {
        return part != null && bytes >= LARGE_PART_BYTES && sharedParts.isShared(part, partOwner);
    }

    private static int ceil(int dividend, int divisor) {
        return (Math.max(0, dividend) + divisor - 1) / Math.max(1, divisor);
    }
}
