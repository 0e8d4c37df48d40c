package io.eyewall.model.simulation.event;

import java.util.Arrays;

/**
 * A priority queue of events by time, in primitive arrays: a heap with four children per vertex.
 * Events of the same time are returned in the order in which they were added, so that a run depends
 * on nothing but its seed.
 *
 * <p>An event is a kind and two numbers, packed into one long:
 *
 * <pre>
 * bits 56-63  kind, 0 to 127
 * bits 28-55  first number, 0 to 2^28 - 1
 * bits 0-27   second number, 0 to 2^28 - 1
 * </pre>
 */
public final class EventHeap {
    /** The smallest number that is too large for an event. */
    public static final int NUMBER_LIMIT = 1 << 28;

    private static final int FANOUT = 4;
    private static final int KIND_SHIFT = 56;
    private static final int FIRST_SHIFT = 28;

    private long[] times = new long[1024];
    private long[] orders = new long[1024];
    private long[] contents = new long[1024];
    private int size;
    private long added;

    private long timeNs;
    private long content;

    /**
     * Adds an event.
     *
     * @param atNs its time, in nanoseconds since the start
     * @param kind its kind, 0 to 127
     * @param first its first number, from 0 to below {@link #NUMBER_LIMIT}
     * @param second its second number, in the same range
     */
    public void add(long atNs, int kind, int first, int second) {
        assert first >= 0 && first < NUMBER_LIMIT : first;
        assert second >= 0 && second < NUMBER_LIMIT : second;
        if (size == times.length) {
            times = Arrays.copyOf(times, size * 2);
            orders = Arrays.copyOf(orders, size * 2);
            contents = Arrays.copyOf(contents, size * 2);
        }
        long order = added++;
        int i = size++;
        while (i > 0) {
            int parent = (i - 1) / FANOUT;
            if (times[parent] <= atNs) { // what was added earlier goes first
                break;
            }
            copy(parent, i);
            i = parent;
        }
        times[i] = atNs;
        orders[i] = order;
        contents[i] = ((long) kind << KIND_SHIFT) | ((long) first << FIRST_SHIFT) | (long) second;
    }

    /**
     * Removes the next event, whose parts the getters return afterwards; returns false if there is
     * none.
     */
    public boolean next() {
        if (size == 0) {
            return false;
        }
        timeNs = times[0];
        content = contents[0];
        size--;
        if (size > 0) {
            sink(times[size], orders[size], contents[size]);
        }
        return true;
    }

    private void sink(long time, long order, long moved) {
        int i = 0;
        while (true) {
            int first = i * FANOUT + 1;
            if (first >= size) {
                break;
            }
            int least = first;
            int end = Math.min(size, first + FANOUT);
            for (int c = first + 1; c < end; c++) {
                if (isBefore(times[c], orders[c], times[least], orders[least])) {
                    least = c;
                }
            }
            if (!isBefore(times[least], orders[least], time, order)) {
                break;
            }
            copy(least, i);
            i = least;
        }
        times[i] = time;
        orders[i] = order;
        contents[i] = moved;
    }

    private static boolean isBefore(long time, long order, long otherTime, long otherOrder) {
        return time < otherTime || (time == otherTime && order < otherOrder);
    }

    private void copy(int from, int to) {
        times[to] = times[from];
        orders[to] = orders[from];
        contents[to] = contents[from];
    }

    /** Returns the time of the event that was removed last. */
    public long timeNs() {
        return timeNs;
    }

    /** Returns the kind of that event. */
    public int kind() {
        return (int) (content >>> KIND_SHIFT);
    }

    /** Returns the first number of that event. */
    public int first() {
        return (int) (content >>> FIRST_SHIFT) & (NUMBER_LIMIT - 1);
    }

    /** Returns the second number of that event. */
    public int second() {
        return (int) content & (NUMBER_LIMIT - 1);
    }

    /** Returns the number of waiting events. */
    public int size() {
        return size;
    }
}
