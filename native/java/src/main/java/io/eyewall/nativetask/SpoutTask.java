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
 * A task of a spout outside Java, between open and close. It is asked for some tuples at once; what
 * it has emitted waits here. Called by the task's thread only.
 */
final class SpoutTask {
    private static final int BATCH_TUPLES = 64;

    /** Of a task whose answer takes a while. */
    private static final int BATCH_TUPLES_FAR = 1024;

    private final SpoutOutputCollector collector;
    private final List<String> streams;
    private final boolean oneByOne;
    private final TaskHandle handle;

    /** Emits of the task that were not passed on yet. */
    private final ArrayDeque<Emit> waiting = new ArrayDeque<>();

    /**
     * @param task of a direct emit, or -1
     * @param message the message id, or 0 if it is none
     */
    private record Emit(String stream, int task, long message, List<Object> values) {}

    /** The message of a task that has replaced another: the other's ids mean nothing to it. */
    private record LaterMessage(int generation, long id) {}

    private SpoutTask(
            TaskOrigin origin,
            List<String> streams,
            Map<String, Object> conf,
            TopologyContext context,
            SpoutOutputCollector collector) {
        this.collector = collector;
        this.streams = streams;
        this.oneByOne = conf.get(Config.TOPOLOGY_MAX_SPOUT_PENDING) != null;
        this.handle = origin.open(new TaskOpening(streams, conf, context, () -> {}, this::onCrash));
    }

    /**
     * Makes the task and lets it open.
     *
     * @throws NativeTaskException if that fails
     */
    static SpoutTask open(
            TaskOrigin origin,
            List<String> streams,
            Map<String, Object> conf,
            TopologyContext context,
            SpoutOutputCollector collector) {
        SpoutTask task = new SpoutTask(origin, streams, conf, context, collector);
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
                ask(BATCH_TUPLES);
            }
        } else if (waiting.size() < BATCH_TUPLES_FAR / 2 && handle.isIdle()) {
            ask(BATCH_TUPLES_FAR);
        } else if (waiting.isEmpty()) {
            handle.exchange(this::onFrame);
        }
        for (Emit next = waiting.poll(); next != null; next = waiting.poll()) {
            emit(next);
            if (oneByOne) {
                return;
            }
        }
    }

    private void ask(int tuples) {
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

    /** A message was acked or failed; those of earlier generations are nobody's. */
    void answer(int kind, Object message) {
        if (message instanceof LaterMessage later) {
            if (later.generation() == handle.generation()) {
                handle.writer().id(kind, later.id());
            }
        } else if (handle.generation() == 0) {
            handle.writer().id(kind, (Long) message);
        }
    }

    void tell(int kind) {
        handle.writer().command(kind, 0);
        handle.exchange(this::onFrame);
    }

    /** Drops the old task's output that was not emitted yet: the new task emits it again. */
    private void onCrash(String why) {
        waiting.clear();
        collector.reportError(handle.wrong(why + "; a new one is started"));
    }

    private void onFrame(FrameReader frame) {
        if (frame.kind() == Frames.REPORT) {
            for (int row = 0; row < frame.rows(); row++) {
                collector.reportError(new NativeTaskException(frame.text(row)));
            }
            return;
        }
        if (frame.kind() != Frames.EMIT || frame.stream() < 0 || frame.stream() >= streams.size()) {
            throw handle.wrong(
                    "it sent a frame of kind "
                            + frame.kind()
                            + " for stream "
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
