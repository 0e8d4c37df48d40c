package io.eyewall.engine.executor;

/** An object that refers to the executor of its task and is notified when the task moves. */
public interface Movable {
    /**
     * Replaces the executor, when another one runs the task from now on. While all cores stand
     * still.
     */
    void moveTo(Executor next);
}
