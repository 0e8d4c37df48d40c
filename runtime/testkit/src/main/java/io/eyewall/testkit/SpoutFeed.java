package io.eyewall.testkit;

import io.eyewall.topology.ComponentPlan;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * Emits tuples in place of a spout; see {@link TopologyTestDriver#spout}. A fed tuple waits until
 * the driver runs and calls the spout's {@code nextTuple}, which also depends on {@code
 * topology.max.spout.pending}. Immutable: {@code onStream}, {@code onTask} and {@code toTask}
 * return another view of the same spout. Used by the driver's thread only.
 */
public final class SpoutFeed {
    private final Feeder feeder;
    private final ComponentPlan component;
    private final int taskIndex;
    private final String stream;
    private final int directTask;

    private SpoutFeed(
            Feeder feeder, ComponentPlan component, int taskIndex, String stream, int directTask) {
        this.feeder = feeder;
        this.component = component;
        this.taskIndex = taskIndex;
        this.stream = stream;
        this.directTask = directTask;
    }

    SpoutFeed(Feeder feeder, ComponentPlan component) {
        this(feeder, component, 0, Utils.DEFAULT_STREAM_ID, -1);
    }

    /** Returns a view of this spout that emits on another stream than {@code default}. */
    public SpoutFeed onStream(String other) {
        return new SpoutFeed(feeder, component, taskIndex, other, directTask);
    }

    /**
     * Returns a view of this spout that emits from another task than the first.
     *
     * @param index index among the spout's tasks, from 0
     */
    public SpoutFeed onTask(int index) {
        if (index < 0 || index >= component.taskIds().size()) {
            throw new IllegalArgumentException(
                    "spout '"
                            + component.componentId()
                            + "' has no task number "
                            + index
                            + "; it has "
                            + component.taskIds().size()
                            + ", counted from 0");
        }
        return new SpoutFeed(feeder, component, index, stream, directTask);
    }

    /**
     * Returns a view of this spout that emits directly to one task, for streams that are declared
     * direct.
     */
    public SpoutFeed toTask(int taskId) {
        return new SpoutFeed(feeder, component, taskIndex, stream, taskId);
    }

    /**
     * Feeds a tuple that is tracked under a message id chosen by the driver.
     *
     * @return the message id, as {@link TopologyTestDriver#acked()} will return it
     */
    public Object emit(@Nullable Object... values) {
        Object messageId = feeder.nextMessageId();
        feed(messageId, values);
        return messageId;
    }

    /** Feeds a tuple that is tracked under the given message id. */
    public void emitAs(Object messageId, @Nullable Object... values) {
        feed(messageId, values);
    }

    /** Feeds a tuple without a message id, whose completion is not reported. */
    public void emitUntracked(@Nullable Object... values) {
        feed(null, values);
    }

    private void feed(@Nullable Object messageId, @Nullable Object... values) {
        List<Object> tupleValues = Collections.unmodifiableList(Arrays.asList(values.clone()));
        feeder.checkFields(component, stream, tupleValues);
        feeder.feedSpout(
                component,
                taskIndex,
                new FedSpout.FedTuple(stream, directTask, messageId, tupleValues));
    }

    /**
     * Returns the number of tuples that were fed to all tasks and that the spout has not emitted
     * yet.
     */
    public int waiting() {
        return feeder.fedSpouts(component).stream().mapToInt(FedSpout::waitingCount).sum();
    }

    /** Returns the ids of this spout's messages that were acked, in the order of the acks. */
    public List<Object> acked() {
        return feeder.messages().acked(component.componentId());
    }

    /** Returns the ids of this spout's messages that failed or timed out, in that order. */
    public List<Object> failed() {
        return feeder.messages().failed(component.componentId());
    }

    /** Returns the ids of this spout's pending messages. */
    public List<Object> pending() {
        return feeder.messages().pending(component.componentId());
    }
}
