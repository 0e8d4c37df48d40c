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
    private static final long OBJECT = 16;
    private static final long REFERENCE = 8;
    private static final int OTHER_OBJECT = 48;

    /** The size of an object that would have to be examined when the limit is exhausted. */
    private static final long UNKNOWN = -1;

    private static final int MAX_OBJECTS = 256;

    /**
     * The maximum distance from the tuple: the walk must not overflow the emitting thread's stack.
     */
    private static final int DEPTH = 48;

    private static final int STACK = 32;

    private static final int LONGEST_CHAIN = 4095;

    /** Number of nodes of the longest chain that are examined. */
    private static final int CHAIN_SAMPLES = 12;

    private static final int SAMPLED = 8;

    /**
     * Minimum share of a branch: if branches would get fewer objects, some are skipped and assumed
     * to be as large as the examined ones.
     */
    private static final int MIN_OBJECTS = 4;

    /**
     * Maximum size of a collection that is examined completely: it may be a record whose fields
     * differ in size.
     */
    private static final int SAMPLED_ALL = 16;

    /** Parts of user objects below this size count in full, whether they are shared or not. */
    private static final long LARGE_PART = 1024;

    private final SharedParts sharedParts;
    private final VisitedObjects visited = new VisitedObjects();

    /** A stack of parts that have not been examined yet. */
    private @Nullable Object[] parts = new Object[STACK];

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
    long of(Object value, int valuesLeft) {
        owner = null;
        int share = Math.max(1, (MAX_OBJECTS - objects) / Math.max(1, valuesLeft));
        return Math.max(OTHER_OBJECT, of(value, share, DEPTH));
    }

    /**
     * Returns the size in bytes of a part that refers to nothing further: null, text, numbers,
     * arrays of numbers. Returns {@link #UNKNOWN} for all other parts.
     */
    static long ofLeaf(@Nullable Object part) {
        if (part == null) {
            return 0;
        }
        if (part instanceof String string) {
            return 2 * OBJECT + string.length();
        }
        if (part instanceof Integer
                || part instanceof Long
                || part instanceof Double
                || part instanceof Boolean
                || part instanceof Character) {
            return OBJECT;
        }
        if (part instanceof byte[] bytes) {
            return OBJECT + bytes.length;
        }
        Class<?> elements = part.getClass().getComponentType();
        if (elements != null && elements.isPrimitive()) {
            return OBJECT + (long) Array.getLength(part) * width(elements);
        }
        return part instanceof Buffer buffer
                ? OTHER_OBJECT + (long) buffer.capacity() * width(buffer)
                : UNKNOWN;
    }

    /** Returns the number of objects that have been examined. */
    int examinedObjects() {
        return objects;
    }

    static boolean isLeaf(long bytes) {
        return bytes != UNKNOWN;
    }

    private static int width(Class<?> primitive) {
        if (primitive == long.class || primitive == double.class) {
            return Long.BYTES;
        }
        if (primitive == int.class || primitive == float.class) {
            return Integer.BYTES;
        }
        return primitive == boolean.class || primitive == byte.class ? 1 : Short.BYTES;
    }

    private static int width(Buffer buffer) {
        if (buffer instanceof ByteBuffer) {
            return 1;
        }
        if (buffer instanceof LongBuffer || buffer instanceof DoubleBuffer) {
            return Long.BYTES;
        }
        boolean narrow = buffer instanceof CharBuffer || buffer instanceof ShortBuffer;
        return narrow ? Short.BYTES : Integer.BYTES;
    }

    /**
     * Returns the size in bytes of a part and of all that it refers to.
     *
     * @param most limit on objects to examine, including this one
     * @param depth limit on references to follow from here
     */
    private long of(@Nullable Object part, int most, int depth) {
        if (part == null) {
            return 0;
        }
        long leaf = ofLeaf(part);
        if (isLeaf(leaf)) {
            return leaf >= LARGE_PART && !visited.add(part) ? 0 : leaf;
        }
        if (most <= 0 || depth == 0) {
            return UNKNOWN;
        }
        if (!visited.add(part)) {
            return 0;
        }
        objects++;
        if (part instanceof Object[] array) {
            return OBJECT
                    + ofAll(array.length, pushSpread(array.length, i -> array[i]), most, depth);
        }
        ClassLayout layout = ClassLayout.of(part.getClass());
        return switch (layout.kind()) {
            case OPAQUE -> OTHER_OBJECT;
            case LIST -> ofList((List<?>) part, most, depth);
            case COLLECTION -> {
                Collection<?> all = (Collection<?>) part;
                yield 2 * OBJECT + ofAll(all.size(), pushFirst(all), most, depth);
            }
            case MAP -> ofMap((Map<?, ?>) part, most, depth);
            case FIELDS -> ofFields(part, layout, most, depth);
        };
    }

    private long ofList(List<?> list, int most, int depth) {
        int size = list.size();
        return 2 * OBJECT + ofAll(size, pushSpread(size, list::get), most, depth);
    }

    private long ofMap(Map<?, ?> map, int most, int depth) {
        int before = objects;
        int size = map.size();
        long keys = ofAll(size, pushFirst(map.keySet()), 1 + most / 2, depth);
        int left = most - (objects - before);
        return 2 * OBJECT + keys + ofAll(size, pushFirst(map.values()), left, depth);
    }

    /** Returns how many elements of a collection to examine. */
    private static int sampled(int size) {
        return size <= SAMPLED_ALL ? size : SAMPLED;
    }

    /** Pushes elements at equal distances, from the first to near the last; returns how many. */
    private int pushSpread(int size, IntFunction<?> elements) {
        int count = sampled(size);
        for (int i = 0; i < count; i++) {
            push(elements.apply((int) ((long) i * size / count)));
        }
        return count;
    }

    private int pushFirst(Collection<?> all) {
        int most = sampled(all.size());
        int count = 0;
        for (Iterator<?> each = all.iterator(); count < most && each.hasNext(); count++) {
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
    private long ofAll(int size, int count, int most, int depth) {
        long bytes = ofPushed(count, most - 1, depth - 1, null);
        return size * REFERENCE + (count == 0 ? 0 : (long) ((double) bytes / count * size));
    }

    private long ofFields(Object object, ClassLayout layout, int most, int depth) {
        Object from = owner == null ? object : owner;
        owner = from;
        int next = linkingField(object, layout);
        long bytes =
                next < 0
                        ? ofNode(object, layout, false, most, depth, from)
                        : ofChain(object, layout, next, most, depth, from);
        if (from == object) {
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
     * #LONGEST_CHAIN}, times the average size of the nodes at 0, 1, 3, 7 and so on.
     */
    private long ofChain(
            Object first, ClassLayout layout, int next, int most, int depth, Object from) {
        int end = objects + most;
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
                sampledBytes += ofNode(node, layout, true, share, depth, from);
            }
            if (++length == LONGEST_CHAIN) {
                break;
            }
        }
        long last = 0;
        if (node != null && !isSameKind(node, first)) {
            last = of(node, end - objects, depth - 1);
            last = isShared(node, last, from) ? 0 : last;
        }
        return (long) ((double) sampledBytes / samples * length) + Math.max(0, last);
    }

    private static boolean isSameKind(@Nullable Object node, Object first) {
        return node != null && node.getClass() == first.getClass();
    }

    /**
     * Returns the size of one object and of all that it refers to.
     *
     * @param linked whether the object is a node of a chain, whose neighbours, objects of the same
     *     class, are left out
     */
    private long ofNode(
            Object object, ClassLayout layout, boolean linked, int most, int depth, Object from) {
        int before = pushed;
        for (int i = 0; i < layout.fieldCount(); i++) {
            Object part = layout.read(object, i);
            if (!linked || !isSameKind(part, object)) {
                push(part);
            }
        }
        int count = pushed - before;
        return layout.shallowBytes() + ofPushed(count, most - 1, depth - 1, from);
    }

    /**
     * Pops the parts pushed last and returns their size in bytes. If there are too many for the
     * given number of objects, the walk examines some of them, not always the same ones, and
     * assumes the others to be as large.
     *
     * @param from the object of the tuple in whose fields the parts were found; null if they are a
     *     collection's elements, which are shared only together with the whole collection
     */
    private long ofPushed(int count, int most, int depth, @Nullable Object from) {
        int first = pushed - count;
        int end = objects + most;
        int branches = branches(first, count);
        int every = branches == 0 ? 1 : ceil(branches, Math.max(1, most / MIN_OBJECTS));
        int next = objects % every;
        int left = ceil(branches - next, every);
        long bytes = 0;
        long deepBytes = 0;
        int known = 0;
        for (int i = first; i < first + count; i++) {
            Object part = parts[i];
            boolean leaf = isLeaf(ofLeaf(part));
            if (!leaf && next-- > 0) {
                continue;
            }
            long partBytes = of(part, leaf ? 1 : ceil(end - objects, left--), depth);
            if (from != null && isShared(part, partBytes, from)) {
                partBytes = 0;
            }
            if (leaf) {
                bytes += partBytes;
                continue;
            }
            next = every - 1;
            if (partBytes != UNKNOWN) {
                deepBytes += partBytes;
                known++;
            }
        }
        Arrays.fill(parts, first, pushed, null);
        pushed = first;
        return bytes + (known == 0 ? (long) OTHER_OBJECT * branches : deepBytes * branches / known);
    }

    /** Returns how many of the parts pushed last are not leaves. */
    private int branches(int first, int count) {
        int branches = 0;
        for (int i = first; i < first + count; i++) {
            branches += isLeaf(ofLeaf(parts[i])) ? 0 : 1;
        }
        return branches;
    }

    private boolean isShared(@Nullable Object part, long bytes, Object from) {
        return part != null && bytes >= LARGE_PART && sharedParts.isShared(part, from);
    }

    private static int ceil(int dividend, int divisor) {
        return (Math.max(0, dividend) + divisor - 1) / Math.max(1, divisor);
    }
}
