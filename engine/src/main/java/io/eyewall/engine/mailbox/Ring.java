package io.eyewall.engine.mailbox;

import io.eyewall.engine.memory.Padded;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A queue for one thread: a growing circular array, behind a single place, since most queues hold
 * one item or none. It never refuses; whoever fills it watches {@link #size()}.
 *
 * @param <T> what waits
 */
public final class Ring<T> extends Padded {
    private static final int INITIAL_CAPACITY = 16;

    /** What was added while it was empty; older than all other items. */
    private @Nullable T first;

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
        } else {
            addOther(item);
        }
    }

    /** Changes something only where no call follows that could overflow the stack. */
    private void addOther(T item) {
        int count = first == null ? size : size - 1;
        if (count == others.length) {
            grow();
        }
        others[(head + count) & (others.length - 1)] = item;
        size++;
    }

    /** The first, which stays, or null when empty. */
    @SuppressWarnings("unchecked")
    public @Nullable T peek() {
        return first != null || size == 0 ? first : (T) others[head];
    }

    /** Takes the first, or null when empty. hot path: EmitToExecuteBenchmark */
    public @Nullable T poll() {
        if (size == 0) {
            return null;
        }
        size--;
        T item = first;
        if (item == null) {
            return takeOther();
        }
        first = null;
        return item;
    }

    /** Takes the first where the caller knows that there is one. */
    @SuppressWarnings("NullAway") // only an empty ring gives null
    public T take() {
        return poll();
    }

    @SuppressWarnings("unchecked")
    private T takeOther() {
        T item = (T) others[head];
        others[head] = null;
        head = (head + 1) & (others.length - 1);
        if (size == 0 && others.length > 1 << 16) {
            others = new Object[INITIAL_CAPACITY]; // give back what a burst took
            head = 0;
        }
        return item;
    }

    /** Drops everything. */
    public void clear() {
        first = null;
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
