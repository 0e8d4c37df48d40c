package io.eyewall.engine.executor;

import io.eyewall.engine.trace.TraceBook;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import org.apache.storm.generated.DebugOptions;
import org.jspecify.annotations.Nullable;

/** What an executor needs of its topology. All methods may be called from any thread. */
public interface ExecutorServices {
    /** User code threw: the topology fails. */
    void fail(String componentId, int taskId, String call, Throwable cause);

    /** A component reports an error, or one is reported for it. */
    void reportError(String componentId, int taskId, @Nullable Throwable error);

    /** A task is about to be opened or prepared, on the calling thread. */
    void onOpening(Executor executor, Task task);

    /**
     * Every task of an executor has been opened or prepared, on the calling thread, which is still
     * in its user code: neighbours go on if this takes long.
     */
    default void onPrepared(Executor executor) {}

    /** The same, on its core: it takes tuples. */
    void onOpened(Executor executor);

    /** Every task of an executor has been closed or cleaned up, as far as possible. */
    void onClosed(Executor executor);

    /** Loads the topology's classes. */
    ClassLoader classLoader();

    /** Whether the topology has failed, so that further exceptions no longer matter. */
    boolean hasFailed();

    /** Whether the topology waits to take over from another one: nobody gets tick tuples. */
    default boolean isInStandby() {
        return false;
    }

    /** Credentials of the topology as they are now. */
    Map<String, String> credentials();

    /** The task of that id; null if there is none, or it is an acker. */
    @Nullable Task task(int taskId);

    /**
     * Held by other threads than the cores' while they hand something to a task's executor, so that
     * the task does not move to another at that moment. Short: nobody blocks while holding it.
     */
    Lock whileTasksStay();

    /**
     * Whether tasks of the topology are about to move, as soon as some user code has returned: what
     * keeps it from returning, such as a wait for room, is to be short.
     */
    default boolean isAboutToMove() {
        return false;
    }

    /** Whether user code of the topology waits for a lock that the calling thread holds. */
    default boolean isCallerAwaited() {
        return false;
    }

    /** What is traced of it. */
    TraceBook traces();

    /** Event logging options by component, or by topology id for all. */
    Map<String, DebugOptions> debugOptions();

    /** Who looks on; null if nobody does. The same for the topology's whole life. */
    default @Nullable TopologyProbe probe() {
        return null;
    }
}
