package io.eyewall.nativetask;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Tuples that a native task has and has not answered, by the numbers that it knows them by: a place
 * in the table, and how often that place was used, so that a second answer finds nothing. Not for
 * several threads.
 */
final class UnfinishedTuples {
    private @Nullable Tuple[] tuples = new Tuple[256];
    private int[] uses = new int[256];

    /** Free places: a stack. */
    private int[] free = new int[256];

    private int freeCount;
    private int used;

    /** Takes in a tuple; its number, greater than 0. */
    long add(Tuple tuple) {
        int at;
        if (freeCount > 0) {
            at = free[--freeCount];
        } else {
            at = used++;
            if (at == tuples.length) {
                tuples = Arrays.copyOf(tuples, 2 * at);
                uses = Arrays.copyOf(uses, 2 * at);
                free = Arrays.copyOf(free, 2 * at);
            }
        }
        tuples[at] = tuple;
        return (long) uses[at] << 32 | (at + 1);
    }

    /** The tuple of that number; null if it has been answered, or never was. */
    @Nullable Tuple get(long number) {
        int at = (int) number - 1;
        return at >= 0 && at < used && uses[at] == (int) (number >>> 32) ? tuples[at] : null;
    }

    /** Takes out the tuple of that number; null as {@link #get}. */
    @Nullable Tuple take(long number) {
        Tuple tuple = get(number);
        if (tuple != null) {
            int at = (int) number - 1;
            tuples[at] = null;
            uses[at] = uses[at] + 1 & Integer.MAX_VALUE; // the highest bit means several anchors
            free[freeCount++] = at;
        }
        return tuple;
    }

    /** Takes out all of them. */
    List<Tuple> takeAll() {
        List<Tuple> all = new ArrayList<>();
        for (int at = 0; at < used; at++) {
            Tuple tuple = tuples[at];
            if (tuple != null) {
                all.add(tuple);
                take((long) uses[at] << 32 | (at + 1));
            }
        }
        return all;
    }

    int size() {
        return used - freeCount;
    }
}
