package io.eyewall.engine.executor;

import io.eyewall.engine.acking.TupleTree;
import io.eyewall.engine.delivery.StreamSource;
import java.util.Collection;
import java.util.List;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Observes a topology while it runs; test drivers use it. Called on the owner thread of the core of
 * the executor concerned, between calls of user code. The tasks of a topology with a probe emit on
 * the slow path.
 */
public interface TopologyProbe {
    /**
     * Called when all tasks of an executor have been opened or prepared; the executor has received
     * no tuple yet.
     *
     * @param executor the executor that runs the tasks
     */
    void onOpened(Executor executor);

    /**
     * Called when a task emits a tuple, before any task receives it. An exception is thrown to the
     * user code that emits.
     *
     * @param task the task that emits
     * @param source task, stream and fields
     * @param values the emitted list itself
     * @param messageId the spout's message id, or null
     * @param anchors the bolt's anchors; null or empty if there are none
     * @param targets ids of the tasks that will receive the tuple
     * @return the values to deliver: {@code values}, or others in their place
     */
    List<Object> onEmit(
            Task task,
            StreamSource source,
            List<Object> values,
            @Nullable Object messageId,
            @Nullable Collection<Tuple> anchors,
            List<Integer> targets);

    /**
     * Called when a bolt acks or fails a tuple, before that has any effect, on the thread that acks
     * or fails it.
     *
     * @param tree the tree in which the tuple is counted, or null if it is not tracked
     */
    default void onFinish(@Nullable TupleTree tree) {}

    /**
     * Called when the ack or fail announced by {@link #onFinish} has been made.
     *
     * @param tree the tree in which the tuple was counted
     * @param failed whether the tuple was failed rather than acked; its message then completes
     *     slightly later
     */
    default void onFinished(TupleTree tree, boolean failed) {}
}
