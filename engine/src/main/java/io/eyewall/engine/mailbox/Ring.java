package io.eyewall.engine.mailbox;

import io.eyewall.engine.memory.Padded;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A queue for one thread: a growing circular array, behind two single places, since most queues
 * hold one item or none, and the queue of ended messages one or two. It never refuses; whoever
 * fills it watches {@link #size()}.
 *
 * @param <T> what waits
 */
public final class Ring<T> extends Padded {
    private static final int INITIAL_CAPACITY = 16;

    /** The oldest; null when empty. */
    private @Nullable T first;

    /** The one behind it; null if there is none. */
    private @Nullable T second;

    private Object[] others = new Object[INITIAL_CAPACITY];
    private int head;
    private int size;

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    /** Adds at the end. hot path: EmitToExecuteBenchmark */
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

    /** Changes something only where no call follows that could overflow the stack. */
    private void addOther(T item) {
        int count = size - 2;
        if (count == others.length) {
            grow();
        }
        others[(head + count) & (others.length - 1)] = item;
        size++;
    }

    /** The first, which stays, or null when empty. */
    public @Nullable T peek() {
        return first;
    }

    /** Takes the first, or null when empty. hot path: EmitToExecuteBenchmark */
    public @Nullable T poll() {
        T item = first;
        if (size > 2) {
            takeOther();
        } else if (item != null) {
            first = second;
            second = null;
            size--;
        }
        return item;
    }

    /** Takes the first where the caller knows that there is one. */
    @SuppressWarnings("NullAway") // only an empty ring gives null
    public T take() {
        return poll();
    }

    /** All but the first move up. */
    @SuppressWarnings("unchecked")
    private void takeOther() {
        T third = (T) others[head];
        if (size == 3 && others.length > 1 << 16) {
            others = new Object[INITIAL_CAPACITY]; // give back what a burst took
            head = 0;
        } else {
            others[head] = null;
            head = (head + 1) & (others.length - 1);
        }
        first = second;
        second = third;
        size--;
    }

    /** Drops everything. */
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
