package io.eyewall.engine.mailbox;

import io.eyewall.engine.memory.HotPath;
import io.eyewall.engine.memory.Padded;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A queue for one thread: a growing circular array behind two single fields, since most queues hold
 * at most one item, and the queue of completed messages one or two. It never rejects an item; the
 * code that fills it checks {@link #size()}.
 *
 * @param <T> type of the items
 */
public final class Ring<T> extends Padded {
    private static final int INITIAL_CAPACITY = 16;

    /** Capacity above which an empty array is replaced by a small one. */
    private static final int MAX_KEPT_CAPACITY = 1 << 16;

    /** The oldest item; null when empty. */
    private @Nullable T first;

    /** The second oldest item; null if there is none. */
    private @Nullable T second;

    /** The other items, from {@link #head}. */
    private Object[] others = new Object[INITIAL_CAPACITY];

    private int head;
    private int size;

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    /** Adds an item at the end. */
    @HotPath
    public void add(T item) {
        if (size == 0) {
            first = item;
            size = 1;
        } else if (size == 1) {
            second = item;
            size = 2;
        } else {
            addOther(item);
        }
    }

    /**
     * Adds an item to {@link #others}. Changes no field before a call that could overflow the
     * stack.
     */
    private void addOther(T item) {
        int count = size - 2;
        if (count == others.length) {
            grow();
        }
        others[(head + count) & (others.length - 1)] = item;
        size++;
    }

    /** Returns the first item without removing it, or null when empty. */
    public @Nullable T peek() {
        return first;
    }

    /** Removes and returns the first item, or returns null when empty. */
    @HotPath
    public @Nullable T poll() {
        T item = first;
        if (size > 2) {
            shift();
        } else if (item != null) {
            first = second;
            second = null;
            size--;
        }
        return item;
    }

    /** Removes and returns the first item of a ring that the caller knows is not empty. */
    @SuppressWarnings("NullAway") // only an empty ring returns null
    public T removeFirst() {
        return poll();
    }

    /** Removes the first item and moves all others up. */
    @SuppressWarnings("unchecked")
    private void shift() {
        T third = (T) others[head];
        if (size == 3 && others.length > MAX_KEPT_CAPACITY) {
            others = new Object[INITIAL_CAPACITY]; // releases the memory that a burst took
            head = 0;
        } else {
            others[head] = null;
            head = (head + 1) & (others.length - 1);
        }
        first = second;
        second = third;
        size--;
    }

    /** Removes all items. */
    public void clear() {
        first = null;
        second = null;
        Arrays.fill(others, null);
        head = 0;
        size = 0;
    }

    private void grow() {
        Object[] larger = new Object[others.length * 2];
        int tail = others.length - head;
        System.arraycopy(others, head, larger, 0, tail);
        System.arraycopy(others, 0, larger, tail, head);
        others = larger;
        head = 0;
    }
}
