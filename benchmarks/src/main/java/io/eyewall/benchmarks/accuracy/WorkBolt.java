package io.eyewall.benchmarks.accuracy;

import java.util.Map;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/** Works for each tuple, emits it again unless this bolt is the last, and acks it. */
final class WorkBolt extends BaseRichBolt {
    private static final long serialVersionUID = 1L;

    private final long rounds;
    private final boolean last;

    @SuppressWarnings("NullAway.Init") // by Storm, before all else
    private transient OutputCollector collector;

    WorkBolt(long rounds, boolean last) {
        this.rounds = rounds;
        this.last = last;
    }

    @Override
    public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector out) {
        collector = out;
    }

    @Override
    public void execute(Tuple tuple) {
        long state = Work.rounds(tuple.getLong(1), rounds);
        if (!last) {
            collector.emit(tuple, new Values(tuple.getLong(0), state));
        }
        collector.ack(tuple);
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields("key", "state"));
    }
}
