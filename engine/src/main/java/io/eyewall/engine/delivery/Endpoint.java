package io.eyewall.engine.delivery;

import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.Driver;
import io.eyewall.engine.core.Unit;
import io.eyewall.engine.memory.Padded;
import java.util.Collections;
import java.util.List;

/**
 * A task as the receiver of tuples. What is here changes only while all cores stand still: any core
 * may read it.
 */
public abstract class Endpoint extends Padded {
    private final int taskId;
    private final List<Integer> asList;
    private Unit unit;
    private Core core;

    protected Endpoint(int taskId, Unit unit) {
        this.taskId = taskId;
        this.asList = Collections.singletonList(taskId);
        this.unit = unit;
        this.core = unit.core();
    }

    public final int taskId() {
        return taskId;
    }

    /** Just this task's id, as {@code emit} returns it. */
    public final List<Integer> asList() {
        return asList;
    }

    /** The executor that runs the task. */
    public final Unit unit() {
        return unit;
    }

    /**
     * The executor's core. Kept here so that senders on other cores needn't read the executor,
     * whose cache lines its own core writes all the time.
     */
    public final Core core() {
        return core;
    }

    /** Another executor runs the task from now on. While all cores stand still. */
    protected final void placeOn(Unit executor) {
        unit = executor;
        core = executor.core();
        core.changeLayout();
    }

    /**
     * A tuple for this task has come; called on the thread that drives {@code unit().core()}.
     *
     * @param own the claim of that thread
     */
    public abstract void receive(EngineTuple tuple, Driver own);
}
