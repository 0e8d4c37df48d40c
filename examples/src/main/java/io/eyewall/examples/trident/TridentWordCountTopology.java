package io.eyewall.examples.trident;

import org.apache.storm.Config;
import org.apache.storm.StormSubmitter;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.topology.ConfigurableTopology;
import org.apache.storm.trident.TridentTopology;
import org.apache.storm.trident.operation.builtin.Count;
import org.apache.storm.trident.state.StateFactory;
import org.apache.storm.trident.testing.MemoryMapState;
import org.apache.storm.trident.testing.Split;
import org.apache.storm.tuple.Fields;

/**
 * Trident: counts words exactly once. With a folder for the counts, and {@code eyewall.state.dir}
 * for Trident's progress, it can be killed at any time, and resumes when it is restarted.
 */
public class TridentWordCountTopology extends ConfigurableTopology {
    private static final int PARTITIONS = 3;

    /**
     * @param args the number of sentences in each of three partitions, and a folder for the counts;
     *     both optional
     */
    public static void main(String[] args) {
        ConfigurableTopology.start(new TridentWordCountTopology(), args);
    }

    @Override
    protected int run(String[] args) throws Exception {
        int sentences = args.length > 0 ? Integer.parseInt(args[0]) : 10_000;
        StateFactory counts =
                args.length > 1 ? new FileMap.Factory(args[1]) : new MemoryMapState.Factory();
        conf.putAll(configuration());
        StormSubmitter.submitTopology(
                "trident-word-count", conf, topology(PARTITIONS, sentences, counts));
        return 0;
    }

    /** Returns a configuration with at most two batches in progress, emitted without delay. */
    static Config configuration() {
        Config conf = new Config();
        conf.setMaxSpoutPending(2);
        conf.put(Config.TOPOLOGY_TRIDENT_BATCH_EMIT_INTERVAL_MILLIS, 1);
        return conf;
    }

    /**
     * Returns {@code sentence -> word -> count}.
     *
     * @param partitions the source's partitions
     * @param sentences the number of sentences in each partition
     * @param counts the state that stores the counts
     */
    static StormTopology topology(int partitions, int sentences, StateFactory counts) {
        TridentTopology topology = new TridentTopology();
        topology.newStream("sentences", new SentenceSpout(partitions, sentences))
                .parallelismHint(2)
                .shuffle()
                .each(new Fields("sentence"), new Split(), new Fields("word"))
                .groupBy(new Fields("word"))
                .persistentAggregate(counts, new Count(), new Fields("count"))
                .parallelismHint(2);
        return topology.build();
    }
}
