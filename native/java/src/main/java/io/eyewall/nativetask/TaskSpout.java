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
 * Base class of spouts whose tasks run outside Java.
 *
 * @param <S> the concrete class, returned by the declaring methods
 */
abstract class TaskSpout<S extends TaskSpout<S>> extends BaseRichSpout {
    private static final long serialVersionUID = 1L;

    private final OutputStreams outputs = new OutputStreams();

    private transient @Nullable NativeSpoutTask task;

    TaskSpout() {}

    /** Returns the origin from which the component's tasks are opened. */
    abstract TaskOrigin origin();

    abstract S self();

    /** Declares the fields of the default stream. */
    public S output(String... fields) {
        outputs.add(Utils.DEFAULT_STREAM_ID, false, List.of(fields));
        return self();
    }

    /** Declares a stream of that name; a {@code direct} stream takes direct emits only. */
    public S outputStream(String stream, boolean direct, String... fields) {
        outputs.add(stream, direct, List.of(fields));
        return self();
    }

    final List<String> outputNames() {
        return outputs.names();
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        outputs.declare(declarer);
    }

    @Override
    public void open(
            Map<String, Object> conf, TopologyContext context, SpoutOutputCollector collector) {
        task = NativeSpoutTask.open(origin(), outputs.names(), conf, context, collector);
    }

    private NativeSpoutTask task() {
        return Objects.requireNonNull(task, "open comes first");
    }

    @Override
    public void nextTuple() {
        task().nextTuple();
    }

    @Override
    public void ack(Object messageId) {
        task().complete(Frames.ACKED, messageId);
    }

    @Override
    public void fail(Object messageId) {
        task().complete(Frames.FAILED, messageId);
    }

    @Override
    public void activate() {
        task().sendCommand(Frames.ACTIVATE);
    }

    @Override
    public void deactivate() {
        task().sendCommand(Frames.DEACTIVATE);
    }

    @Override
    public void close() {
        if (task != null) {
            task.close();
            task = null;
        }
    }
}
