package io.eyewall.control.machine;

import io.eyewall.engine.Engine;
import io.eyewall.engine.EngineSettings;
import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.SubmitSettings;
import io.eyewall.engine.metrics.CoreMetrics;
import io.eyewall.engine.metrics.ExecutorMetrics;
import io.eyewall.engine.metrics.TopologyMetrics;
import io.eyewall.topology.TopologyPlanner;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.generated.InvalidTopologyException;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.utils.Utils;

/**
 * A topology of a spout and a bolt with little work, run by an engine of its own.
 *
 * @param cores 1, or 2 to run the bolt on another core than the spout
 * @param acked whether messages are tracked and acked
 * @param words whether each tuple is a new word that the bolt reads; otherwise all tuples are the
 *     same
 */
record CallCostProbe(int cores, boolean acked, boolean words) {
    /** Measures a direct call only. */
    static final CallCostProbe CALLS = new CallCostProbe(1, false, false);

    /** Measures a direct call and an ack. */
    static final CallCostProbe CALLS_AND_ACKS = new CallCostProbe(1, true, false);

    private static final Duration START_LIMIT = Duration.ofSeconds(30);

    /**
     * Measures words, on one core or from one core to another; the difference is the cost of a
     * crossing. Each word is new: if all tuples had the same value, the receiving core would have
     * that value in its cache, and the measurement would miss the cost of moving data between
     * cores.
     */
    static CallCostProbe words(int cores) {
        return new CallCostProbe(cores, false, true);
    }

    /**
     * Runs the topology, with a warm-up as long as the measurement, and returns the processor time
     * of all cores per tuple.
     *
     * @throws IllegalStateException if the topology does not start, fails, or executes nothing
     */
    double measureBusyNsPerTuple(Duration window)
            throws InterruptedException, InvalidTopologyException {
        Map<String, Object> daemonConf = new HashMap<>(Utils.readDefaultConfig());
        daemonConf.put(Config.STORM_CLUSTER_MODE, "local");
        daemonConf.put("eyewall.cores", cores);
        Map<String, Object> conf = new HashMap<>();
        conf.put(Config.TOPOLOGY_ACKER_EXECUTORS, acked ? 1 : 0);
        conf.put(Config.TOPOLOGY_MAX_SPOUT_PENDING, 5_000);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new ProbeSpout(acked, words), 1)
                .addConfiguration("eyewall.core", 0);
        builder.setBolt("bolt", new ProbeBolt(), 1)
                .shuffleGrouping("spout")
                .addConfiguration("eyewall.core", cores - 1);
        try (Engine engine = Engine.start(EngineSettings.from(daemonConf))) {
            RunningTopology topology =
                    engine.submit(
                            TopologyPlanner.plan(
                                    "calibrate",
                                    "calibrate-1-1",
                                    daemonConf,
                                    conf,
                                    builder.createTopology()),
                            SubmitSettings.of(CallCostProbe.class.getClassLoader()));
            if (!topology.awaitStarted(START_LIMIT)) {
                throw new IllegalStateException("a probe did not start within " + START_LIMIT);
            }
            Thread.sleep(window.toMillis());
            final TopologyMetrics before = topology.metrics();
            Thread.sleep(window.toMillis());
            final TopologyMetrics after = topology.metrics();
            topology.failure()
                    .ifPresent(
                            failure -> {
                                throw new IllegalStateException(failure.describe());
                            });
            long tuples = executed(after) - executed(before);
            if (tuples <= 0) {
                throw new IllegalStateException("a probe executed no tuple within " + window);
            }
            double busyNs = 0;
            for (CoreMetrics core : after.cores()) {
                busyNs += core.since(before.cores().get(core.core())).busyNs();
            }
            return busyNs / tuples;
        }
    }

    private static long executed(TopologyMetrics metrics) {
        return metrics.executors().stream()
                .filter(e -> e.executor().componentId().equals("bolt"))
                .mapToLong(ExecutorMetrics::executed)
                .sum();
    }
}
