package io.eyewall.engine.executor;

import io.eyewall.engine.acking.TupleTree;
import io.eyewall.engine.delivery.StreamSource;
import java.util.Collection;
import java.util.List;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Looks into a topology while it runs: what a test driver sees by. Called on the thread that drives
 * the core of the executor in question, between calls of user code. A topology that has a probe
 * emits on a slower path.
 */
public interface TopologyProbe {
    /**
     * All tasks of an executor have been opened or prepared; it has received no tuple yet.
     *
     * @param executor whose tasks they are
     */
    void onOpened(Executor executor);

    /**
     * A task emits and nobody has got the tuple yet. An exception goes to the user code that emits.
     *
     * @param task who emits
     * @param source task, stream and fields
     * @param values the emitted list itself
     * @param messageId what a spout gave, or null
     * @param anchors what a bolt anchored to; null or empty if nothing
     * @param targets task ids that will get it
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
     * A bolt acks or fails a tuple; called before anything comes of it, on the thread that does.
     *
     * @param tree where the tuple is counted, or null if it is not
     */
    default void onFinish(@Nullable TupleTree tree) {}

    /**
     * What {@link #onFinish} announced has been done.
     *
     * @param tree where the tuple was counted
     * @param failed whether it was failed, not acked; its message ends a moment later then
     */
    default void onFinished(TupleTree tree, boolean failed) {}
}
