package io.eyewall.engine.core;

import java.time.Duration;
import java.util.List;

/**
 * Stops all cores of an engine between two steps, so that their state can be rearranged. Called by
 * threads other than the cores' owners.
 */
public interface Safepoint {
    /**
     * Runs an action while no core does anything. Foreign threads continue; what they submit
     * meanwhile is kept.
     *
     * @param limit maximum time for the cores to stop: running user code must end first, or its
     *     thread must lose the core
     * @return whether the action was run; false if the cores did not stop in time
     * @throws InterruptedException if the caller is interrupted while it waits
     */
    boolean run(Runnable action, Duration limit) throws InterruptedException;

    /**
     * Lets the cores run for a moment before the next attempt, so that user code can end and
     * waiting commands can run.
     *
     * @throws InterruptedException if the caller is interrupted meanwhile
     */
    void runBriefly() throws InterruptedException;

    /**
     * Delivers into mailboxes everything that is on its way between the cores, and runs all their
     * commands. Called while all cores stand still.
     */
    static void settle(List<Core> cores) {
        for (int quietRounds = 0;
                quietRounds < 2; ) { // one quiet round may still have handed something over
            int work = 0;
            for (Core core : cores) {
                work += core.settle();
            }
            quietRounds = work == 0 ? quietRounds + 1 : 0;
        }
    }
}
