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
 * One walk through what a tuple's values refer to, for {@link SizeEstimate}. It looks into at most
 * {@value #MOST_OBJECTS} objects, of which each branch gets an equal share: what one branch does
 * not need is left to the next ones. Of a large collection it looks at some elements and takes the
 * others for as large. For one thread, used once.
 */
final class ObjectWalk {
    private static final long OBJECT = 16;
    private static final long REFERENCE = 8;
    private static final int OTHER_OBJECT = 48;

    /** The answer for an object that would have to be looked into when no more may be. */
    private static final long UNKNOWN = -1;

    private static final int MOST_OBJECTS = 256;

    /** How far it goes from the tuple: it must not fill the stack of whoever emits. */
    private static final int DEPTH = 48;

    private static final int STACK = 32;

    private static final int LONGEST_CHAIN = 4095;

    /** Nodes of the longest chain that are looked at. */
    private static final int CHAIN_SAMPLES = 12;

    private static final int SAMPLED = 8;

    /** Branches that would get fewer objects are not looked into, but taken for as large. */
    private static final int FEWEST_OBJECTS = 4;

    /** Collections so small are records of a kind, one part of which may be the large one. */
    private static final int SAMPLED_ALL = 16;

    /** Smaller parts of users' objects count whether they are shared or not. */
    private static final long LARGE_PART = 1024;

    private final SharedParts sharedParts;
    private final VisitedObjects visited = new VisitedObjects();

    /** A stack of parts that are still to be looked at. */
    private @Nullable Object[] parts = new Object[STACK];

    private int pushed;
    private int objects;

    /** The object of the tuple, or of a collection in it, whose fields led here. */
    private @Nullable Object owner;

    ObjectWalk(SharedParts sharedParts) {
        this.sharedParts = sharedParts;
    }

    /** The bytes of one value of the tuple. */
    long of(Object value, int valuesLeft) {
        owner = null;
        int share = Math.max(1, (MOST_OBJECTS - objects) / Math.max(1, valuesLeft));
        return Math.max(OTHER_OBJECT, of(value, share, DEPTH));
    }

    /**
     * The bytes of what is not looked into any further: null, text, numbers, arrays of numbers;
     * {@link #UNKNOWN} for all else.
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

    /** Objects that it has looked into. */
    int lookedInto() {
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
     * The bytes of a part and of all that it refers to.
     *
     * @param most objects that may be looked into, this one included
     * @param depth references that may be followed from here
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

    /** How many of so many elements. */
    private static int sampled(int size) {
        return size <= SAMPLED_ALL ? size : SAMPLED;
    }

    /** Pushes elements from the first to near the last; returns how many. */
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

    /** Takes all elements of a collection for as large as those that were pushed, on average. */
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

    /** The only field that leads on to a new object of the same class, or -1. */
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
     * A chain of nodes, as those of a linked list: as long as it is, up to {@value #LONGEST_CHAIN},
     * and all of it as large as the nodes at 0, 1, 3, 7 and so on.
     */
    private long ofChain(
            Object first, ClassLayout layout, int next, int most, int depth, Object from) {
        int end = objects + most;
        long seenBytes = 0;
        int seen = 0;
        int length = 0;
        int lookAt = 0;
        @Nullable Object node = first;
        for (; node != null && isSameKind(node, first); node = layout.read(node, next)) {
            if (length == lookAt) {
                if (length > 0 && !visited.add(node)) {
                    break; // a cycle
                }
                lookAt = 2 * lookAt + 1;
                int share = ceil(end - objects, CHAIN_SAMPLES - seen++);
                seenBytes += ofNode(node, layout, true, share, depth, from);
            }
            if (++length == LONGEST_CHAIN) {
                break;
            }
        }
        long last = 0;
        if (node != null && !isSameKind(node, first)) {
            last = of(node, end - objects, depth - 1);
            last = isOfOthers(node, last, from) ? 0 : last;
        }
        return (long) ((double) seenBytes / seen * length) + Math.max(0, last);
    }

    private static boolean isSameKind(@Nullable Object node, Object first) {
        return node != null && node.getClass() == first.getClass();
    }

    /**
     * @param linked whether objects of the same class are its neighbours, which are left out
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
     * The bytes of the parts pushed last, which are popped. If they are too many for as many
     * objects as may be looked into, it looks into some of them, not always the same ones, and
     * takes the others for as large.
     *
     * @param from the object of the tuple in whose fields they were found; null if they are a
     *     collection's elements, which nobody shares but with the whole collection
     */
    private long ofPushed(int count, int most, int depth, @Nullable Object from) {
        int first = pushed - count;
        int end = objects + most;
        int branches = branches(first, count);
        int every = branches == 0 ? 1 : ceil(branches, Math.max(1, most / FEWEST_OBJECTS));
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
            if (from != null && isOfOthers(part, partBytes, from)) {
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

    /** How many of the parts pushed last are no leaves. */
    private int branches(int first, int count) {
        int branches = 0;
        for (int i = first; i < first + count; i++) {
            branches += isLeaf(ofLeaf(parts[i])) ? 0 : 1;
        }
        return branches;
    }

    private boolean isOfOthers(@Nullable Object part, long bytes, Object from) {
        return part != null && bytes >= LARGE_PART && sharedParts.isOfOthers(part, from);
    }

    private static int ceil(int dividend, int divisor) {
        return (Math.max(0, dividend) + divisor - 1) / Math.max(1, divisor);
    }
}
