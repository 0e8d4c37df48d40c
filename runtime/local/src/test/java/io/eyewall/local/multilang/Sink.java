package io.eyewall.local.multilang;

import io.eyewall.local.Recorder;
import java.util.Map;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Tuple;

/** Records the first value of each tuple. */
final class Sink extends BaseRichBolt {
    private final String key;
    private OutputCollector collector;

    Sink(String key) {
        this.key = key;
    }

    @Override
    public void prepare(
            Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
        this.collector = collector;
    }

    @Override
    public void execute(Tuple tuple) {
        Recorder.add(key, tuple.getValue(0));
        collector.ack(tuple);
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {}
}
