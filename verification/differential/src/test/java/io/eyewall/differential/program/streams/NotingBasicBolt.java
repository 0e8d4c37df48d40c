package io.eyewall.differential.program.streams;

import io.eyewall.differential.stage.Probe;
import java.util.Map;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.BasicOutputCollector;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseBasicBolt;
import org.apache.storm.tuple.Tuple;

/** Notes the values of its tuples under {@code basic}. */
final class NotingBasicBolt extends BaseBasicBolt {
    private static final long serialVersionUID = 1;

    private transient Probe probe;

    @Override
    public void prepare(Map<String, Object> conf, TopologyContext context) {
        probe = Probe.of(conf);
    }

    @Override
    public void execute(Tuple tuple, BasicOutputCollector collector) {
        probe.note("basic", tuple.getValues());
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {}
}
