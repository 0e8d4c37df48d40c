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
    private long nextOrder;

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
        long order = nextOrder++;
        int i = size++;
        while (i > 0) {
            int parent = (i - 1) / FANOUT;
            if (times[parent] <= atNs) { // of events at the same time, the one added first is first
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
    public boolean removeNext() {
        if (size == 0) {
            return false;
        }
        timeNs = times[0];
        content = contents[0];
        size--;
        if (size > 0) {
            placeFromTop(times[size], orders[size], contents[size]);
        }
        return true;
    }

    /** Puts an event at the top of the heap, and moves it down below all earlier events. */
    private void placeFromTop(long time, long order, long eventContent) {
        int i = 0;
        while (true) {
            int first = i * FANOUT + 1;
            if (first >= size) {
                break;
            }
            int earliest = first;
            int end = Math.min(size, first + FANOUT);
            for (int c = first + 1; c < end; c++) {
                if (isBefore(times[c], orders[c], times[earliest], orders[earliest])) {
                    earliest = c;
                }
            }
            if (!isBefore(times[earliest], orders[earliest], time, order)) {
                break;
            }
            copy(earliest, i);
            i = earliest;
        }
        times[i] = time;
        orders[i] = order;
        contents[i] = eventContent;
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

    /** Returns the kind of the event that was removed last. */
    public int kind() {
        return (int) (content >>> KIND_SHIFT);
    }

    /** Returns the first number of the event that was removed last. */
    public int first() {
        return (int) (content >>> FIRST_SHIFT) & (NUMBER_LIMIT - 1);
    }

    /** Returns the second number of the event that was removed last. */
    public int second() {
        return (int) content & (NUMBER_LIMIT - 1);
    }

    /** Returns the number of waiting events. */
    public int size() {
        return size;
    }
}
