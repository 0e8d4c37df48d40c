package io.eyewall.engine.emit;

import io.eyewall.engine.acking.RootTree;
import io.eyewall.engine.executor.Task;
import io.eyewall.engine.routing.Route;
import java.util.List;
import org.apache.storm.hooks.info.BoltAckInfo;
import org.apache.storm.hooks.info.BoltFailInfo;
import org.apache.storm.hooks.info.EmitInfo;
import org.apache.storm.hooks.info.SpoutAckInfo;
import org.apache.storm.hooks.info.SpoutFailInfo;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Calls the user's task hooks (Storm: hooks/ITaskHook.java). Latencies are -1 or null where Storm
 * passes these values for tuples that it does not sample. For the thread that runs the task.
 */
public final class Hooks {
    private Hooks() {}

    static void callEmit(Task task, List<Object> values, Route route, List<Integer> targetIds) {
        new EmitInfo(values, route.source().streamId(), task.taskId(), targetIds)
                .applyOn(task.context());
    }

    public static void callBoltAck(Task task, Tuple tuple, long latencyMs) {
        new BoltAckInfo(tuple, task.taskId(), latencyMs).applyOn(task.context());
    }

    public static void callBoltFail(Task task, Tuple tuple, long latencyMs) {
        new BoltFailInfo(tuple, task.taskId(), latencyMs).applyOn(task.context());
    }

    public static void callSpoutAck(Task task, Object messageId, @Nullable Long latencyMs) {
        new SpoutAckInfo(messageId, task.taskId(), latencyMs).applyOn(task.context());
    }

    /**
     * Calls the hooks for a completed message.
     *
     * @param elapsedNs complete latency; -1 if the message was not sampled
     */
    public static void callSpoutCompleted(Task task, RootTree tree, long elapsedNs) {
        Long ms = elapsedNs < 0 ? null : (Long) (elapsedNs / 1_000_000);
        if (tree.isAcked()) {
            callSpoutAck(task, tree.messageId(), ms);
        } else {
            new SpoutFailInfo(tree.messageId(), task.taskId(), ms).applyOn(task.context());
        }
    }
}
