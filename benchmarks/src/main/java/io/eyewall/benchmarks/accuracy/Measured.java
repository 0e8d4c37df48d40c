package io.eyewall.benchmarks.accuracy;

import io.eyewall.control.recording.Recorder;
import io.eyewall.engine.Engine;
import io.eyewall.engine.EngineSettings;
import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.SubmitSettings;
import io.eyewall.model.calibration.Recording;
import io.eyewall.topology.TopologyPlan;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.utils.Utils;

/**
 * Measurements of a run of a topology in an engine of its own.
 *
 * @param recording the recording that {@code eyewall plan record} would make, corrected by {@link
 *     CoreThreads}
 * @param engineCores processor time of the engine's threads, in cores
 * @param processCores processor time of this process, compiler and collector included, in cores
 * @param takenCores processor time taken by other processes and the host, in cores
 */
record Measured(Recording recording, double engineCores, double processCores, double takenCores) {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int PENDING = 500;

    /** Nothing is recorded while executors move: a run takes at most this many times as long. */
    private static final int MAX_TIMES = 4;

    /** Returns the configuration of an engine. */
    static Map<String, Object> daemonConf(int cores) {
        Map<String, Object> daemon = new HashMap<>(Utils.readDefaultConfig());
        daemon.put(Config.STORM_CLUSTER_MODE, "local");
        daemon.put("eyewall.cores", cores);
        return daemon;
    }

    /** Returns the configuration of a topology. */
    static Map<String, Object> topologyConf(boolean acked) {
        Map<String, Object> conf = new HashMap<>();
        conf.put(Config.TOPOLOGY_ACKER_EXECUTORS, acked ? 1 : 0);
        conf.put(Config.TOPOLOGY_MAX_SPOUT_PENDING, PENDING);
        return conf;
    }

    /**
     * Runs a topology and measures it.
     *
     * @param daemon the configuration from {@link #daemonConf} with which the plan was made
     * @param warmUp seconds before the measurement
     * @param seconds duration of the measurement, in windows of a second; longer if executors moved
     *     in all of them
     * @param onBegin is called when the measurement begins
     * @throws IllegalStateException if it does not start, or fails
     */
    static Measured of(
            TopologyPlan plan,
            Map<String, Object> daemon,
            int warmUp,
            int seconds,
            Runnable onBegin)
            throws InterruptedException {
        try (Engine engine = Engine.start(EngineSettings.from(daemon))) {
            RunningTopology topology =
                    engine.submit(plan, SubmitSettings.of(Measured.class.getClassLoader()));
            if (!topology.awaitStarted(LIMIT)) {
                throw new IllegalStateException(plan.name() + " did not start in " + LIMIT);
            }
            Thread.sleep(warmUp * 1000L);
            onBegin.run();
            final Host before = Host.now();
            final Map<Long, Long> engineBefore = CoreThreads.engineNs();
            Recorder recorder = new Recorder(plan);
            CoreThreads threads = new CoreThreads();
            recorder.add(System.nanoTime(), topology.metrics());
            threads.add(true);
            for (int i = 0;
                    i < seconds || (recorder.windows() == 0 && i < MAX_TIMES * seconds);
                    i++) {
                Thread.sleep(1000);
                threads.add(recorder.add(System.nanoTime(), topology.metrics()));
            }
            final Host after = Host.now();
            final double engineNs = CoreThreads.engineNsSince(engineBefore);
            topology.failure()
                    .ifPresent(
                            failure -> {
                                throw new IllegalStateException(failure.describe());
                            });
            return new Measured(
                    threads.correct(recorder.recording()),
                    engineNs / (after.atNs() - before.atNs()),
                    after.ownSince(before),
                    after.takenSince(before));
        }
    }
}
