package io.eyewall.engine.mailbox;

import io.eyewall.engine.memory.Padded;
import java.util.Arrays;

/**
 * A queue for one thread: a growing circular array. It never refuses; whoever fills it watches
 * {@link #size()}.
 *
 * @param <T> what waits
 */
public final class Ring<T> extends Padded {
    private static final int INITIAL_CAPACITY = 16;

    private Object[] items = new Object[INITIAL_CAPACITY];
    private int head;
    private int size;

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    /** Adds at the end. */
    public void add(T item) {
        if (size == items.length) {
            grow();
        }
        items[(head + size) & (items.length - 1)] = item;
        size++;
    }

    /** The first, which stays, or null when empty. */
    @SuppressWarnings("unchecked")
    public T peek() {
        return size == 0 ? null : (T) items[head];
    }

    /** Takes the first, or null when empty. */
    @SuppressWarnings("unchecked")
    public T poll() {
        if (size == 0) {
            return null;
        }
        T item = (T) items[head];
        items[head] = null;
        head = (head + 1) & (items.length - 1);
        size--;
        if (size == 0 && items.length > 1 << 16) {
            items = new Object[INITIAL_CAPACITY]; // give back what a burst took
            head = 0;
        }
        return item;
    }

    /** Drops everything. */
    public void clear() {
        Arrays.fill(items, null);
        head = 0;
        size = 0;
    }

    private void grow() {
        Object[] larger = new Object[items.length * 2];
        int tail = items.length - head;
        System.arraycopy(items, head, larger, 0, tail);
        System.arraycopy(items, 0, larger, tail, head);
        items = larger;
        head = 0;
    }
}
