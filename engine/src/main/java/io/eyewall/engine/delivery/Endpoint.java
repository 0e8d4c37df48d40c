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
 * A task as the receiver of tuples. What is here changes only while all cores stand still, or
 * seldom: any core may read it.
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

    /** Just this task's id, as {@code emit} returns it. */
    public final List<Integer> asList() {
        return asList;
    }

    /** The executor that runs the task. */
    public final Tasklet tasklet() {
        return tasklet;
    }

    /**
     * The executor's core. Kept here so that senders on other cores needn't read the executor,
     * whose cache lines its own core writes all the time.
     */
    public final Core core() {
        return core;
    }

    /** Whether it runs on a thread of its own, so that no core is nearer to it than another. */
    public final boolean isDedicated() {
        return tasklet.isBlocked(Tasklet.DEDICATED);
    }

    /**
     * How long one of its tuples usually takes, with what it calls directly, in nanoseconds; 0
     * while that is not known. Any thread; may be a moment old.
     */
    public final long callNs() {
        return callNs;
    }

    /**
     * A tuple has taken so long. Written only where it differs much, since others' caches hold it.
     */
    protected final void seeCall(long ns) {
        long usualNs = callNs == 0 ? ns : callNs + (ns - callNs) / 4;
        if (Math.abs(usualNs - callNs) > callNs / 8) {
            callNs = usualNs;
        }
    }

    /** Another executor runs the task from now on. While all cores stand still. */
    protected final void placeOn(Tasklet executor) {
        tasklet = executor;
        core = executor.core();
        core.changeLayout();
    }

    /**
     * A task emits to this one; called on the thread that drives the emitter's core. What is the
     * tuple comes in parts: where it is executed at once and user code keeps none of it, the JIT
     * compiler then makes no object of it, although it must be one where it waits or crosses over.
     *
     * @param source who emits it, on which stream
     * @param values the emitted list itself
     * @param tree the tree in which it has been counted already, or null if it is not tracked
     * @param from the emitter's core
     * @param own the claim of the calling thread
     */
    public abstract void deliver(
            StreamSource source,
            List<Object> values,
            @Nullable TupleTree tree,
            Core from,
            CoreOwner own);

    /**
     * The same with a tuple that is an object already, since it is traced.
     *
     * @param tuple of this task, from the core named
     */
    public abstract void deliver(EngineTuple tuple, Core from, CoreOwner own);

    /**
     * The tree for tuples that another core, or another task's collector on whatever thread, emits
     * anchored to a tuple of this task. From now on an ack of the tuple that comes after this call
     * leaves it unfinished until they are finished.
     *
     * @param emitter the core that counts them
     * @return null if the tuple is untracked or finished
     */
    public abstract @Nullable TupleTree graft(EngineTuple anchor, TreeOwner emitter);

    /**
     * A tuple for this task has come; called on the thread that drives {@code tasklet().core()}.
     *
     * @param own the claim of that thread
     */
    public abstract void receive(EngineTuple tuple, CoreOwner own);
}
