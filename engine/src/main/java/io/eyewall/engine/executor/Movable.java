package io.eyewall.engine.executor;

/** What knows the executor of its task and must learn of another. */
interface Movable {
    /** Another executor runs the task from now on. While all cores stand still. */
    void moveTo(Executor next);
}
