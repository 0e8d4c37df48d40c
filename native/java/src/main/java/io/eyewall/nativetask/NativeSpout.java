package io.eyewall.nativetask;

import io.eyewall.nativetask.frame.Frames;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * A spout in C++. It is asked for some tuples at once; where {@code topology.max.spout.pending} is
 * set they are emitted one by one, so that it holds.
 */
public final class NativeSpout extends BaseRichSpout {
    private static final long serialVersionUID = 1L;

    private final String library;
    private final String component;
    private final OutputStreams outputs = new OutputStreams();

    private boolean inChildProcess;

    private transient @Nullable SpoutTask task;

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

    /**
     * Runs each task in a process of its own. When that crashes or is killed, a new one is started,
     * which is told of no message of the old one.
     */
    public NativeSpout inChildProcess() {
        inChildProcess = true;
        return this;
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        outputs.declare(declarer);
    }

    @Override
    public void open(
            Map<String, Object> conf, TopologyContext context, SpoutOutputCollector collector) {
        NativeOrigin origin = new NativeOrigin(library, component, inChildProcess);
        task = SpoutTask.open(origin, outputs.names(), conf, context, collector);
    }

    private SpoutTask task() {
        return Objects.requireNonNull(task, "open comes first");
    }

    @Override
    public void nextTuple() {
        task().nextTuple();
    }

    @Override
    public void ack(Object messageId) {
        task().answer(Frames.ACKED, messageId);
    }

    @Override
    public void fail(Object messageId) {
        task().answer(Frames.FAILED, messageId);
    }

    @Override
    public void activate() {
        task().tell(Frames.ACTIVATE);
    }

    @Override
    public void deactivate() {
        task().tell(Frames.DEACTIVATE);
    }

    @Override
    public void close() {
        if (task != null) {
            task.close();
            task = null;
        }
    }
}
