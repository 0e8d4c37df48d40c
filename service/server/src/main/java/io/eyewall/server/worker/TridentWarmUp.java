package io.eyewall.server.worker;

import io.eyewall.engine.RunningTopology;
import io.eyewall.local.LocalNimbus;
import io.eyewall.local.coordination.Coordination;
import io.eyewall.topology.config.ConfigKeys;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.storm.Config;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.generated.SubmitOptions;
import org.apache.storm.generated.TopologyInitialStatus;
import org.apache.storm.trident.TridentTopology;
import org.apache.storm.trident.operation.builtin.Count;
import org.apache.storm.trident.testing.FixedBatchSpout;
import org.apache.storm.trident.testing.MemoryMapState;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a small Trident topology once in memory before a large one is opened. The client of
 * Trident's coordination state and the code that opens, runs and closes batches have about a
 * thousand classes; loading them takes longer than everything else that is opened, and would
 * prolong the pause of an update.
 */
final class TridentWarmUp {
    private static final Logger LOG = LoggerFactory.getLogger(TridentWarmUp.class);
    private static final String NAME = "warm-up";

    /** Enough batches for the JIT compiler to compile the code that runs for each batch. */
    private static final long BATCHES = 200;

    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(5);
    private static final long POLL_MS = 5;

    private TridentWarmUp() {}

    /**
     * Warms up if the topology has Trident batches. Errors are ignored; they appear again when the
     * real topology is opened.
     *
     * @param daemonConf configuration of the topology's process
     * @throws InterruptedException if the caller is interrupted while it waits
     */
    static void run(Map<String, Object> daemonConf, StormTopology topology)
            throws InterruptedException {
        if (topology.get_spouts().keySet().stream().noneMatch(Coordination::isCoordinator)) {
            return;
        }
        Map<String, Object> conf = new HashMap<>(daemonConf);
        conf.remove(ConfigKeys.STATE_DIR.name());
        conf.remove(Config.TRANSACTIONAL_ZOOKEEPER_SERVERS);
        conf.put(ConfigKeys.CORES.name(), 1);
        try (LocalNimbus nimbus = new LocalNimbus(conf)) {
            runBatches(nimbus);
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception | LinkageError e) { // Storm's methods declare Exception
            LOG.debug("warm-up of Trident failed", e);
        }
    }

    private static void runBatches(LocalNimbus nimbus) throws Exception {
        Config conf = new Config();
        conf.setMaxSpoutPending(2);
        conf.put(Config.TOPOLOGY_TRIDENT_BATCH_EMIT_INTERVAL_MILLIS, 1);
        RunningTopology topology =
                nimbus.start(
                        NAME,
                        conf,
                        buildTopology(),
                        new SubmitOptions(TopologyInitialStatus.ACTIVE));
        long beginNs = System.nanoTime();
        while (DrainWatch.ackedMessages(topology, topology.metrics()) < BATCHES
                && System.nanoTime() - beginNs < LIMIT_NS
                && !topology.status().isOver()) {
            TimeUnit.MILLISECONDS.sleep(POLL_MS);
        }
        topology.deactivate();
    }

    @SuppressWarnings("unchecked") // the spout takes an array of lists
    private static StormTopology buildTopology() {
        FixedBatchSpout words =
                new FixedBatchSpout(new Fields("word"), 2, new Values("one"), new Values("two"));
        words.setCycle(true);
        TridentTopology topology = new TridentTopology();
        topology.newStream(NAME, words)
                .shuffle()
                .groupBy(new Fields("word"))
                .persistentAggregate(new MemoryMapState.Factory(), new Count(), new Fields("n"));
        return topology.build();
    }
}
