package io.eyewall.testkit;

import io.eyewall.topology.ComponentPlan;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * Emits in the place of a spout; see {@link TopologyTestDriver#spout}. What is fed waits for the
 * spout's {@code nextTuple}, hence for the driver to run, and for {@code
 * topology.max.spout.pending}. Immutable: {@code onStream} and the like return another view of the
 * same spout.
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

    /** The same spout, emitting on another stream than {@code default}. */
    public SpoutFeed onStream(String other) {
        return new SpoutFeed(feeder, component, taskIndex, other, directTask);
    }

    /**
     * The same spout, emitting from another task than its first.
     *
     * @param index from 0, among the spout's tasks
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

    /** The same spout, emitting directly to one task, for streams that are declared direct. */
    public SpoutFeed toTask(int taskId) {
        return new SpoutFeed(feeder, component, taskIndex, stream, taskId);
    }

    /**
     * Feeds a tuple that is tracked under a message id of the driver's own.
     *
     * @return the message id, as {@link TopologyTestDriver#acked()} will give it
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

    /** Feeds a tuple without a message id: nobody is told whether it was processed. */
    public void emitUntracked(@Nullable Object... values) {
        feed(null, values);
    }

    private void feed(@Nullable Object messageId, @Nullable Object... values) {
        List<Object> list = Collections.unmodifiableList(Arrays.asList(values.clone()));
        feeder.checkFields(component, stream, list);
        feeder.feedSpout(
                component, taskIndex, new FedSpout.Fed(stream, directTask, messageId, list));
    }

    /** Tuples fed to all tasks that the spout has not emitted yet. */
    public int waiting() {
        return feeder.fedSpouts(component).stream().mapToInt(FedSpout::waiting).sum();
    }

    /** Message ids of this spout that were acked, in that order. */
    public List<Object> acked() {
        return feeder.messages().acked(component.componentId());
    }

    /** Message ids of this spout that failed or timed out, in that order. */
    public List<Object> failed() {
        return feeder.messages().failed(component.componentId());
    }

    /** Message ids of this spout that were emitted and are neither acked nor failed. */
    public List<Object> pending() {
        return feeder.messages().pending(component.componentId());
    }
}
