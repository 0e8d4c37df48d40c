package io.eyewall.nativetask;

import io.eyewall.nativetask.frame.FrameReader;
import io.eyewall.nativetask.frame.Frames;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;

/**
 * A task of a spout that runs outside Java, between {@code open} and {@code close}. Each request
 * asks it for several tuples, which wait here until they are emitted. Called by the task's thread
 * only.
 */
final class NativeSpoutTask {
    private static final int BATCH_TUPLES = 64;

    /** Tuples per request to a task in another process, where a response takes longer. */
    private static final int REMOTE_BATCH_TUPLES = 1024;

    private final SpoutOutputCollector collector;
    private final List<String> streams;
    private final boolean emitsOnePerCall;
    private final TaskHandle handle;

    /** Emits of the task that have not been passed to the collector. */
    private final ArrayDeque<Emit> waiting = new ArrayDeque<>();

    /**
     * An emit of the task.
     *
     * @param stream the output stream
     * @param task the target of a direct emit, or -1
     * @param message the message id, or 0 if the tuple is not a message
     * @param values the tuple's values
     */
    private record Emit(String stream, int task, long message, List<Object> values) {}

    /** Message id of a replacement task; the ids of earlier tasks are unknown to it. */
    private record LaterMessage(int generation, long id) {}

    private NativeSpoutTask(
            TaskOrigin origin,
            List<String> streams,
            Map<String, Object> conf,
            TopologyContext context,
            SpoutOutputCollector collector) {
        this.collector = collector;
        this.streams = streams;
        this.emitsOnePerCall = conf.get(Config.TOPOLOGY_MAX_SPOUT_PENDING) != null;
        this.handle =
                origin.open(new NativeTaskOpening(streams, conf, context, () -> {}, this::onCrash));
    }

    /**
     * Creates the task and opens it.
     *
     * @throws NativeTaskException if the task cannot be created or opened
     */
    static NativeSpoutTask open(
            TaskOrigin origin,
            List<String> streams,
            Map<String, Object> conf,
            TopologyContext context,
            SpoutOutputCollector collector) {
        NativeSpoutTask task = new NativeSpoutTask(origin, streams, conf, context, collector);
        try {
            task.handle.exchange(task::onFrame);
        } catch (RuntimeException | Error e) {
            task.handle.close();
            throw e;
        }
        return task;
    }

    void nextTuple() {
        if (handle.isLocal()) {
            if (waiting.isEmpty()) {
                requestTuples(BATCH_TUPLES);
            }
        } else if (waiting.size() < REMOTE_BATCH_TUPLES / 2 && handle.isIdle()) {
            requestTuples(REMOTE_BATCH_TUPLES);
        } else if (waiting.isEmpty()) {
            handle.exchange(this::onFrame);
        }
        for (Emit next = waiting.poll(); next != null; next = waiting.poll()) {
            emit(next);
            if (emitsOnePerCall) {
                return;
            }
        }
    }

    private void requestTuples(int tuples) {
        handle.writer().command(Frames.NEXT, tuples);
        handle.exchange(this::onFrame);
    }

    private void emit(Emit next) {
        Object message = null;
        if (next.message() != 0) {
            int generation = handle.generation();
            message =
                    generation == 0
                            ? (Object) next.message()
                            : new LaterMessage(generation, next.message());
        }
        if (next.task() >= 0) {
            collector.emitDirect(next.task(), next.stream(), next.values(), message);
        } else {
            collector.emit(next.stream(), next.values(), message);
        }
    }

    /** Sends the completion of a message to the task; drops those of earlier generations. */
    void complete(int kind, Object message) {
        if (message instanceof LaterMessage later) {
            if (later.generation() == handle.generation()) {
                handle.writer().id(kind, later.id());
            }
        } else if (handle.generation() == 0) {
            handle.writer().id(kind, (Long) message);
        }
    }

    void sendCommand(int kind) {
        handle.writer().command(kind, 0);
        handle.exchange(this::onFrame);
    }

    /**
     * Drops the lost task's output that was not emitted yet, because the new task emits it again.
     */
    private void onCrash(String reason) {
        waiting.clear();
        collector.reportError(handle.taskFailure(reason + "; started a new process"));
    }

    private void onFrame(FrameReader frame) {
        if (frame.kind() == Frames.REPORT) {
            for (int row = 0; row < frame.rows(); row++) {
                collector.reportError(new NativeTaskException(frame.text(row)));
            }
            return;
        }
        if (frame.kind() != Frames.EMIT || frame.stream() < 0 || frame.stream() >= streams.size()) {
            throw handle.taskFailure(
                    "unexpected frame kind "
                            + frame.kind()
                            + " from a spout, for stream number "
                            + frame.stream()
                            + " of "
                            + streams);
        }
        String stream = streams.get(frame.stream());
        for (int row = 0; row < frame.rows(); row++) {
            waiting.add(new Emit(stream, frame.task(), frame.id(row), frame.values(row)));
        }
    }

    void close() {
        try {
            handle.writer().command(Frames.CLOSE, 0);
            handle.exchangeLast(this::onFrame);
        } finally {
            handle.close();
        }
    }
}
