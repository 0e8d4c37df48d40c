package io.eyewall.toolkit.state;

import io.eyewall.toolkit.punctuation.PunctuatedBolt;
import java.util.Map;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.BasicBoltExecutor;
import org.apache.storm.topology.IBasicBolt;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/** Passes tuples to a basic bolt, and markers on. */
final class BasicSnapshotBolt extends PunctuatedBolt {
    private static final long serialVersionUID = 1L;

    private final BasicBoltExecutor bolt;

    BasicSnapshotBolt(IBasicBolt bolt) {
        this.bolt = new BasicBoltExecutor(bolt);
    }

    @Override
    protected void prepare(TopologyContext context, Map<String, Object> conf) {
        bolt.prepare(conf, context, collector());
    }

    @Override
    public @Nullable String whyNoSnapshots() {
        return null;
    }

    @Override
    protected void onTuple(Tuple tuple) {
        bolt.execute(tuple);
    }

    @Override
    protected void onTick(Tuple tick) {
        bolt.execute(tick);
    }

    @Override
    public void cleanup() {
        bolt.cleanup();
        super.cleanup();
    }

    @Override
    protected void declareStreams(OutputFieldsDeclarer declarer) {
        bolt.declareOutputFields(declarer);
    }

    @Override
    public @Nullable Map<String, Object> getComponentConfiguration() {
        return bolt.getComponentConfiguration();
    }
}
