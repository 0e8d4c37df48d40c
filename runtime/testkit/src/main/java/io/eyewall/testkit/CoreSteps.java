package io.eyewall.testkit;

import io.eyewall.engine.SteppedEngine;
import java.time.Duration;
import java.util.SplittableRandom;

/**
 * Decides which core of a stepped engine runs its next step, and when time advances. The order of
 * the cores is pseudo-random and determined by a seed: the same seed yields the same run. Other
 * seeds yield other interleavings, including some in which one core gets far ahead of the others.
 * Used by the thread that drives the engine.
 */
public final class CoreSteps {
    /** The most steps that one core runs in a row before the next core is chosen. */
    private static final int MAX_BURST_STEPS = 12;

    private static final int CONFIRMING_PASSES = 2;

    private final SteppedEngine engine;
    private final VirtualClock clock;
    private final SplittableRandom random;
    private final int stepLimit;
    private int core;
    private int remainingBurst;

    /**
     * Creates a sequence of steps for an engine.
     *
     * @param engine engine whose cores are stepped
     * @param clock the engine's clock
     * @param seed determines the order of the cores
     * @param stepLimit number of steps at one instant after which {@link #runUntilIdle} fails
     */
    public CoreSteps(SteppedEngine engine, VirtualClock clock, long seed, int stepLimit) {
        this.engine = engine;
        this.clock = clock;
        this.random = new SplittableRandom(seed);
        this.stepLimit = stepLimit;
    }

    /**
     * Runs one step of one core.
     *
     * @return amount of work done by the step; 0 does not mean that other cores have nothing to do
     */
    public int step() {
        if (--remainingBurst < 0) {
            core = random.nextInt(engine.coreCount());
            remainingBurst = random.nextInt(MAX_BURST_STEPS);
        }
        return engine.step(core);
    }

    /**
     * Runs steps until no core has anything to do at this instant.
     *
     * @throws IllegalStateException if a core still has work after the limit of steps
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
                        + " steps at the same instant. A spout that always has more to emit never"
                        + " becomes idle: run a number of steps instead, feed the spout, or limit"
                        + " it by topology.max.spout.pending. If there is just much to do, raise"
                        + " the step limit");
    }

    /**
     * Returns whether two passes over all cores do no work. One pass is not enough: a core without
     * work may still hand over tuples for which a receiver had no room before.
     */
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
     * Runs until idle, then advances time from timer to timer and runs until idle at each.
     *
     * @throws IllegalStateException as {@link #runUntilIdle}
     */
    public void advance(Duration by) {
        long endNs = clock.nanoTime() + by.toNanos();
        runUntilIdle();
        long remainingNs;
        while ((remainingNs = endNs - clock.nanoTime()) > 0) {
            clock.advanceNs(Math.min(remainingNs, engine.untilNextTimerNs()));
            runUntilIdle();
        }
    }
}
