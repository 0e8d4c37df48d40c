package io.eyewall.benchmarks.scenario.child;

import io.eyewall.benchmarks.scenario.Peer;
import io.eyewall.benchmarks.scenario.PeerKind;
import io.eyewall.benchmarks.scenario.PeerKind.Family;
import io.eyewall.benchmarks.scenario.Scenario;
import io.eyewall.benchmarks.scenario.Work;
import java.util.Map;
import java.util.TreeMap;
import org.apache.storm.Config;

/** The topology configuration that a system gets for a scenario: as little as possible. */
public final class TopologyConfiguration {
    /** Number of core threads of Eyewall's local cluster. */
    public static final String EYEWALL_CORES = "eyewall.cores";

    private static final String TRACE_EVERY = "eyewall.trace.every";
    private static final String TRACE_PER_SECOND = "eyewall.trace.per.second";

    /** Messages in flight per spout task when acked. */
    public static final int MAX_SPOUT_PENDING = 5_000;

    private TopologyConfiguration() {}

    /** Returns the configuration; everything that is not in it is the system's default. */
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
     * The best that was found for Storm's local mode. Where the load is fixed, or none, tuples are
     * not held back for batches: that would only make them later. Nor where a child process emits:
     * what its reader thread leaves in a batch stays there.
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
