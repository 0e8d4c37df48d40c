package io.eyewall.nativetask;

import io.eyewall.nativetask.frame.FrameReader;
import io.eyewall.nativetask.frame.Frames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.storm.generated.GlobalStreamId;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.utils.TupleUtils;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * A bolt in C++, in this process: {@code new NativeBolt("libcount.so", "Count").output("word",
 * "count")}. Tuples are gathered and handed over together, at the latest when the engine's step
 * ends (elsewhere: after a millisecond). What the task throws fails the topology.
 *
 * <p>A crash of the library is a crash of the process.
 */
public final class NativeBolt extends BaseRichBolt {
    private static final long serialVersionUID = 1L;

    /** Handed over at once when so many bytes wait. */
    private static final int BATCH_BYTES = 48 * 1024;

    private final String library;
    private final String component;
    private final OutputStreams outputs = new OutputStreams();

    private transient @Nullable State state;

    /**
     * @param library a file of the folder {@code resources} in the topology's jar, or a path
     * @param component its name in {@code EYEWALL_TASKS}
     */
    public NativeBolt(String library, String component) {
        this.library = Objects.requireNonNull(library, "library");
        this.component = Objects.requireNonNull(component, "component");
    }

    /** Declares the fields of the default stream. */
    public NativeBolt output(String... fields) {
        outputs.add(Utils.DEFAULT_STREAM_ID, false, List.of(fields));
        return this;
    }

    /** Declares another stream; {@code direct}: for direct emits. */
    public NativeBolt outputStream(String stream, boolean direct, String... fields) {
        outputs.add(stream, direct, List.of(fields));
        return this;
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        outputs.declare(declarer);
    }

    @Override
    public void prepare(
            Map<String, Object> topoConf, TopologyContext context, OutputCollector collector) {
        State prepared = new State(context, collector, outputs.names());
        prepared.handle =
                NativeHandle.open(
                        library,
                        component,
                        outputs.names(),
                        topoConf,
                        context,
                        prepared::handOverSoon);
        state = prepared;
        synchronized (prepared) {
            prepared.handOver();
        }
    }

    @Override
    public void execute(Tuple input) {
        State prepared = Objects.requireNonNull(state, "prepare comes first");
        if (prepared.alone) {
            prepared.add(input);
        } else {
            synchronized (prepared) {
                prepared.add(input);
            }
        }
    }

    @Override
    public void cleanup() {
        State closing = state;
        if (closing != null) {
            synchronized (closing) {
                closing.close();
            }
        }
    }

    /** What there is between prepare and cleanup; under its own lock unless it is alone. */
    private static final class State {
        private final TopologyContext context;
        private final OutputCollector collector;
        private final List<String> streams;
        private final UnfinishedTuples unfinished = new UnfinishedTuples();
        private final Map<GlobalStreamId, Integer> sources = new HashMap<>();
        private final Executor soon;

        /** Whether only the task's own thread calls: the engine sees to it. */
        final boolean alone;

        private final AtomicBoolean soonAsked = new AtomicBoolean();

        @SuppressWarnings("NullAway.Init") // prepare sets it
        NativeHandle handle;

        private @Nullable RuntimeException failure;
        private boolean closed;

        private @Nullable String lastComponent;
        private @Nullable String lastStream;
        private int lastSource;

        State(TopologyContext context, OutputCollector collector, List<String> streams) {
            this.context = context;
            this.collector = collector;
            this.streams = streams;
            Executor ofTheEngine = Soon.ofTheEngine(context);
            this.alone = ofTheEngine != null;
            this.soon = ofTheEngine != null ? ofTheEngine : Soon.byTimer();
        }

        /** hot path. */
        void add(Tuple input) {
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
                handle.writer().texts(Frames.STREAM, row);
            }
            lastComponent = component;
            lastStream = stream;
            lastSource = known;
            return known;
        }

        /** Any thread. */
        void handOverSoon() {
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

        void handOver() {
            soonAsked.set(false);
            if (!closed) {
                handle.exchange(this::onFrame);
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

        void close() {
            if (closed) {
                return;
            }
            try {
                handle.writer().command(Frames.CLOSE, 0);
                handle.exchange(this::onFrame);
            } finally {
                closed = true;
                handle.close();
            }
        }
    }
}
