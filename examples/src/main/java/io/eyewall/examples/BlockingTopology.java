package io.eyewall.examples;

import org.apache.storm.topology.BasicOutputCollector;
import org.apache.storm.topology.ConfigurableTopology;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseBasicBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.apache.storm.utils.Utils;

/**
 * A bolt that blocks, as a call of a database does, beside an independent chain that must not slow
 * down. Max spout pending slows the blocking bolt's spout down to the bolt's speed.
 */
public class BlockingTopology extends ConfigurableTopology {
    /**
     * @param args the milliseconds that a call blocks, optional
     */
    public static void main(String[] args) {
        ConfigurableTopology.start(new BlockingTopology(), args);
    }

    @Override
    protected int run(String[] args) {
        long blockMs = args.length > 0 ? Long.parseLong(args[0]) : 20;
        return submit("blocking", conf, builder(blockMs));
    }

    /**
     * Returns {@code request -> lookup} and {@code number -> pass}.
     *
     * @param blockMs the milliseconds that a call of {@code lookup} blocks
     */
    public static TopologyBuilder builder(long blockMs) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("request", new NumberSpout(Long.MAX_VALUE)).setMaxSpoutPending(100);
        builder.setBolt("lookup", new PassBolt(blockMs), 2).shuffleGrouping("request");
        builder.setSpout("number", new NumberSpout(Long.MAX_VALUE)).setMaxSpoutPending(1000);
        builder.setBolt("pass", new PassBolt(0)).shuffleGrouping("number");
        return builder;
    }

    /** Passes on numbers after blocking. */
    static class PassBolt extends BaseBasicBolt {
        private final long blockMs;

        PassBolt(long blockMs) {
            this.blockMs = blockMs;
        }

        @Override
        public void execute(Tuple tuple, BasicOutputCollector collector) {
            if (blockMs > 0) {
                Utils.sleep(blockMs);
            }
            collector.emit(new Values(tuple.getLong(0)));
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("number"));
        }
    }
}
