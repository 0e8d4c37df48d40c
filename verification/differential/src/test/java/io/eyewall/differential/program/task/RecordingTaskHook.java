package io.eyewall.differential.program.task;

import io.eyewall.differential.stage.Probe;
import java.util.Collection;
import java.util.Map;
import org.apache.storm.hooks.ITaskHook;
import org.apache.storm.hooks.info.BoltAckInfo;
import org.apache.storm.hooks.info.BoltExecuteInfo;
import org.apache.storm.hooks.info.BoltFailInfo;
import org.apache.storm.hooks.info.EmitInfo;
import org.apache.storm.hooks.info.SpoutAckInfo;
import org.apache.storm.hooks.info.SpoutFailInfo;
import org.apache.storm.task.TopologyContext;

/**
 * Notes every call under {@code hook component:task}; calls for system streams go to a series of
 * their own. Also named by class in configurations.
 */
public final class RecordingTaskHook implements ITaskHook {
    private Probe probe;
    private String label;

    @Override
    public void prepare(Map<String, Object> conf, TopologyContext context) {
        probe = Probe.of(conf);
        label = context.getThisComponentId() + ":" + context.getThisTaskId();
        note("prepare");
    }

    @Override
    public void cleanup() {
        note("cleanup");
        probe.note("hookCleanups", label);
    }

    @Override
    public void emit(EmitInfo info) {
        if (info.stream.startsWith("__")) {
            // The values are random ids.
            probe.note("systemEmit " + label, info.stream + " from " + info.taskId);
            return;
        }
        note(
                "emit %s %s from %d to %s"
                        .formatted(info.stream, info.values, info.taskId, sorted(info.outTasks)));
    }

    @Override
    public void spoutAck(SpoutAckInfo info) {
        String latency = info.completeLatencyMs == null ? "unsampled" : "sampled";
        note("spoutAck %s at %d %s".formatted(info.messageId, info.spoutTaskId, latency));
    }

    @Override
    public void spoutFail(SpoutFailInfo info) {
        String latency = info.failLatencyMs == null ? "unsampled" : "sampled";
        note("spoutFail %s at %d %s".formatted(info.messageId, info.spoutTaskId, latency));
    }

    @Override
    public void boltExecute(BoltExecuteInfo info) {
        note(
                "boltExecute %s at %d %s"
                        .formatted(
                                info.tuple.getValues(),
                                info.executingTaskId,
                                sampled(info.executeLatencyMs)));
    }

    @Override
    public void boltAck(BoltAckInfo info) {
        note(
                "boltAck %s at %d %s"
                        .formatted(
                                info.tuple.getValues(),
                                info.ackingTaskId,
                                sampled(info.processLatencyMs)));
    }

    @Override
    public void boltFail(BoltFailInfo info) {
        note(
                "boltFail %s at %d %s"
                        .formatted(
                                info.tuple.getValues(),
                                info.failingTaskId,
                                sampled(info.failLatencyMs)));
    }

    private void note(String call) {
        probe.note("hook " + label, call);
        probe.note("hookCalls", call);
    }

    /** Describes a latency; Storm passes -1, not null, for a tuple that was not sampled. */
    private static String sampled(Long latencyMs) {
        if (latencyMs == null) {
            return "null";
        }
        return latencyMs < 0 ? "unsampled" : "sampled";
    }

    private static String sorted(Collection<Integer> tasks) {
        return tasks.stream().map(String::valueOf).sorted().toList().toString();
    }
}
