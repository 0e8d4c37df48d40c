package io.eyewall.engine.lifecycle;

import io.eyewall.engine.executor.Executor;
import io.eyewall.engine.executor.SpoutExecutor;

/**
 * Tells spouts whether they may emit: while their topology is active, once all its tasks are open.
 * Thread-safe; whoever tells them last tells them what holds.
 */
final class Activation {
    private final ExecutorRegistry registry;
    private final TopologyLife life;

    Activation(ExecutorRegistry registry, TopologyLife life) {
        this.registry = registry;
        this.life = life;
    }

    /** Its status has changed. Any thread but the cores'. */
    void tell() {
        registry.whileTasksStay().lock();
        try {
            tellOnCore();
        } finally {
            registry.whileTasksStay().unlock();
        }
    }

    /** The same on a thread that drives a core, so that no task moves meanwhile. */
    synchronized void tellOnCore() {
        boolean active = life.letsSpoutsEmit();
        for (Executor executor : registry.executors()) {
            if (executor instanceof SpoutExecutor spout) {
                spout.proxy().setActive(active);
            }
        }
    }
}
