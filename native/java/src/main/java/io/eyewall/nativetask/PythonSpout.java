package io.eyewall.nativetask;

import io.eyewall.nativetask.frame.Frames;
import java.util.ArrayList;
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
 * A spout in Python; for the rest as {@link PythonBolt}. A new process is told of no message of the
 * old one. It is asked for many tuples at once; where {@code topology.max.spout.pending} is set
 * they are emitted one by one, so that it holds.
 */
public final class PythonSpout extends BaseRichSpout {
    private static final long serialVersionUID = 1L;

    private final String module;
    private final String type;
    private final OutputStreams outputs = new OutputStreams();
    private final ArrayList<String> folders = new ArrayList<>();
    private String interpreter = "python3";

    private transient @Nullable SpoutTask task;

    /**
     * @param module for Python's {@code import}: a file of the folder {@code resources} in the
     *     topology's jar, or of an installed package
     * @param type a class in it, derived from {@code eyewall.Spout}
     */
    public PythonSpout(String module, String type) {
        this.module = Objects.requireNonNull(module, "module");
        this.type = Objects.requireNonNull(type, "type");
    }

    /** Declares the fields of the default stream. */
    public PythonSpout output(String... fields) {
        outputs.add(Utils.DEFAULT_STREAM_ID, false, List.of(fields));
        return this;
    }

    /** Declares another stream; {@code direct}: for direct emits. */
    public PythonSpout outputStream(String stream, boolean direct, String... fields) {
        outputs.add(stream, direct, List.of(fields));
        return this;
    }

    /** The program to run, such as the one of a virtual environment, instead of python3. */
    public PythonSpout interpreter(String program) {
        interpreter = Objects.requireNonNull(program, "program");
        return this;
    }

    /** Another folder where modules are looked for, on every machine that runs the topology. */
    public PythonSpout modulesIn(String folder) {
        folders.add(Objects.requireNonNull(folder, "folder"));
        return this;
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        outputs.declare(declarer);
    }

    private PythonOrigin origin() {
        return new PythonOrigin(module, type, folders, interpreter);
    }

    @Override
    public void open(
            Map<String, Object> conf, TopologyContext context, SpoutOutputCollector collector) {
        task = SpoutTask.open(origin(), outputs.names(), conf, context, collector);
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
