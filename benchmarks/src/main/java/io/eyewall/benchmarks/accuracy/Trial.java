package io.eyewall.benchmarks.accuracy;

import io.eyewall.control.recording.Recorder;
import io.eyewall.engine.Engine;
import io.eyewall.engine.EngineSettings;
import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.SubmitSettings;
import io.eyewall.model.calibration.Calibration;
import io.eyewall.model.calibration.Calibrator;
import io.eyewall.model.calibration.MachineConstants;
import io.eyewall.model.calibration.Recording;
import io.eyewall.topology.TopologyPlan;
import io.eyewall.topology.TopologyPlanner;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.generated.InvalidTopologyException;
import org.apache.storm.utils.Utils;

/**
 * Runs a subject in a configuration: so many seconds to warm up, so many measured.
 *
 * @param roundsPerUs of {@link Work}
 * @param seconds of each
 */
record Trial(double roundsPerUs, int seconds) {
    /** What is taken for true of the machine. */
    static final MachineConstants MACHINE = MachineConstants.ASSUMED;

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int PENDING = 500;

    /**
     * Runs it.
     *
     * @param perSec messages offered per second, by a Poisson process; 0 for as many as get through
     * @throws IllegalStateException if it does not start, or fails
     */
    Recording run(Subject subject, Subject.Configuration configuration, double perSec)
            throws InvalidTopologyException, InterruptedException {
        Map<String, Object> daemon = new HashMap<>(Utils.readDefaultConfig());
        daemon.put(Config.STORM_CLUSTER_MODE, "local");
        daemon.put("eyewall.cores", configuration.cores());
        Map<String, Object> conf = new HashMap<>();
        conf.put(Config.TOPOLOGY_ACKER_EXECUTORS, subject.acked() ? 1 : 0);
        conf.put(Config.TOPOLOGY_MAX_SPOUT_PENDING, PENDING);
        TopologyPlan plan =
                TopologyPlanner.plan(
                        "accuracy",
                        "accuracy-1-1",
                        daemon,
                        conf,
                        subject.build(configuration, roundsPerUs, perSec));
        try (Engine engine = Engine.start(EngineSettings.from(daemon))) {
            RunningTopology topology =
                    engine.submit(plan, SubmitSettings.of(Trial.class.getClassLoader()));
            if (!topology.awaitStarted(LIMIT)) {
                throw new IllegalStateException(subject.name() + " did not start in " + LIMIT);
            }
            Thread.sleep(seconds * 1000L);
            Recorder recorder = new Recorder(plan);
            for (int i = 0; i <= seconds; i++) {
                recorder.add(System.nanoTime(), topology.metrics());
                Thread.sleep(i == seconds ? 0 : 1000);
            }
            topology.failure()
                    .ifPresent(
                            failure -> {
                                throw new IllegalStateException(failure.describe());
                            });
            return recorder.recording();
        }
    }

    /** Runs it with sources that always have more, and calibrates. */
    Calibration calibrate(Subject subject, Subject.Configuration configuration)
            throws InvalidTopologyException, InterruptedException {
        return Calibrator.calibrate(run(subject, configuration, 0), MACHINE);
    }

    /** Root tuples per second. */
    static double rate(Recording recording) {
        return Calibrator.calibrate(recording, MACHINE).measuredRootsPerSec();
    }

    /** Processor time of all cores, in cores. */
    static double cores(Recording recording) {
        double coreSeconds = 0;
        double seconds = 0;
        for (Recording.Window window : recording.windows()) {
            seconds += window.seconds();
            coreSeconds += window.seconds() * window.busyCores();
        }
        return coreSeconds / seconds;
    }
}
