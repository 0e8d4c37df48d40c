package io.eyewall.nativetask;

import io.eyewall.nativetask.frame.FrameReader;
import io.eyewall.nativetask.frame.Frames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.storm.generated.GlobalStreamId;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.utils.TupleUtils;
import org.jspecify.annotations.Nullable;

/**
 * A task of a bolt that runs outside Java, between {@code prepare} and {@code cleanup}. It gathers
 * tuples and hands them over in batches. Every call takes the task's lock, except on Eyewall's
 * engine, which calls on the task's own thread only.
 */
final class NativeBoltTask {
    /** Size at which a batch is handed over immediately. */
    private static final int BATCH_BYTES = 48 * 1024;

    private final TopologyContext context;
    private final OutputCollector collector;
    private final List<String> streams;
    private final InFlightTuples unfinished = new InFlightTuples();

    /**
     * The declarations of sources that were sent to the task, indexed by source number: component,
     * stream and fields. They are sent again to a replacement of the task.
     */
    private final List<List<String>> sourceDeclarations = new ArrayList<>();

    private final Map<GlobalStreamId, Integer> sources = new HashMap<>();
    private final Executor handOverExecutor;

    /**
     * Whether the engine guarantees that only the task's own thread calls; then no lock is taken.
     */
    private final boolean singleThreaded;

    private final AtomicBoolean handOverRequested = new AtomicBoolean();

    @SuppressWarnings("NullAway.Init") // set by open
    private TaskHandle handle;

    private @Nullable RuntimeException failure;
    private boolean closed;

    private @Nullable String lastComponent;
    private @Nullable String lastStream;
    private int lastSource;

    private NativeBoltTask(
            List<String> streams, TopologyContext context, OutputCollector collector) {
        this.context = context;
        this.collector = collector;
        this.streams = streams;
        Executor engineExecutor = FlushScheduler.engineExecutor(context);
        this.singleThreaded = engineExecutor != null;
        this.handOverExecutor =
                engineExecutor != null ? engineExecutor : FlushScheduler.timerExecutor();
    }

    /**
     * Creates the task and opens it.
     *
     * @throws NativeTaskException if the task cannot be created or opened
     */
    static NativeBoltTask open(
            TaskOrigin origin,
            List<String> streams,
            Map<String, Object> conf,
            TopologyContext context,
            OutputCollector collector) {
        NativeBoltTask task = new NativeBoltTask(streams, context, collector);
        synchronized (task) { // a waker may already call handOverSoon on another thread
            task.handle =
                    origin.open(
                            new NativeTaskOpening(
                                    streams, conf, context, task::handOverSoon, task::onCrash));
            try {
                task.handOver();
            } catch (RuntimeException | Error e) {
                task.handle.close();
                throw e;
            }
        }
        return task;
    }

    void execute(Tuple input) {
        if (singleThreaded) {
            addToBatch(input);
        } else {
            synchronized (this) {
                addToBatch(input);
            }
        }
    }

    /** Adds a tuple to the current batch. Hot path. */
    private void addToBatch(Tuple input) {
        if (failure != null) {
            throw failure;
        }
        if (TupleUtils.isTick(input)) {
            handle.writer().command(Frames.TICK, 0);
            collector.ack(input);
        } else {
            int source = sourceNumber(input);
            handle.writer()
                    .row(
                            Frames.TUPLES,
                            source,
                            input.getSourceTask(),
                            unfinished.add(input),
                            input.getValues());
        }
        if (handle.writer().size() >= BATCH_BYTES) {
            handOver();
        } else {
            handOverSoon();
        }
    }

    private int sourceNumber(Tuple input) {
        String component = input.getSourceComponent();
        String stream = input.getSourceStreamId();
        if (component.equals(lastComponent) && stream.equals(lastStream)) {
            return lastSource;
        }
        GlobalStreamId id = new GlobalStreamId(component, stream);
        Integer number = sources.get(id);
        if (number == null) {
            number = sources.size();
            sources.put(id, number);
            List<String> row = new ArrayList<>(List.of(component, stream));
            Fields fields = context.getComponentOutputFields(id);
            row.addAll(fields.toList());
            sourceDeclarations.add(row);
            handle.writer().texts(Frames.STREAM, row);
        }
        lastComponent = component;
        lastStream = stream;
        lastSource = number;
        return number;
    }

    /** Requests one hand-over unless one is already requested. Called by any thread. */
    private void handOverSoon() {
        if (!handOverRequested.get() && handOverRequested.compareAndSet(false, true)) {
            handOverExecutor.execute(this::onHandOver);
        }
    }

    private void onHandOver() {
        if (singleThreaded) {
            handOver();
            return;
        }
        synchronized (this) {
            try {
                handOver();
            } catch (RuntimeException e) { // the next execute throws it
                failure = e;
                collector.reportError(e);
            }
        }
    }

    private void handOver() {
        handOverRequested.set(false);
        if (closed) {
            return;
        }
        if (handle.writer().size() >= BATCH_BYTES) {
            handle.exchange(this::onFrame);
        } else {
            handle.exchangeUnlessBusy(this::onFrame);
        }
    }

    private void onFrame(FrameReader frame) {
        switch (frame.kind()) {
            case Frames.EMIT -> emit(frame);
            case Frames.ACK -> {
                for (int row = 0; row < frame.rows(); row++) {
                    Tuple tuple = unfinished.remove(frame.id(row));
                    if (tuple != null) { // a second ack is ignored, as in Storm
                        collector.ack(tuple);
                    }
                }
            }
            case Frames.FAIL -> {
                for (int row = 0; row < frame.rows(); row++) {
                    Tuple tuple = unfinished.remove(frame.id(row));
                    if (tuple != null) {
                        collector.fail(tuple);
                    }
                }
            }
            case Frames.REPORT -> {
                for (int row = 0; row < frame.rows(); row++) {
                    collector.reportError(new NativeTaskException(frame.text(row)));
                }
            }
            default ->
                    throw handle.taskFailure(
                            "unexpected frame kind " + frame.kind() + " from a bolt");
        }
    }

    private void emit(FrameReader frame) {
        if (frame.stream() < 0 || frame.stream() >= streams.size()) {
            throw handle.taskFailure(
                    "emitted to stream number " + frame.stream() + " of " + streams);
        }
        String stream = streams.get(frame.stream());
        for (int row = 0; row < frame.rows(); row++) {
            List<Object> values = frame.values(row);
            long id = frame.id(row);
            if (frame.task() >= 0) {
                collector.emitDirect(frame.task(), stream, anchors(frame, row), values);
            } else if (id == 0) {
                collector.emit(stream, values);
            } else if (id > 0) {
                collector.emit(stream, anchor(id), values);
            } else {
                collector.emit(stream, anchors(frame, row), values);
            }
        }
    }

    private List<Tuple> anchors(FrameReader frame, int row) {
        List<Tuple> anchors = new ArrayList<>();
        for (long id : frame.anchors(row)) {
            anchors.add(anchor(id));
        }
        return anchors;
    }

    private Tuple anchor(long id) {
        Tuple anchor = unfinished.get(id);
        if (anchor == null) {
            throw handle.taskFailure(
                    "anchored a tuple to one that it had already acked or failed; ack a tuple"
                            + " only after emitting everything that is anchored to it");
        }
        return anchor;
    }

    /** Fails the lost task's unfinished tuples, so that their spouts replay them. */
    private void onCrash(String reason) {
        sourceDeclarations.forEach(row -> handle.writer().texts(Frames.STREAM, row));
        List<Tuple> lost = unfinished.removeAll();
        lost.forEach(collector::fail);
        collector.reportError(
                handle.taskFailure(
                        reason + "; failed " + lost.size() + " tuples and started a new process"));
    }

    synchronized void close() {
        if (closed) {
            return;
        }
        try {
            handle.writer().command(Frames.CLOSE, 0);
            handle.exchangeLast(this::onFrame);
        } finally {
            closed = true;
            handle.close();
        }
    }
}
