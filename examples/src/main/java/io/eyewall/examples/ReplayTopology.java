package io.eyewall.examples;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.ConfigurableTopology;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/**
 * Acking and replay: a bolt fails every number at first sight, the spout emits it again, and the
 * bolt accepts it the second time.
 */
public class ReplayTopology extends ConfigurableTopology {
    /**
     * @param args the number of numbers, optional
     */
    public static void main(String[] args) {
        ConfigurableTopology.start(new ReplayTopology(), args);
    }

    @Override
    protected int run(String[] args) {
        long limit = args.length > 0 ? Long.parseLong(args[0]) : 100_000;
        conf.setMaxSpoutPending(1000);
        return submit("replay", conf, builder(limit));
    }

    /**
     * Returns {@code number -> flaky}.
     *
     * @param limit the number of numbers
     */
    public static TopologyBuilder builder(long limit) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("number", new NumberSpout(limit));
        // Grouped by number, so that a replayed number reaches the task that failed it.
        builder.setBolt("flaky", new FlakyBolt(), 2).fieldsGrouping("number", new Fields("number"));
        return builder;
    }

    /** Fails each number the first time. */
    static class FlakyBolt extends BaseRichBolt {
        private OutputCollector collector;
        private Set<Long> failedOnce;

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
            this.collector = collector;
            failedOnce = new HashSet<>();
        }

        @Override
        public void execute(Tuple tuple) {
            Long number = tuple.getLong(0);
            if (failedOnce.add(number)) {
                collector.fail(tuple);
            } else {
                collector.emit(tuple, new Values(number));
                collector.ack(tuple);
            }
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("number"));
        }
    }
}
