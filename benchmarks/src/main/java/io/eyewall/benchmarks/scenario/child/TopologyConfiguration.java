package io.eyewall.benchmarks.scenario.child;

import io.eyewall.benchmarks.scenario.Peer;
import io.eyewall.benchmarks.scenario.PeerKind;
import io.eyewall.benchmarks.scenario.PeerKind.Family;
import io.eyewall.benchmarks.scenario.Scenario;
import io.eyewall.benchmarks.scenario.Work;
import java.util.Map;
import java.util.TreeMap;
import org.apache.storm.Config;

/**
 * Creates the topology configuration of a system for a scenario, which sets as little as possible.
 */
public final class TopologyConfiguration {
    /** The key for the number of core threads of Eyewall's local cluster. */
    public static final String EYEWALL_CORES = "eyewall.cores";

    private static final String TRACE_EVERY = "eyewall.trace.every";
    private static final String TRACE_PER_SECOND = "eyewall.trace.per.second";

    /** The maximum number of pending messages per spout task when acked. */
    public static final int MAX_SPOUT_PENDING = 5_000;

    private TopologyConfiguration() {}

    /** Returns the configuration; every other setting is the system's default. */
    public static Map<String, Object> create(Peer peer, Scenario scenario) {
        Map<String, Object> conf = new TreeMap<>();
        conf.put(Config.TOPOLOGY_WORKERS, 1);
        conf.put(Config.TOPOLOGY_ACKER_EXECUTORS, scenario.acked() ? 1 : 0);
        if (scenario.acked()) {
            conf.put(Config.TOPOLOGY_MAX_SPOUT_PENDING, MAX_SPOUT_PENDING);
        }
        if (peer.kind() == PeerKind.STORM) {
            tuneStorm(conf, scenario);
        }
        if (peer.kind().family() == Family.EYEWALL) {
            int processors = Runtime.getRuntime().availableProcessors();
            conf.put(EYEWALL_CORES, peer.coresFor(scenario, processors));
        }
        if (peer.kind() == PeerKind.EYEWALL_TRACED || peer.kind() == PeerKind.EYEWALL_TRACED_ALL) {
            conf.put(TRACE_EVERY, 1000);
        }
        if (peer.kind() == PeerKind.EYEWALL_TRACED_ALL) {
            conf.put(TRACE_PER_SECOND, 1_000_000_000);
        }
        return conf;
    }

    /**
     * Sets the fastest known configuration of Storm's local mode. Tuples are not batched if the
     * load is fixed or there is none, because batches would only delay them; nor if a child process
     * emits, because tuples that its reader thread leaves in a batch stay there.
     */
    private static void tuneStorm(Map<String, Object> conf, Scenario scenario) {
        conf.put(Config.TOPOLOGY_DISABLE_LOADAWARE_MESSAGING, true);
        conf.put(Config.TOPOLOGY_STATS_SAMPLE_RATE, 0.0005);
        Work work = scenario.work();
        if (work.ratePerSec() == 0 && !work.isMultilang() && !work.isSilent()) {
            conf.put(Config.TOPOLOGY_PRODUCER_BATCH_SIZE, 500);
            conf.put(Config.TOPOLOGY_TRANSFER_BATCH_SIZE, 500);
            conf.put(Config.TOPOLOGY_EXECUTOR_RECEIVE_BUFFER_SIZE, 50_000);
            conf.put(Config.TOPOLOGY_SPOUT_RECVQ_SKIPS, 8);
        }
    }
}
