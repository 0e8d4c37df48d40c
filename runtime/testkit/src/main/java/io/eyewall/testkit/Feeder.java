package io.eyewall.testkit;

import io.eyewall.engine.acking.RootListener;
import io.eyewall.engine.acking.RootTree;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.delivery.Endpoint;
import io.eyewall.engine.delivery.EngineTuple;
import io.eyewall.engine.executor.Executor;
import io.eyewall.engine.executor.Task;
import io.eyewall.engine.lifecycle.TopologyRuntime;
import io.eyewall.engine.routing.Route;
import io.eyewall.topology.ComponentPlan;
import io.eyewall.topology.StreamPlan;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Puts the tuples of a test into a topology. Used by the driver's thread only. */
final class Feeder {
    private final TopologyRuntime topology;
    private final RecordingProbe recorder;
    private long lastMessageId;

    Feeder(TopologyRuntime topology, RecordingProbe recorder) {
        this.topology = topology;
        this.recorder = recorder;
    }

    Object nextMessageId() {
        return ++lastMessageId;
    }

    MessageLog messages() {
        return recorder.messages();
    }

    /**
     * Rejects tuples that the component could not emit.
     *
     * @throws IllegalArgumentException if the stream or the number of values is wrong; the message
     *     names what is possible
     */
    void checkFields(ComponentPlan component, String stream, List<Object> values) {
        StreamPlan plan = component.streams().get(stream);
        if (plan == null) {
            throw new IllegalArgumentException(
                    "component '"
                            + component.componentId()
                            + "' declares no stream '"
                            + stream
                            + "'; it has "
                            + component.streams().keySet());
        }
        if (values.size() != plan.fields().size()) {
            throw new IllegalArgumentException(
                    "component '"
                            + component.componentId()
                            + "' stream '"
                            + stream
                            + "' has the fields "
                            + plan.fields().toList()
                            + ", but "
                            + values.size()
                            + " values were fed: "
                            + values);
        }
    }

    private Task requireTask(int taskId) {
        Task task = topology.task(taskId);
        if (task == null) {
            throw new IllegalArgumentException(
                    "topology '"
                            + topology.plan().name()
                            + "' has no task "
                            + taskId
                            + "; its tasks are "
                            + topology.plan().componentToTasks());
        }
        return task;
    }

    List<FedSpout> fedSpouts(ComponentPlan component) {
        return component.taskIds().stream().map(id -> (FedSpout) requireTask(id).object()).toList();
    }

    void feedSpout(ComponentPlan component, int taskIndex, FedSpout.FedTuple tuple) {
        Task task = requireTask(component.taskIds().get(taskIndex));
        ((FedSpout) task.object()).feed(tuple);
    }

    /**
     * Sends a tuple to the subscribers of a stream as if the component's first task had emitted it.
     * It goes through their mailboxes, so nothing is executed before the next step.
     *
     * @param directTask the only receiver, or -1 to let the groupings choose
     * @return the message id under which the tuple is tracked
     */
    Object feed(ComponentPlan component, String stream, int directTask, List<Object> values) {
        checkFields(component, stream, values);
        if (component.taskIds().isEmpty()) {
            throw new IllegalArgumentException(
                    "component '" + component.componentId() + "' has no task to emit from");
        }
        Object messageId = nextMessageId();
        Task source = requireTask(component.taskIds().get(0));
        @Nullable Task target = directTask < 0 ? null : requireTask(directTask);
        Executor executor = (Executor) source.tasklet();
        executor.core().submit(() -> send(source, stream, target, values, messageId));
        return messageId;
    }

    /** Sends the tuple; runs on the core of the source. */
    private void send(
            Task source,
            String stream,
            @Nullable Task target,
            List<Object> values,
            Object messageId) {
        Route route = source.router().route(stream);
        Endpoint[] chosen =
                target == null
                        ? route.chooseAll(values)
                        : route.chooseDirect(target.context().getThisComponentId(), target, values);
        String component = route.source().componentId();
        messages().onEmitted(component, messageId);
        List<Object> sent =
                recorder.onEmit(route.source(), values, List.of(messageId), Route.ids(chosen));
        Core core = source.tasklet().core();
        boolean acking = ((Executor) source.tasklet()).settings().acking();
        RootTree tree =
                new RootTree(
                        core,
                        new FedRoot(core, component),
                        source.taskId(),
                        stream,
                        messageId,
                        0, // start time: the latency is not sampled
                        chosen.length);
        for (Endpoint endpoint : chosen) {
            EngineTuple tuple =
                    new EngineTuple(route.source(), sent, endpoint, acking ? tree : null, core);
            if (endpoint.tasklet().core() == core) {
                tuple.arrive();
            } else {
                core.send(endpoint.tasklet().core(), tuple);
            }
        }
        if (chosen.length == 0 || !acking) {
            tree.complete(
                    RootTree.Outcome.ACKED); // as for a spout's message without receivers or acking
        }
    }

    /**
     * Receives the completion of a tree that no spout executor owns. Such a tree never times out.
     */
    private final class FedRoot implements RootListener {
        private final Core core;
        private final String component;

        FedRoot(Core core, String component) {
            this.core = Objects.requireNonNull(core, "core");
            this.component = component;
        }

        @Override
        public void onComplete(RootTree tree) {
            if (tree.isAcked()) {
                messages().onAcked(component, tree.messageId());
            } else {
                messages().onFailed(component, tree.messageId());
            }
        }

        @Override
        public void failLater(RootTree tree) {
            core.submit(() -> tree.complete(RootTree.Outcome.FAILED));
        }

        /** Does nothing, as there is no timeout. */
        @Override
        public void resetTimeoutLater(RootTree tree) {}
    }
}
