package io.eyewall.model.simulation.machine;

import io.eyewall.model.simulation.event.Service;
import io.eyewall.model.simulation.spec.SourceSpec;
import java.util.SplittableRandom;

/**
 * The messages of one spout executor: those that wait at its source, and those that are pending.
 */
final class Source {
    private static final double NS_PER_SEC = 1e9;

    private final SourceSpec spec;
    private final double specifiedRate;
    private final int batchTuples;

    /** Number of messages that wait at the source. */
    long backlogMessages;

    /** Number of messages that were emitted, and neither acked nor failed. */
    long pendingMessages;

    /** The pending batches from the oldest to the newest, linked by {@link Roots#next}. */
    int firstPending = Batches.NONE;

    int lastPending = Batches.NONE;

    /** Number of changes of the rate; arrival events of an earlier rate have no effect. */
    int rateChanges;

    /** The time until which the spout must not emit. */
    long haltedUntilNs;

    private double rate;

    /** The spout executor's number within the topology. */
    final int number;

    Source(SourceSpec spec, int executors, int batchTuples, int number) {
        this.number = number;
        this.spec = spec;
        this.specifiedRate = spec.ratePerSec() / executors;
        this.rate = specifiedRate;
        this.batchTuples = batchTuples;
    }

    void setRateFactor(double factor) {
        if (!spec.isEndless()) {
            rate = specifiedRate * factor;
        }
        rateChanges++;
    }

    boolean isEndless() {
        return spec.isEndless();
    }

    /**
     * Returns whether messages arrive at certain times, rather than being there always or never.
     */
    boolean hasArrivals() {
        return !spec.isEndless() && rate > 0;
    }

    /** Draws the time from the arrival of one batch of messages to the next, in nanoseconds. */
    long arrivalGapNs(SplittableRandom random) {
        double mean = batchTuples * NS_PER_SEC / rate;
        return Math.round(
                spec.arrivals() == SourceSpec.Arrivals.POISSON
                        ? Service.exponential(random, mean)
                        : mean);
    }

    /** Draws the time until the first arrival, so that executors do not all begin together. */
    long firstArrivalGapNs(SplittableRandom random) {
        double mean = batchTuples * NS_PER_SEC / rate;
        return Math.round(
                spec.arrivals() == SourceSpec.Arrivals.POISSON
                        ? Service.exponential(random, mean)
                        : random.nextDouble() * mean);
    }

    /** Returns the number of messages in the batch that may be emitted now; 0 if there is none. */
    int nextBatchSize(int maxPending) {
        long count = batchTuples;
        if (!isEndless()) {
            count = Math.min(count, backlogMessages);
        }
        if (maxPending > 0) {
            count = Math.min(count, maxPending - pendingMessages);
        }
        return (int) Math.max(0, count);
    }
}
