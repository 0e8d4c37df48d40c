package io.eyewall.engine.delivery;

import io.eyewall.engine.acking.TreeOwner;
import io.eyewall.engine.acking.TupleTree;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.CoreOwner;
import io.eyewall.engine.core.Tasklet;
import io.eyewall.engine.memory.Padded;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A task as the receiver of tuples. Any core may read its fields: they change seldom, or only while
 * all cores stand still.
 */
public abstract class Endpoint extends Padded {
    private final int taskId;
    private final List<Integer> asList;
    private Tasklet tasklet;
    private Core core;
    private long callNs;

    protected Endpoint(int taskId, Tasklet tasklet) {
        this.taskId = taskId;
        this.asList = Collections.singletonList(taskId);
        this.tasklet = tasklet;
        this.core = tasklet.core();
    }

    public final int taskId() {
        return taskId;
    }

    /** Returns a list that contains only this task's id: the result of an emit to it. */
    public final List<Integer> asList() {
        return asList;
    }

    /** Returns the executor that runs the task. */
    public final Tasklet tasklet() {
        return tasklet;
    }

    /**
     * Returns the executor's core. Kept here so that senders on other cores need not read the
     * executor, whose cache lines its own core writes all the time.
     */
    public final Core core() {
        return core;
    }

    /**
     * Returns whether the task's executor is dedicated, so that no core is nearer to it than
     * another.
     */
    public final boolean isDedicated() {
        return tasklet.isBlocked(Tasklet.DEDICATED);
    }

    /**
     * Returns how long this task usually takes for a tuple, including its direct calls of other
     * tasks, in nanoseconds; 0 while unknown. Any thread; may be slightly stale.
     */
    public final long callNs() {
        return callNs;
    }

    /**
     * Records how long a tuple has taken, in a moving average of which it makes up a quarter.
     * Writes only if the average has changed by more than an eighth, because other cores cache the
     * field.
     */
    protected final void recordCall(long ns) {
        long averageNs = callNs == 0 ? ns : callNs + (ns - callNs) / 4;
        if (Math.abs(averageNs - callNs) > callNs / 8) {
            callNs = averageNs;
        }
    }

    /** Assigns the task to another executor, while all cores stand still. */
    protected final void placeOn(Tasklet executor) {
        tasklet = executor;
        core = executor.core();
        core.changeLayout();
    }

    /**
     * Delivers a tuple that a task emits to this one; called on the owner thread of the emitter's
     * core. The parts of the tuple are separate parameters: if the tuple is executed at once and
     * user code keeps none of it, the JIT compiler then allocates no object for it. An object is
     * necessary only where the tuple waits or crosses to another core.
     *
     * @param source the emitting task and its stream
     * @param values the emitted list itself
     * @param tree the tree in which the tuple has been counted already, or null if it is not
     *     tracked
     * @param from the emitter's core
     * @param owner the calling thread, as the core's owner
     */
    public abstract void deliver(
            StreamSource source,
            List<Object> values,
            @Nullable TupleTree tree,
            Core from,
            CoreOwner owner);

    /**
     * Delivers a tuple that exists as an object already because it is traced.
     *
     * @param tuple a tuple for this task, emitted on core {@code from}
     */
    public abstract void deliver(EngineTuple tuple, Core from, CoreOwner owner);

    /**
     * Returns the tree for tuples that another core, or the collector of another task on any
     * thread, emits anchored to a tuple of this task. An ack of the anchor after this call leaves
     * the anchor unfinished until those tuples are finished.
     *
     * @param emitter the core that counts them
     * @return null if the anchor is untracked or finished
     */
    public abstract @Nullable TupleTree graft(EngineTuple anchor, TreeOwner emitter);

    /**
     * Receives a tuple for this task; called on the owner thread of {@code tasklet().core()}.
     *
     * @param owner the calling thread, as the core's owner
     */
    public abstract void receive(EngineTuple tuple, CoreOwner owner);
}
