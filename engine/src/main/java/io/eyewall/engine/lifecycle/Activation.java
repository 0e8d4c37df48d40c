package io.eyewall.engine.lifecycle;

import io.eyewall.engine.executor.Executor;
import io.eyewall.engine.executor.SpoutExecutor;

/**
 * Tells spouts whether they may emit: while their topology is active, once all its tasks are open.
 * Thread-safe; whoever tells them last tells them what holds.
 */
final class Activation {
    private final Roster roster;
    private final TopologyLife life;

    Activation(Roster roster, TopologyLife life) {
        this.roster = roster;
        this.life = life;
    }

    /** Its status has changed. Any thread but the cores'. */
    void tell() {
        roster.whileTasksStay().lock();
        try {
            tellOnCore();
        } finally {
            roster.whileTasksStay().unlock();
        }
    }

    /** The same on a thread that drives a core, so that no task moves meanwhile. */
    synchronized void tellOnCore() {
        boolean active = life.letsSpoutsEmit();
        for (Executor executor : roster.executors()) {
            if (executor instanceof SpoutExecutor spout) {
                spout.proxy().setActive(active);
            }
        }
    }
}
