package io.eyewall.engine.core;

import java.time.Duration;
import java.util.List;

/**
 * Stops all cores of an engine between two steps, so that what belongs to them can be rearranged.
 */
public interface Safepoint {
    /**
     * Runs an action while no core does anything. Foreign threads go on: what they submit is kept.
     *
     * @param limit how long the cores may take to come to a stop: user code that runs must end
     *     first, or its thread lose the core
     * @return whether the action was run; false if the cores did not stop in time
     * @throws InterruptedException if the caller is interrupted while it waits
     */
    boolean run(Runnable action, Duration limit) throws InterruptedException;

    /**
     * Lets the cores go on for a moment before the next try: for user code that is to come to its
     * end, and commands that wait.
     *
     * @throws InterruptedException if the caller is interrupted meanwhile
     */
    void goOn() throws InterruptedException;

    /**
     * While all cores stand still: everything that is on its way between them arrives, in
     * mailboxes, and all commands are run.
     */
    static void settle(List<Core> cores) {
        for (int quietRounds = 0; quietRounds < 2; ) { // the last may have handed something over
            int work = 0;
            for (Core core : cores) {
                work += core.settle();
            }
            quietRounds = work == 0 ? quietRounds + 1 : 0;
        }
    }
}
