package io.eyewall.control.machine;

import java.util.Map;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Tuple;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads and acks. */
final class ProbeBolt extends BaseRichBolt {
    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(ProbeBolt.class);

    @SuppressWarnings("NullAway.Init") // by Storm, before all else
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

    /** What was read, so that nothing can leave it out. */
    @Override
    public void cleanup() {
        if (sum == 0) {
            LOG.debug("the sum of what was read is 0");
        }
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        // no streams
    }
}
