package io.eyewall.model.simulation.machine;

import io.eyewall.model.simulation.event.Service;
import io.eyewall.model.simulation.spec.SourceSpec;
import java.util.SplittableRandom;

/** The messages of one spout executor: those that wait outside, and those that are pending. */
final class Source {
    private static final double NS_PER_SEC = 1e9;

    private final SourceSpec spec;
    private final double describedRate;
    private final int batch;

    /** Number of tuples that wait in the queue outside. */
    long backlogTuples;

    /** Number of tuples neither acked nor failed. */
    long pendingTuples;

    int firstPending = Packets.NONE;
    int lastPending = Packets.NONE;

    /** Counts changes of the rate; arrivals of an earlier rate have no effect. */
    int arrivalLife;

    /** The time until which the spout must not emit. */
    long haltedUntilNs;

    private double rate;

    /** The number of its spout executor within the topology. */
    final int number;

    Source(SourceSpec spec, int executors, int batch, int number) {
        this.number = number;
        this.spec = spec;
        this.describedRate = spec.ratePerSec() / executors;
        this.rate = describedRate;
        this.batch = batch;
    }

    void setFactor(double factor) {
        if (!spec.isEndless()) {
            rate = describedRate * factor;
        }
        arrivalLife++;
    }

    boolean isEndless() {
        return spec.isEndless();
    }

    /** Returns whether batches arrive by themselves. */
    boolean arrives() {
        return !spec.isEndless() && rate > 0;
    }

    /** Draws the time from one batch to the next, in nanoseconds. */
    long gapNs(SplittableRandom random) {
        double mean = batch * NS_PER_SEC / rate;
        return Math.round(
                spec.arrivals() == SourceSpec.Arrivals.POISSON
                        ? Service.exponential(random, mean)
                        : mean);
    }

    /** Draws the time until the first batch, so that executors do not all begin together. */
    long firstGapNs(SplittableRandom random) {
        double mean = batch * NS_PER_SEC / rate;
        return Math.round(
                spec.arrivals() == SourceSpec.Arrivals.POISSON
                        ? Service.exponential(random, mean)
                        : random.nextDouble() * mean);
    }

    /** Returns the number of tuples of the next message; 0 if none may be emitted now. */
    int nextTuples(int maxPending) {
        long most = batch;
        if (!isEndless()) {
            most = Math.min(most, backlogTuples);
        }
        if (maxPending > 0) {
            most = Math.min(most, maxPending - pendingTuples);
        }
        return (int) Math.max(0, most);
    }
}
