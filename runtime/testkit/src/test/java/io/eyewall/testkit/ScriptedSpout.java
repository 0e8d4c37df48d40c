package io.eyewall.testkit;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;
import org.jspecify.annotations.NullUnmarked;

/** A spout whose {@code nextTuple} is a lambda; it records acks and fails. */
@NullUnmarked // fields are set by open and prepare
public final class ScriptedSpout extends BaseRichSpout {
    private static final long serialVersionUID = 1L;

    /** The behaviour of the spout. */
    @FunctionalInterface
    public interface Body extends Serializable {
        /** Called once per nextTuple. */
        void nextTuple(SpoutOutputCollector collector, ScriptedSpout spout);
    }

    private final Body body;
    private final Fields fields;
    private final Map<String, Object> conf = new HashMap<>();

    private boolean throwingInAck;

    /** Number of calls of nextTuple so far, including the current one. */
    public transient int calls;

    /** A counter for the body. */
    public transient int emitted;

    /** Events in order: {@code ack ID}, {@code fail ID}, and those that the body adds. */
    public transient List<String> events;

    public transient List<Object> acked;
    public transient List<Object> failed;
    public transient TopologyContext context;
    private transient SpoutOutputCollector collector;

    public ScriptedSpout(Body body, String... fields) {
        this.body = body;
        this.fields = new Fields(fields);
    }

    /** Sets a key of the component's configuration. */
    public ScriptedSpout with(String key, Object value) {
        conf.put(key, value);
        return this;
    }

    /** Makes every ack throw. */
    public ScriptedSpout throwingInAck() {
        this.throwingInAck = true;
        return this;
    }

    @Override
    public void open(
            Map<String, Object> topologyConf,
            TopologyContext taskContext,
            SpoutOutputCollector output) {
        this.events = new ArrayList<>();
        this.acked = new ArrayList<>();
        this.failed = new ArrayList<>();
        this.context = taskContext;
        this.collector = output;
    }

    @Override
    public void nextTuple() {
        calls++;
        body.nextTuple(collector, this);
    }

    @Override
    public void ack(Object id) {
        events.add("ack " + id);
        acked.add(id);
        if (throwingInAck) {
            throw new IllegalStateException("can't ack " + id);
        }
    }

    @Override
    public void fail(Object id) {
        events.add("fail " + id);
        failed.add(id);
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(fields);
    }

    @Override
    public Map<String, Object> getComponentConfiguration() {
        return conf;
    }
}
