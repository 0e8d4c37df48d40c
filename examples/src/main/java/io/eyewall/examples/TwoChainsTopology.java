package io.eyewall.examples;

import java.util.Map;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.BasicOutputCollector;
import org.apache.storm.topology.ConfigurableTopology;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseBasicBolt;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/**
 * Two independent chains with one executor per component, so that all executors start on one core.
 * {@code eyewall.placement} moves one whole chain to an idle core; Apache Storm, which does not
 * know that key, runs one thread per component.
 */
public class TwoChainsTopology extends ConfigurableTopology {
    private static final int MODULUS = 1_000_003;

    /**
     * @param args topology name, optional
     */
    public static void main(String[] args) {
        ConfigurableTopology.start(new TwoChainsTopology(), args);
    }

    @Override
    protected int run(String[] args) {
        conf.put("eyewall.placement", "affinity");
        return submit(args.length > 0 ? args[0] : "two-chains", conf, builder());
    }

    /** Returns {@code evens -> even-squares} and {@code odds -> odd-squares}. */
    public static TopologyBuilder builder() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("evens", new EverySecondSpout(0));
        builder.setBolt("even-squares", new SquareBolt()).shuffleGrouping("evens");
        builder.setSpout("odds", new EverySecondSpout(1));
        builder.setBolt("odd-squares", new SquareBolt()).shuffleGrouping("odds");
        return builder;
    }

    /** Emits every second number, as fast as back-pressure allows. */
    static class EverySecondSpout extends BaseRichSpout {
        private transient SpoutOutputCollector collector;
        private int next;

        EverySecondSpout(int first) {
            this.next = first;
        }

        @Override
        public void open(
                Map<String, Object> conf, TopologyContext context, SpoutOutputCollector collector) {
            this.collector = collector;
        }

        @Override
        public void nextTuple() {
            collector.emit(new Values(next));
            next = (next + 2) % MODULUS;
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("number"));
        }
    }

    /** Squares numbers. */
    static class SquareBolt extends BaseBasicBolt {
        @Override
        public void execute(Tuple tuple, BasicOutputCollector collector) {
            long number = tuple.getInteger(0);
            collector.emit(new Values(number * number));
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("square"));
        }
    }
}
