package io.eyewall.placement.plan;

import io.eyewall.placement.load.Traffic;
import io.eyewall.placement.place.Crossing;
import io.eyewall.placement.place.Level;

/**
 * The traffic between executors, as adjacency lists in arrays: the entries of executor e are {@code
 * first(e) .. first(e + 1) - 1}. Each of a pair's two executors has one entry for both directions.
 * Tuples that an executor sends to itself never cross between places, and are left out. Immutable.
 */
public final class FlowTable {
    /** Number of levels in a row of prices. */
    static final int LEVELS = Level.values().length;

    private final int[] firsts;
    private final int[] others;
    private final double[] outBytes;
    private final double[] inBytes;
    private final double[] outTuples;
    private final double[] inTuples;
    private final double[] prices;
    private final double[] coresPerNsAtEachEnd = new double[LEVELS];

    FlowTable(Problem problem) {
        int executorCount = problem.executorCount();
        firsts = new int[executorCount + 1];
        for (Traffic flow : problem.snapshot().traffic()) {
            int from = problem.indexOf(flow.from());
            int to = problem.indexOf(flow.to());
            if (from != to) {
                firsts[from + 1]++;
                firsts[to + 1]++;
            }
        }
        for (int e = 0; e < executorCount; e++) {
            firsts[e + 1] += firsts[e];
        }
        int[] nextEntry = new int[executorCount];
        System.arraycopy(firsts, 0, nextEntry, 0, executorCount);
        int[] otherEnd = new int[firsts[executorCount]];
        // outgoing tuples and bytes, incoming tuples and bytes, by entry
        double[][] rates = new double[4][firsts[executorCount]];
        for (Traffic flow : problem.snapshot().traffic()) {
            int from = problem.indexOf(flow.from());
            int to = problem.indexOf(flow.to());
            if (from != to) {
                int out = nextEntry[from]++;
                otherEnd[out] = to;
                rates[0][out] = flow.tuplesPerSec();
                rates[1][out] = flow.bytesPerSec();
                int in = nextEntry[to]++;
                otherEnd[in] = from;
                rates[2][in] = flow.tuplesPerSec();
                rates[3][in] = flow.bytesPerSec();
            }
        }
        int entries = joinDirections(executorCount, otherEnd, rates);
        others = java.util.Arrays.copyOf(otherEnd, entries);
        outTuples = java.util.Arrays.copyOf(rates[0], entries);
        outBytes = java.util.Arrays.copyOf(rates[1], entries);
        inTuples = java.util.Arrays.copyOf(rates[2], entries);
        inBytes = java.util.Arrays.copyOf(rates[3], entries);
        prices = new double[entries * LEVELS];
        for (Level level : Level.values()) {
            Crossing crossing = problem.tree().crossings().at(level);
            coresPerNsAtEachEnd[level.height()] = crossing.cpuFraction() / 2 / 1e9;
            for (int k = 0; k < entries; k++) {
                prices[k * LEVELS + level.height()] =
                        crossing.nsPerSec(outTuples[k] + inTuples[k], outBytes[k] + inBytes[k]);
            }
        }
    }

    /**
     * Joins an executor's two entries for the same other executor, which exist if both send to each
     * other; returns the number of entries that remain.
     */
    private int joinDirections(int executorCount, int[] otherEnd, double[][] rates) {
        int[] entryOfOther = new int[executorCount];
        java.util.Arrays.fill(entryOfOther, -1);
        int joined = 0;
        for (int e = 0; e < executorCount; e++) {
            int begin = joined;
            for (int k = firsts[e]; k < firsts[e + 1]; k++) {
                int entry = entryOfOther[otherEnd[k]];
                if (entry < begin) {
                    entry = joined++;
                    entryOfOther[otherEnd[k]] = entry;
                    otherEnd[entry] = otherEnd[k];
                    for (double[] rate : rates) {
                        rate[entry] = rate[k];
                    }
                } else {
                    for (double[] rate : rates) {
                        rate[entry] += rate[k];
                    }
                }
            }
            firsts[e] = begin;
        }
        firsts[executorCount] = joined;
        return joined;
    }

    /**
     * Returns the first entry of an executor; the first entry of the next executor ends its list.
     */
    public int first(int executor) {
        return firsts[executor];
    }

    /** Returns the other executor of an entry. */
    public int other(int entry) {
        return others[entry];
    }

    /** Returns the tuples per second that the entry's executor sends. */
    public double outTuples(int entry) {
        return outTuples[entry];
    }

    /** Returns the tuples per second that the entry's executor receives. */
    public double inTuples(int entry) {
        return inTuples[entry];
    }

    /** Returns the bytes per second that the entry's executor sends. */
    public double outBytes(int entry) {
        return outBytes[entry];
    }

    /** Returns the bytes per second that the entry's executor receives. */
    public double inBytes(int entry) {
        return inBytes[entry];
    }

    /**
     * Returns the cost of an entry in nanoseconds per second, both directions together, if its
     * executors meet at a level.
     */
    public double price(int entry, int height) {
        return prices[entry * LEVELS + height];
    }

    /**
     * Returns the processor time, in cores, that each executor of an entry spends on it at a level.
     */
    double coresAtEachEnd(int entry, int height) {
        return prices[entry * LEVELS + height] * coresPerNsAtEachEnd[height];
    }
}
