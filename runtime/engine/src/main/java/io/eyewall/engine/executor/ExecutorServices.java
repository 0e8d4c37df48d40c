package io.eyewall.engine.executor;

import io.eyewall.engine.trace.TraceBook;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import org.apache.storm.generated.DebugOptions;
import org.jspecify.annotations.Nullable;

/**
 * The services that a topology provides to its executors. All methods may be called from any
 * thread.
 */
public interface ExecutorServices {
    /** Fails the topology, because user code threw. */
    void fail(String componentId, int taskId, String call, Throwable cause);

    /** Reports an error of a component, whether the component reports it or the engine. */
    void reportError(String componentId, int taskId, @Nullable Throwable error);

    /** Called when a task is about to be opened or prepared, on the calling thread. */
    void onOpening(Executor executor, Task task);

    /**
     * Called when every task of an executor has been opened or prepared, on the calling thread,
     * which is still in its user code: if this takes long, other executors of the core continue on
     * another thread.
     */
    default void onPrepared(Executor executor) {}

    /**
     * Called when every task of an executor has been opened or prepared and the executor accepts
     * tuples. On the executor's core.
     */
    void onOpened(Executor executor);

    /** Called when every task of an executor has been closed or cleaned up, as far as possible. */
    void onClosed(Executor executor);

    /** Returns the class loader of the topology. */
    ClassLoader classLoader();

    /** Returns whether the topology has failed, so that further exceptions no longer matter. */
    boolean hasFailed();

    /**
     * Returns whether the topology waits to take over from another one; if so, it gets no tick
     * tuples.
     */
    default boolean isInStandby() {
        return false;
    }

    /** Returns the topology's current credentials. */
    Map<String, String> credentials();

    /** Returns the task with that id; null if there is none, or if it is an acker. */
    @Nullable Task task(int taskId);

    /**
     * Returns the lock that threads other than a core's owner hold while they hand something to a
     * task's executor, so that the task does not move to another one at that moment. The lock is
     * held briefly: no thread blocks while holding it.
     */
    Lock taskMoveLock();

    /**
     * Returns whether tasks of the topology are about to move, as soon as some user code has
     * returned. If so, waits that keep user code from returning, such as a wait for room, must be
     * short.
     */
    default boolean isAboutToMove() {
        return false;
    }

    /**
     * Returns whether user code of the topology waits for a lock that the calling thread holds.
     *
     * @param underSemaphore whether the calling thread may hold a permit of any semaphore for which
     *     user code waits
     */
    default boolean isCallerAwaited(boolean underSemaphore) {
        return false;
    }

    /** Returns the topology's traces. */
    TraceBook traces();

    /** Returns the event logging options by component, or by topology id for all components. */
    Map<String, DebugOptions> debugOptions();

    /**
     * Returns the probe that observes the topology, or null. It is the same for the topology's
     * whole life.
     */
    default @Nullable TopologyProbe probe() {
        return null;
    }
}
