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
 * Trident: words counted exactly once. With a folder for the counts and {@code eyewall.state.dir}
 * for where Trident is, it can be killed at any time, and goes on when it is started again.
 */
public class TridentWordCountTopology extends ConfigurableTopology {
    private static final int PARTITIONS = 3;

    /**
     * @param args how many sentences in each of three partitions, and a folder for the counts; both
     *     optional
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

    /** Two batches under way, begun as soon as there is room. */
    static Config configuration() {
        Config conf = new Config();
        conf.setMaxSpoutPending(2);
        conf.put(Config.TOPOLOGY_TRIDENT_BATCH_EMIT_INTERVAL_MILLIS, 1);
        return conf;
    }

    /**
     * {@code sentence -> word -> count}.
     *
     * @param partitions of the source
     * @param sentences in each of them
     * @param counts where the counts are kept
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
