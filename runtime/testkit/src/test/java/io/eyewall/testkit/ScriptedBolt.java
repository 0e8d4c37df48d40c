package io.eyewall.testkit;

import java.io.Serializable;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.NullUnmarked;

/** A bolt whose behaviour is a lambda, with the streams that the test declares. */
@NullUnmarked // fields are set by open and prepare
public final class ScriptedBolt extends BaseRichBolt {
    private static final long serialVersionUID = 1L;

    /** The behaviour of the bolt. */
    @FunctionalInterface
    public interface Body extends Serializable {
        /** Called for each tuple. */
        void execute(Tuple tuple, OutputCollector collector, ScriptedBolt bolt) throws Exception;
    }

    private final Body body;
    private final Map<String, Fields> streams = new LinkedHashMap<>();
    private final Map<String, Object> conf = new HashMap<>();

    /** State of this task, for the body. */
    public transient Map<String, Object> state;

    public transient TopologyContext context;
    private transient OutputCollector collector;

    public ScriptedBolt(Body body) {
        this.body = body;
    }

    /** Declares a stream. */
    public ScriptedBolt declaring(String stream, String... fields) {
        streams.put(stream, new Fields(fields));
        return this;
    }

    /** Declares the default stream. */
    public ScriptedBolt emitting(String... fields) {
        return declaring("default", fields);
    }

    /** Sets a key of the component's configuration. */
    public ScriptedBolt with(String key, Object value) {
        conf.put(key, value);
        return this;
    }

    /** Increments a counter in the state and returns it; for bodies. */
    public int count(String key) {
        return (int) state.merge(key, 1, (a, b) -> (int) a + (int) b);
    }

    @Override
    public void prepare(
            Map<String, Object> topologyConf, TopologyContext taskContext, OutputCollector output) {
        this.state = new HashMap<>();
        this.context = taskContext;
        this.collector = output;
    }

    @Override
    public void execute(Tuple tuple) {
        try {
            body.execute(tuple, collector, this);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        streams.forEach(declarer::declareStream);
    }

    @Override
    public Map<String, Object> getComponentConfiguration() {
        return conf;
    }
}
