package io.eyewall.engine.delivery;

import io.eyewall.engine.core.Unit;
import java.util.Collections;
import java.util.List;

/** A task as the receiver of tuples. */
public abstract class Endpoint {
    private final int taskId;
    private final List<Integer> asList;
    private final Unit unit;

    protected Endpoint(int taskId, Unit unit) {
        this.taskId = taskId;
        this.asList = Collections.singletonList(taskId);
        this.unit = unit;
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

    /** A tuple for this task has come; called on the thread that drives {@code unit().core()}. */
    public abstract void receive(EngineTuple tuple);
}
