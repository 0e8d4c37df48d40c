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
 * A task of a bolt outside Java, between prepare and cleanup. Tuples are gathered and handed over
 * together. Under its own lock, unless the engine sees to it that only the task's thread calls.
 */
final class BoltTask {
    /** Handed over at once when so many bytes wait. */
    private static final int BATCH_BYTES = 48 * 1024;

    private final TopologyContext context;
    private final OutputCollector collector;
    private final List<String> streams;
    private final UnfinishedTuples unfinished = new UnfinishedTuples();

    /** The rows about sources, by their numbers, that the task got; a new task gets them again. */
    private final List<List<String>> sourceRows = new ArrayList<>();

    private final Map<GlobalStreamId, Integer> sources = new HashMap<>();
    private final Executor soon;

    /** Whether only the task's own thread calls: the engine sees to it. */
    private final boolean alone;

    private final AtomicBoolean soonAsked = new AtomicBoolean();

    @SuppressWarnings("NullAway.Init") // open sets it
    private TaskHandle handle;

    private @Nullable RuntimeException failure;
    private boolean closed;

    private @Nullable String lastComponent;
    private @Nullable String lastStream;
    private int lastSource;

    private BoltTask(List<String> streams, TopologyContext context, OutputCollector collector) {
        this.context = context;
        this.collector = collector;
        this.streams = streams;
        Executor ofTheEngine = Soon.ofTheEngine(context);
        this.alone = ofTheEngine != null;
        this.soon = ofTheEngine != null ? ofTheEngine : Soon.byTimer();
    }

    /**
     * Makes the task and lets it open.
     *
     * @throws NativeTaskException if that fails
     */
    static BoltTask open(
            TaskOrigin origin,
            List<String> streams,
            Map<String, Object> conf,
            TopologyContext context,
            OutputCollector collector) {
        BoltTask task = new BoltTask(streams, context, collector);
        synchronized (task) { // against what it says meanwhile
            task.handle =
                    origin.open(
                            new TaskOpening(
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
        if (alone) {
            add(input);
        } else {
            synchronized (this) {
                add(input);
            }
        }
    }

    /** hot path. */
    private void add(Tuple input) {
        if (failure != null) {
            throw failure;
        }
        if (TupleUtils.isTick(input)) {
            handle.writer().command(Frames.TICK, 0);
            collector.ack(input);
        } else {
            int source = source(input);
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

    private int source(Tuple input) {
        String component = input.getSourceComponent();
        String stream = input.getSourceStreamId();
        if (component.equals(lastComponent) && stream.equals(lastStream)) {
            return lastSource;
        }
        GlobalStreamId id = new GlobalStreamId(component, stream);
        Integer known = sources.get(id);
        if (known == null) {
            known = sources.size();
            sources.put(id, known);
            List<String> row = new ArrayList<>(List.of(component, stream));
            Fields fields = context.getComponentOutputFields(id);
            row.addAll(fields.toList());
            sourceRows.add(row);
            handle.writer().texts(Frames.STREAM, row);
        }
        lastComponent = component;
        lastStream = stream;
        lastSource = known;
        return known;
    }

    /** Any thread. */
    private void handOverSoon() {
        if (!soonAsked.get() && soonAsked.compareAndSet(false, true)) {
            soon.execute(this::onSoon);
        }
    }

    private void onSoon() {
        if (alone) {
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
        soonAsked.set(false);
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
                    Tuple tuple = unfinished.take(frame.id(row));
                    if (tuple != null) { // a second ack is ignored, as Storm does
                        collector.ack(tuple);
                    }
                }
            }
            case Frames.FAIL -> {
                for (int row = 0; row < frame.rows(); row++) {
                    Tuple tuple = unfinished.take(frame.id(row));
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
            default -> throw handle.wrong("it sent a frame of kind " + frame.kind());
        }
    }

    private void emit(FrameReader frame) {
        if (frame.stream() < 0 || frame.stream() >= streams.size()) {
            throw handle.wrong("it emitted into stream " + frame.stream() + " of " + streams);
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
            throw handle.wrong(
                    "it anchored a tuple to one that it had acked or failed before; keep the"
                            + " ack until all that follows from a tuple is emitted");
        }
        return anchor;
    }

    /** The tuples that the old task had are to be replayed. */
    private void onCrash(String why) {
        sourceRows.forEach(row -> handle.writer().texts(Frames.STREAM, row));
        List<Tuple> lost = unfinished.takeAll();
        lost.forEach(collector::fail);
        collector.reportError(
                handle.wrong(why + "; " + lost.size() + " tuples failed, a new one is started"));
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
