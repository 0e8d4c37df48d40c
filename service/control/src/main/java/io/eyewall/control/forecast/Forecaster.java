package io.eyewall.control.forecast;

import io.eyewall.control.recording.Recorder;
import io.eyewall.engine.metrics.TopologyMetrics;
import io.eyewall.model.calibration.Calibration;
import io.eyewall.model.calibration.Calibrator;
import io.eyewall.model.calibration.MachineConstants;
import io.eyewall.model.calibration.Recording;
import io.eyewall.model.capacity.Placement;
import io.eyewall.model.topology.TopologyModel;
import io.eyewall.model.whatif.Prediction;
import io.eyewall.model.whatif.Setting;
import io.eyewall.topology.TopologyPlan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Compares a topology with its model, window after window. The model is calibrated on an earlier
 * recording, or on up to {@value #LEARNT} windows before the one that is compared. For one thread.
 */
public final class Forecaster {
    private static final int LEARNT = 20;
    private static final int MIN_LEARNT = 5;
    private static final double FULL = 0.9;

    private final MachineConstants machine;
    private final Optional<Calibration> fixed;
    private final Recorder recorder;
    private boolean ended;

    /**
     * Creates a forecaster.
     *
     * @param plan plan of the topology
     * @param before recording to calibrate on; empty to learn from the metrics that are added
     * @throws IllegalArgumentException if the recording has no measurements, or is of another
     *     topology
     */
    public Forecaster(TopologyPlan plan, MachineConstants machine, Optional<Recording> before) {
        this.machine = machine;
        before.filter(Recording::threads).ifPresent(Forecaster::refuse);
        this.fixed = before.map(recording -> Calibrator.calibrate(recording, machine));
        this.recorder = new Recorder(plan, LEARNT + 1);
        fixed.ifPresent(model -> checkSame(model.topology(), recorder.recording()));
    }

    private static void refuse(Recording recording) {
        throw new IllegalArgumentException(
                "the recording of '%s' is of a Storm cluster, where components have other costs than here; record it here"
                        .formatted(recording.topology()));
    }

    private static void checkSame(TopologyModel model, Recording topology) {
        List<String> here =
                topology.components().stream().map(Recording.Component::id).sorted().toList();
        List<String> there = model.components().stream().map(c -> c.id()).sorted().toList();
        if (!here.equals(there)) {
            throw new IllegalArgumentException(
                    "the recording is of '%s' with the components %s, but '%s' has %s; record that"
                            .formatted(model.name(), there, topology.topology(), here));
        }
    }

    /**
     * Adds the current metrics, at negligible cost.
     *
     * @param atNs time of the metrics, by any monotonic clock
     */
    public void add(long atNs, TopologyMetrics metrics) {
        ended = recorder.add(atNs, metrics);
    }

    /**
     * Returns the window that the last {@link #add} has completed, compared with the model. Takes
     * some milliseconds of processor time, or tens if latency is simulated.
     *
     * @return empty while too little is known, if the topology was idle, or if an executor has
     *     moved meanwhile
     */
    public Optional<Forecast> forecast() {
        if (!ended) {
            return Optional.empty();
        }
        Recording recorded = recorder.recording();
        int learnt = recorded.windows().size() - 1;
        if (fixed.isEmpty() && learnt < MIN_LEARNT) {
            return Optional.empty();
        }
        try {
            Calibration model =
                    fixed.orElseGet(
                            () ->
                                    Calibrator.calibrate(
                                            recorded.withWindows(
                                                    recorded.windows().subList(0, learnt)),
                                            machine));
            return Optional.of(compare(model, recorded.windows().get(learnt)))
                    .filter(forecast -> forecast.rootsPerSec() > 0);
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // there are no measurements yet
        }
    }

    private Forecast compare(Calibration model, Recording.Window window) {
        Map<String, List<Recording.Executor>> byComponent = new HashMap<>();
        double roots = 0;
        for (Recording.Executor executor : window.executors()) {
            byComponent
                    .computeIfAbsent(executor.component(), id -> new ArrayList<>())
                    .add(executor);
            if (model.topology().component(executor.component()).spout()) {
                roots += executor.tuples();
            }
        }
        Map<String, Integer> executors = new HashMap<>();
        Map<String, int[]> places = new HashMap<>();
        byComponent.forEach(
                (id, own) -> {
                    own.sort(Comparator.comparingInt(Recording.Executor::firstTask));
                    executors.put(id, own.size());
                    places.put(id, own.stream().mapToInt(Recording.Executor::place).toArray());
                });
        Setting setting = Setting.engine(window.busyNs().size(), machine, model.crossingNs());
        TopologyModel topology = model.topology().spreadOver(executors);
        double perSec = roots / window.seconds();
        Prediction prediction =
                Prediction.of(setting, new Placement(setting.tree(), topology, places), perSec);
        Recording.Latencies latency = window.latency();
        boolean timed = latency.count() > 0;
        return Forecast.of(
                perSec,
                prediction.mostPerSec(),
                prediction.bottleneck(),
                new Forecast.Pair(window.busyCores(), cores(prediction)),
                new Forecast.Pair(timed ? latency.meanNs() : -1, prediction.latency().meanNs()),
                new Forecast.Pair(timed ? latency.p99Ns() : -1, prediction.latency().p99Ns()),
                fullThread(window),
                prediction.holding());
    }

    /**
     * Returns a component with a dedicated executor that was busy all the time; empty if there is
     * none.
     */
    private static String fullThread(Recording.Window window) {
        return window.executors().stream()
                .filter(one -> one.threadNs() > FULL * window.seconds() * 1e9)
                .max(Comparator.comparingDouble(Recording.Executor::threadNs))
                .map(Recording.Executor::component)
                .orElse("");
    }

    /**
     * Returns the predicted cores. A model that was learnt from the previous windows was learnt at
     * about the same load.
     */
    private double cores(Prediction prediction) {
        return fixed.isPresent() ? prediction.busyCores() : prediction.coresAsCalibrated();
    }
}
