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
 * Base class of bolts whose tasks run outside Java.
 *
 * @param <B> the concrete class, returned by the declaring methods
 */
abstract class TaskBolt<B extends TaskBolt<B>> extends BaseRichBolt {
    private static final long serialVersionUID = 1L;

    private final OutputStreams outputs = new OutputStreams();

    private transient @Nullable NativeBoltTask task;

    TaskBolt() {}

    /** Returns the origin from which the component's tasks are opened. */
    abstract TaskOrigin origin();

    abstract B self();

    /** Declares the fields of the default stream. */
    public B output(String... fields) {
        outputs.add(Utils.DEFAULT_STREAM_ID, false, List.of(fields));
        return self();
    }

    /** Declares a stream of that name; a {@code direct} stream takes direct emits only. */
    public B outputStream(String stream, boolean direct, String... fields) {
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
    public void prepare(
            Map<String, Object> topoConf, TopologyContext context, OutputCollector collector) {
        task = NativeBoltTask.open(origin(), outputs.names(), topoConf, context, collector);
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
