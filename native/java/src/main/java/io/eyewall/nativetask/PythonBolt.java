package io.eyewall.nativetask;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * A bolt in Python: {@code new PythonBolt("words", "Count").output("word", "count")}. Each task is
 * a process of its own, with batches of tuples in memory that both share. When it crashes or is
 * killed, its unfinished tuples fail, and a new one is started. What it raises fails the topology.
 */
public final class PythonBolt extends BaseRichBolt {
    private static final long serialVersionUID = 1L;

    private final String module;
    private final String type;
    private final OutputStreams outputs = new OutputStreams();
    private final ArrayList<String> folders = new ArrayList<>();
    private String interpreter = "python3";

    private transient @Nullable BoltTask task;

    /**
     * @param module for Python's {@code import}: a file of the folder {@code resources} in the
     *     topology's jar, or of an installed package
     * @param type a class in it, derived from {@code eyewall.Bolt}
     */
    public PythonBolt(String module, String type) {
        this.module = Objects.requireNonNull(module, "module");
        this.type = Objects.requireNonNull(type, "type");
    }

    /** Declares the fields of the default stream. */
    public PythonBolt output(String... fields) {
        outputs.add(Utils.DEFAULT_STREAM_ID, false, List.of(fields));
        return this;
    }

    /** Declares another stream; {@code direct}: for direct emits. */
    public PythonBolt outputStream(String stream, boolean direct, String... fields) {
        outputs.add(stream, direct, List.of(fields));
        return this;
    }

    /** The program to run, such as the one of a virtual environment, instead of python3. */
    public PythonBolt interpreter(String program) {
        interpreter = Objects.requireNonNull(program, "program");
        return this;
    }

    /** Another folder where modules are looked for, on every machine that runs the topology. */
    public PythonBolt modulesIn(String folder) {
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
    public void prepare(
            Map<String, Object> topoConf, TopologyContext context, OutputCollector collector) {
        task = BoltTask.open(origin(), outputs.names(), topoConf, context, collector);
    }

    @Override
    public void execute(Tuple input) {
        Objects.requireNonNull(task, "prepare comes first").execute(input);
    }

    @Override
    public void cleanup() {
        if (task != null) {
            task.close();
        }
    }
}
