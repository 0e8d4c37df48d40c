package io.eyewall.model.simulation.machine;

import io.eyewall.model.simulation.event.Service;
import io.eyewall.model.simulation.spec.SourceSpec;
import java.util.SplittableRandom;

/** The messages of one spout executor: those that wait outside, and those that are under way. */
final class Source {
    private static final double NS_PER_SEC = 1e9;

    private final SourceSpec spec;
    private final double usualRate;
    private final int batch;

    /** Tuples that wait in the queue outside. */
    long backlogTuples;

    /** Neither acked nor failed, in tuples. */
    long pendingTuples;

    int firstPending = Packets.NONE;
    int lastPending = Packets.NONE;

    /** Arrivals of an earlier rate are of no meaning. */
    int arrivalLife;

    /** Before this, it rests. */
    long haltedUntilNs;

    private double rate;

    /** Which of its topology's spout executors it belongs to. */
    final int number;

    Source(SourceSpec spec, int executors, int batch, int number) {
        this.number = number;
        this.spec = spec;
        this.usualRate = spec.ratePerSec() / executors;
        this.rate = usualRate;
        this.batch = batch;
    }

    void setFactor(double factor) {
        if (!spec.isEndless()) {
            rate = usualRate * factor;
        }
        arrivalLife++;
    }

    boolean isEndless() {
        return spec.isEndless();
    }

    /** Whether batches arrive by themselves. */
    boolean arrives() {
        return !spec.isEndless() && rate > 0;
    }

    /** From one batch to the next, in nanoseconds. */
    long gapNs(SplittableRandom random) {
        double mean = batch * NS_PER_SEC / rate;
        return Math.round(
                spec.arrivals() == SourceSpec.Arrivals.POISSON
                        ? Service.exponential(random, mean)
                        : mean);
    }

    /** Until the first batch, so that executors don't all begin together. */
    long firstGapNs(SplittableRandom random) {
        double mean = batch * NS_PER_SEC / rate;
        return Math.round(
                spec.arrivals() == SourceSpec.Arrivals.POISSON
                        ? Service.exponential(random, mean)
                        : random.nextDouble() * mean);
    }

    /** How many tuples the next message has; 0 if none may be emitted now. */
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
