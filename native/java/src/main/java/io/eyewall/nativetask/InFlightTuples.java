package io.eyewall.nativetask;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Tuples that a native task has received and neither acked nor failed. A tuple's number combines
 * its slot in the table with the slot's use count, so that a second ack finds nothing. Not
 * thread-safe.
 */
final class InFlightTuples {
    private @Nullable Tuple[] tuples = new Tuple[256];
    private int[] uses = new int[256];

    /** Stack of free slots. */
    private int[] free = new int[256];

    private int freeCount;
    private int used;

    /** Adds a tuple; returns its number, which is greater than 0. */
    long add(Tuple tuple) {
        int slot;
        if (freeCount > 0) {
            slot = free[--freeCount];
        } else {
            slot = used++;
            if (slot == tuples.length) {
                tuples = Arrays.copyOf(tuples, 2 * slot);
                uses = Arrays.copyOf(uses, 2 * slot);
                free = Arrays.copyOf(free, 2 * slot);
            }
        }
        tuples[slot] = tuple;
        return (long) uses[slot] << 32 | (slot + 1);
    }

    /** Returns the tuple with that number; null if it was acked, failed or never added. */
    @Nullable Tuple get(long number) {
        int slot = (int) number - 1;
        return slot >= 0 && slot < used && uses[slot] == (int) (number >>> 32)
                ? tuples[slot]
                : null;
    }

    /** Removes and returns the tuple with that number; null in the cases of {@link #get}. */
    @Nullable Tuple take(long number) {
        Tuple tuple = get(number);
        if (tuple != null) {
            int slot = (int) number - 1;
            tuples[slot] = null;
            // The highest bit marks several anchors, see Frames.MANY_ANCHORS.
            uses[slot] = uses[slot] + 1 & Integer.MAX_VALUE;
            free[freeCount++] = slot;
        }
        return tuple;
    }

    /** Removes and returns all tuples. */
    List<Tuple> takeAll() {
        List<Tuple> all = new ArrayList<>();
        for (int slot = 0; slot < used; slot++) {
            Tuple tuple = tuples[slot];
            if (tuple != null) {
                all.add(tuple);
                take((long) uses[slot] << 32 | (slot + 1));
            }
        }
        return all;
    }

    int size() {
        return used - freeCount;
    }
}
