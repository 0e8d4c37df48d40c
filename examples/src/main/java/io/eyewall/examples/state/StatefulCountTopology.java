package io.eyewall.examples.state;

import org.apache.storm.Config;
import org.apache.storm.topology.ConfigurableTopology;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;

/**
 * Counts words exactly, even if its process is killed: run it, kill it with {@code kill -9}, run it
 * again with the same folder, and it resumes counting.
 */
public class StatefulCountTopology extends ConfigurableTopology {
    /** The bolt that counts. */
    public static final String COUNTER = "count";

    /**
     * @param args the folder for the state, and the number of words, both optional
     */
    public static void main(String[] args) {
        ConfigurableTopology.start(new StatefulCountTopology(), args);
    }

    @Override
    protected int run(String[] args) {
        configure(conf, args.length > 0 ? args[0] : "state");
        long limit = args.length > 1 ? Long.parseLong(args[1]) : 1_000_000;
        return submit("stateful-count", conf, builder(new OffsetSpout(limit)));
    }

    /** Configures state on disk in a folder, with a checkpoint every 100 ms. */
    public static void configure(Config conf, String folder) {
        conf.put(Config.TOPOLOGY_STATE_PROVIDER, "io.eyewall.state.RocksDbKeyValueStateProvider");
        conf.put("eyewall.state.dir", folder);
        conf.put(Config.TOPOLOGY_STATE_CHECKPOINT_INTERVAL, 100);
        // Tuples are acked at checkpoints only: at most so many are emitted from one to the next.
        conf.setMaxSpoutPending(500);
    }

    /** Returns {@code words -> count}. */
    public static TopologyBuilder builder(OffsetSpout words) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("words", words);
        builder.setBolt(COUNTER, new ExactCountBolt(), 2)
                .fieldsGrouping("words", new Fields("word"));
        return builder;
    }
}
