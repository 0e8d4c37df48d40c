package io.eyewall.nativetask;

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
 * A bolt in C++: {@code new NativeBolt("libcount.so", "Count").output("word", "count")}. Tuples are
 * gathered and handed over together, at the latest when the engine's step ends (elsewhere: after a
 * millisecond). What the task throws fails the topology.
 *
 * <p>A crash of the library is a crash of the process, unless its tasks are {@linkplain
 * #inChildProcess in processes of their own}.
 */
public final class NativeBolt extends BaseRichBolt {
    private static final long serialVersionUID = 1L;

    private final String library;
    private final String component;
    private final OutputStreams outputs = new OutputStreams();

    private boolean inChildProcess;

    private transient @Nullable BoltTask task;

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

    /**
     * Runs each task in a process of its own. When that crashes or is killed, its unfinished tuples
     * fail, and a new one is started, which knows nothing of what the old one knew.
     */
    public NativeBolt inChildProcess() {
        inChildProcess = true;
        return this;
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        outputs.declare(declarer);
    }

    @Override
    public void prepare(
            Map<String, Object> topoConf, TopologyContext context, OutputCollector collector) {
        NativeOrigin origin = new NativeOrigin(library, component, inChildProcess);
        task = BoltTask.open(origin, outputs.names(), topoConf, context, collector);
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
