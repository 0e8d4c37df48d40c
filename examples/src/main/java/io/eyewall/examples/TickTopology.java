package io.eyewall.examples;

import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.ConfigurableTopology;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.apache.storm.utils.TupleUtils;

/** Tick tuples: a bolt counts the tuples that it receives, and emits the count every second. */
public class TickTopology extends ConfigurableTopology {
    /**
     * @param args not used
     */
    public static void main(String[] args) {
        ConfigurableTopology.start(new TickTopology(), args);
    }

    @Override
    protected int run(String[] args) {
        return submit("tick", conf, builder(Long.MAX_VALUE));
    }

    /**
     * Returns {@code number -> rate}.
     *
     * @param limit the number of numbers
     */
    public static TopologyBuilder builder(long limit) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("number", new NumberSpout(limit)).setMaxSpoutPending(1000);
        builder.setBolt("rate", new RateBolt()).shuffleGrouping("number");
        return builder;
    }

    /** Emits the number of tuples since the last tick. */
    static class RateBolt extends BaseRichBolt {
        private OutputCollector collector;
        private long received;

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
            this.collector = collector;
        }

        @Override
        public Map<String, Object> getComponentConfiguration() {
            return Map.of(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 1);
        }

        @Override
        public void execute(Tuple tuple) {
            if (TupleUtils.isTick(tuple)) {
                collector.emit(new Values(received));
                received = 0;
            } else {
                received++;
            }
            collector.ack(tuple);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("perSecond"));
        }
    }
}
