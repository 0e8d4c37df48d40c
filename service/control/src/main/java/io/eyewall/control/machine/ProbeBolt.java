package io.eyewall.control.machine;

import java.util.Map;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Tuple;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A bolt that reads and acks its input. */
final class ProbeBolt extends BaseRichBolt {
    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(ProbeBolt.class);

    @SuppressWarnings("NullAway.Init") // set by prepare
    private transient OutputCollector collector;

    private int sum;

    @Override
    public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector out) {
        collector = out;
    }

    @Override
    public void execute(Tuple tuple) {
        sum += tuple.getString(0).hashCode();
        collector.ack(tuple);
    }

    /** Uses the sum, so that the JIT compiler can't remove the reads. */
    @Override
    public void cleanup() {
        if (sum == 0) {
            LOG.debug("the sum of all hash codes is 0");
        }
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        // no streams
    }
}
