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
    private int[] useCounts = new int[256];

    /** Stack of free slots. */
    private int[] freeSlots = new int[256];

    private int freeCount;
    private int slotCount; // including free slots

    /** Adds a tuple; returns its number, which is greater than 0. */
    long add(Tuple tuple) {
        int slot;
        if (freeCount > 0) {
            slot = freeSlots[--freeCount];
        } else {
            slot = slotCount++;
            if (slot == tuples.length) {
                tuples = Arrays.copyOf(tuples, 2 * slot);
                useCounts = Arrays.copyOf(useCounts, 2 * slot);
                freeSlots = Arrays.copyOf(freeSlots, 2 * slot);
            }
        }
        tuples[slot] = tuple;
        return (long) useCounts[slot] << 32 | (slot + 1);
    }

    /** Returns the tuple with that number; null if it was acked, failed or never added. */
    @Nullable Tuple get(long number) {
        int slot = (int) number - 1;
        return slot >= 0 && slot < slotCount && useCounts[slot] == (int) (number >>> 32)
                ? tuples[slot]
                : null;
    }

    /** Removes and returns the tuple with that number; null if {@link #get} returns null. */
    @Nullable Tuple remove(long number) {
        Tuple tuple = get(number);
        if (tuple != null) {
            int slot = (int) number - 1;
            tuples[slot] = null;
            // A tuple's number must not be negative: Frames.MANY_ANCHORS is the highest bit.
            useCounts[slot] = useCounts[slot] + 1 & Integer.MAX_VALUE;
            freeSlots[freeCount++] = slot;
        }
        return tuple;
    }

    /** Removes and returns all tuples. */
    List<Tuple> removeAll() {
        List<Tuple> all = new ArrayList<>();
        for (int slot = 0; slot < slotCount; slot++) {
            Tuple tuple = tuples[slot];
            if (tuple != null) {
                all.add(tuple);
                remove((long) useCounts[slot] << 32 | (slot + 1));
            }
        }
        return all;
    }

    int size() {
        return slotCount - freeCount;
    }
}
