package io.eyewall.nativetask;

import io.eyewall.nativetask.frame.FrameReader;
import io.eyewall.nativetask.frame.Frames;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.storm.Config;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * A spout in C++, in this process. It is asked for some tuples at once; where {@code
 * topology.max.spout.pending} is set they are emitted one by one, so that it holds.
 */
public final class NativeSpout extends BaseRichSpout {
    private static final long serialVersionUID = 1L;
    private static final int BATCH_TUPLES = 64;

    private final String library;
    private final String component;
    private final OutputStreams outputs = new OutputStreams();

    private transient @Nullable State state;

    /** As {@link NativeBolt#NativeBolt}. */
    public NativeSpout(String library, String component) {
        this.library = Objects.requireNonNull(library, "library");
        this.component = Objects.requireNonNull(component, "component");
    }

    /** Declares the fields of the default stream. */
    public NativeSpout output(String... fields) {
        outputs.add(Utils.DEFAULT_STREAM_ID, false, List.of(fields));
        return this;
    }

    /** Declares another stream; {@code direct}: for direct emits. */
    public NativeSpout outputStream(String stream, boolean direct, String... fields) {
        outputs.add(stream, direct, List.of(fields));
        return this;
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        outputs.declare(declarer);
    }

    @Override
    public void open(
            Map<String, Object> conf, TopologyContext context, SpoutOutputCollector collector) {
        List<String> streams = outputs.names();
        NativeHandle handle =
                NativeHandle.open(library, component, streams, conf, context, () -> {});
        boolean oneByOne = conf.get(Config.TOPOLOGY_MAX_SPOUT_PENDING) != null;
        state = new State(handle, collector, streams, oneByOne);
        state.ask(0);
    }

    private State state() {
        return Objects.requireNonNull(state, "open comes first");
    }

    @Override
    public void nextTuple() {
        state().nextTuple();
    }

    @Override
    public void ack(Object messageId) {
        state().handle.writer().id(Frames.ACKED, (Long) messageId);
    }

    @Override
    public void fail(Object messageId) {
        state().handle.writer().id(Frames.FAILED, (Long) messageId);
    }

    @Override
    public void activate() {
        state().tell(Frames.ACTIVATE);
    }

    @Override
    public void deactivate() {
        state().tell(Frames.DEACTIVATE);
    }

    @Override
    public void close() {
        if (state != null) {
            try {
                state.tell(Frames.CLOSE);
            } finally {
                state.handle.close();
                state = null;
            }
        }
    }

    /** What there is between open and close. */
    private static final class State {
        private final NativeHandle handle;
        private final SpoutOutputCollector collector;
        private final List<String> streams;
        private final boolean oneByOne;

        /** What the task has emitted and we have not yet. */
        private final ArrayDeque<Emit> waiting = new ArrayDeque<>();

        /**
         * @param task of a direct emit, or -1
         * @param message 0 if it is none
         */
        private record Emit(String stream, int task, long message, List<Object> values) {}

        State(
                NativeHandle handle,
                SpoutOutputCollector collector,
                List<String> streams,
                boolean oneByOne) {
            this.handle = handle;
            this.collector = collector;
            this.streams = streams;
            this.oneByOne = oneByOne;
        }

        void nextTuple() {
            if (waiting.isEmpty()) {
                ask(BATCH_TUPLES);
            }
            for (Emit next = waiting.poll(); next != null; next = waiting.poll()) {
                emit(next);
                if (oneByOne) {
                    return;
                }
            }
        }

        private void emit(Emit next) {
            Long message = next.message() == 0 ? null : (Long) next.message();
            if (next.task() >= 0) {
                collector.emitDirect(next.task(), next.stream(), next.values(), message);
            } else {
                collector.emit(next.stream(), next.values(), message);
            }
        }

        void ask(int tuples) {
            if (tuples > 0) {
                handle.writer().command(Frames.NEXT, tuples);
            }
            handle.exchange(this::onFrame);
        }

        void tell(int kind) {
            handle.writer().command(kind, 0);
            handle.exchange(this::onFrame);
        }

        private void onFrame(FrameReader frame) {
            if (frame.kind() == Frames.REPORT) {
                for (int row = 0; row < frame.rows(); row++) {
                    collector.reportError(new NativeTaskException(frame.text(row)));
                }
                return;
            }
            if (frame.kind() != Frames.EMIT
                    || frame.stream() < 0
                    || frame.stream() >= streams.size()) {
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
    }
}
