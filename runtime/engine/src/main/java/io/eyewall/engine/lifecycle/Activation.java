package io.eyewall.engine.lifecycle;

import io.eyewall.engine.executor.Executor;
import io.eyewall.engine.spout.SpoutExecutor;

/**
 * Activates and deactivates the spouts of a topology: they may emit while the topology is active
 * and all its tasks are open. Thread-safe: each call applies the state that holds at that moment,
 * so the last call leaves the spouts in the current state.
 */
final class Activation {
    private final ExecutorRegistry registry;
    private final TopologyLife life;

    Activation(ExecutorRegistry registry, TopologyLife life) {
        this.registry = registry;
        this.life = life;
    }

    /** Applies a changed status to all spouts. Called by any thread that does not drive a core. */
    void apply() {
        registry.taskMoveLock().lock();
        try {
            applyOnCore();
        } finally {
            registry.taskMoveLock().unlock();
        }
    }

    /** As {@link #apply}, but called by a core's owner: no task moves while a core runs a step. */
    synchronized void applyOnCore() {
        boolean active = life.maySpoutsEmit();
        for (Executor executor : registry.executors()) {
            if (executor instanceof SpoutExecutor spout) {
                spout.proxy().setActive(active);
            }
        }
    }
}
