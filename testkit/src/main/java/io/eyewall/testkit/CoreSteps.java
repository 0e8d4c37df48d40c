package io.eyewall.testkit;

import io.eyewall.engine.SteppedEngine;
import java.time.Duration;
import java.util.SplittableRandom;

/**
 * Decides which core of a stepped engine moves next, and when time does. The order of the cores is
 * random but decided by a seed: the same seed gives the same run, other seeds give other
 * interleavings, among them those where one core gets far ahead of the others. For the engine's own
 * thread.
 */
public final class CoreSteps {
    private static final int LONGEST_BURST = 12;
    private static final int CONFIRMING_PASSES = 2;

    private final SteppedEngine engine;
    private final VirtualClock clock;
    private final SplittableRandom random;
    private final int stepLimit;
    private int core;
    private int burst;

    /**
     * @param engine whose cores are driven
     * @param clock the engine's clock
     * @param seed decides the order of the cores
     * @param stepLimit steps at one instant after which it is given up that the engine becomes idle
     */
    public CoreSteps(SteppedEngine engine, VirtualClock clock, long seed, int stepLimit) {
        this.engine = engine;
        this.clock = clock;
        this.random = new SplittableRandom(seed);
        this.stepLimit = stepLimit;
    }

    /**
     * One step of one core.
     *
     * @return work done by it; 0 does not mean that the others have nothing to do
     */
    public int step() {
        if (--burst < 0) {
            core = random.nextInt(engine.coreCount());
            burst = random.nextInt(LONGEST_BURST);
        }
        return engine.step(core);
    }

    /**
     * Steps until no core has anything to do at this instant.
     *
     * @throws IllegalStateException if that is not so after as many steps as the limit allows
     */
    public void runUntilIdle() {
        for (int steps = 0; steps < stepLimit; steps++) {
            if (step() == 0 && isIdle()) {
                return;
            }
        }
        throw new IllegalStateException(
                "stepped engine: still busy after "
                        + stepLimit
                        + " steps at the same instant; a spout that always has more never becomes"
                        + " idle: step a number of times instead, feed the spout, or bound it by"
                        + " topology.max.spout.pending; if there is just much to do, raise the"
                        + " limit");
    }

    /** Two passes, since a core without work may still hand over what had no room before. */
    private boolean isIdle() {
        int work = 0;
        for (int pass = 0; pass < CONFIRMING_PASSES; pass++) {
            for (int i = 0; i < engine.coreCount(); i++) {
                work += engine.step(i);
            }
        }
        return work == 0;
    }

    /**
     * Runs until idle, then lets time pass: from one timer to the next, running until idle at each.
     *
     * @throws IllegalStateException as {@link #runUntilIdle}
     */
    public void advance(Duration by) {
        long endNs = clock.nanoTime() + by.toNanos();
        runUntilIdle();
        long leftNs;
        while ((leftNs = endNs - clock.nanoTime()) > 0) {
            clock.advanceNs(Math.min(leftNs, engine.untilNextTimerNs()));
            runUntilIdle();
        }
    }
}
