package io.eyewall.testkit;

import io.eyewall.engine.acking.TupleTree;
import io.eyewall.engine.delivery.EngineTuple;
import io.eyewall.engine.delivery.StreamSource;
import io.eyewall.engine.executor.Executor;
import io.eyewall.engine.executor.Task;
import io.eyewall.engine.executor.TopologyProbe;
import io.eyewall.testkit.internal.StormTimers;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.storm.hooks.BaseTaskHook;
import org.apache.storm.hooks.info.BoltExecuteInfo;
import org.apache.storm.hooks.info.SpoutAckInfo;
import org.apache.storm.hooks.info.SpoutFailInfo;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Records the emits, executes and completions of a topology. Called by the driver's thread only.
 */
final class RecordingProbe implements TopologyProbe {
    private final VirtualClock clock;
    private final @Nullable KryoRoundTrip roundTrip;
    private final MessageLog messages = new MessageLog();
    private final List<EmittedTuple> emitted = new ArrayList<>();
    private final List<ExecutedTuple> executed = new ArrayList<>();

    /**
     * Creates a recorder.
     *
     * @param roundTrip copies the values of every emitted tuple; null: they are not copied
     */
    RecordingProbe(VirtualClock clock, @Nullable KryoRoundTrip roundTrip) {
        this.clock = clock;
        this.roundTrip = roundTrip;
    }

    List<EmittedTuple> emitted() {
        return emitted;
    }

    List<ExecutedTuple> executed() {
        return executed;
    }

    MessageLog messages() {
        return messages;
    }

    void clear() {
        emitted.clear();
        executed.clear();
        messages.clear();
    }

    /**
     * Registers a hook that records executes, acks and fails of a task; to be called before the
     * task is opened.
     */
    void listenTo(Task task) {
        task.context().addTaskHook(new Hook(task.context().getThisComponentId()));
    }

    @Override
    public void onOpened(Executor executor) {
        StormTimers.followEngine(executor);
    }

    @Override
    public List<Object> onEmit(
            Task task,
            StreamSource source,
            List<Object> values,
            @Nullable Object messageId,
            @Nullable Collection<Tuple> anchors,
            List<Integer> targets) {
        Set<Object> ids = new LinkedHashSet<>();
        if (messageId != null) {
            ids.add(messageId);
            messages.onEmitted(source.componentId(), messageId);
        } else if (anchors != null) {
            anchors.forEach(anchor -> addMessageIds(anchor, ids));
        }
        return onEmit(source, values, ids, targets);
    }

    /**
     * Records a tuple that is about to be sent to its targets.
     *
     * @return the values to deliver
     */
    List<Object> onEmit(
            StreamSource source,
            List<Object> values,
            Collection<Object> messageIds,
            List<Integer> targets) {
        emitted.add(
                new EmittedTuple(
                        source.componentId(),
                        source.taskId(),
                        source.streamId(),
                        values,
                        List.copyOf(messageIds),
                        targets,
                        now()));
        return roundTrip == null || targets.isEmpty()
                ? values
                : roundTrip.copy(source.componentId(), source.streamId(), values);
    }

    private static void addMessageIds(Tuple anchor, Set<Object> ids) {
        TupleTree tree = anchor instanceof EngineTuple tuple ? tuple.tree() : null;
        if (tree != null) {
            tree.forEachRoot(root -> ids.add(root.messageId()));
        }
    }

    private Instant now() {
        return Instant.ofEpochMilli(clock.currentTimeMillis());
    }

    private final class Hook extends BaseTaskHook {
        private final String component;

        Hook(String component) {
            this.component = component;
        }

        @Override
        public void boltExecute(BoltExecuteInfo info) {
            executed.add(
                    new ExecutedTuple(
                            component,
                            info.executingTaskId,
                            info.tuple.getSourceComponent(),
                            info.tuple.getSourceTask(),
                            info.tuple.getSourceStreamId(),
                            info.tuple.getValues(),
                            now()));
        }

        @Override
        public void spoutAck(SpoutAckInfo info) {
            messages.onAcked(component, info.messageId);
        }

        @Override
        public void spoutFail(SpoutFailInfo info) {
            messages.onFailed(component, info.messageId);
        }
    }
}
