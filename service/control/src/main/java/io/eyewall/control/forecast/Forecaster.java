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
 * recording, or on up to {@value #MAX_LEARNT_WINDOWS} windows before the one that is compared. For
 * one thread.
 */
public final class Forecaster {
    private static final int MAX_LEARNT_WINDOWS = 20;
    private static final int MIN_LEARNT_WINDOWS = 5;

    /**
     * A dedicated executor whose thread used this share of a processor counts as busy all the time.
     */
    private static final double MIN_FULL_SHARE = 0.9;

    private final MachineConstants machine;
    private final Optional<Calibration> givenCalibration;
    private final Recorder recorder;
    private boolean windowCompleted;

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
        before.filter(Recording::threads).ifPresent(Forecaster::refuseClusterRecording);
        this.givenCalibration = before.map(recording -> Calibrator.calibrate(recording, machine));
        this.recorder = new Recorder(plan, MAX_LEARNT_WINDOWS + 1);
        givenCalibration.ifPresent(
                model -> checkSameComponents(model.topology(), recorder.recording()));
    }

    private static void refuseClusterRecording(Recording recording) {
        throw new IllegalArgumentException(
                "the recording of '%s' is of a Storm cluster, where components have other costs than here; record it here"
                        .formatted(recording.topology()));
    }

    private static void checkSameComponents(TopologyModel model, Recording topology) {
        List<String> ownComponents =
                topology.components().stream().map(Recording.Component::id).sorted().toList();
        List<String> modelComponents =
                model.components().stream().map(c -> c.id()).sorted().toList();
        if (!ownComponents.equals(modelComponents)) {
            throw new IllegalArgumentException(
                    "the recording is of '%s' with the components %s, but '%s' has %s; record that"
                            .formatted(
                                    model.name(),
                                    modelComponents,
                                    topology.topology(),
                                    ownComponents));
        }
    }

    /**
     * Adds the current metrics, at negligible cost.
     *
     * @param atNs time of the metrics, by any monotonic clock
     */
    public void add(long atNs, TopologyMetrics metrics) {
        windowCompleted = recorder.add(atNs, metrics);
    }

    /**
     * Returns the window that the last {@link #add} has completed, compared with the model. Takes
     * some milliseconds of processor time, or tens if latency is simulated.
     *
     * @return empty while there are too few windows, if the topology was idle, or if an executor
     *     has moved meanwhile
     */
    public Optional<Forecast> forecast() {
        if (!windowCompleted) {
            return Optional.empty();
        }
        Recording recorded = recorder.recording();
        int learntWindows = recorded.windows().size() - 1;
        if (givenCalibration.isEmpty() && learntWindows < MIN_LEARNT_WINDOWS) {
            return Optional.empty();
        }
        try {
            Calibration model =
                    givenCalibration.orElseGet(
                            () ->
                                    Calibrator.calibrate(
                                            recorded.withWindows(
                                                    recorded.windows().subList(0, learntWindows)),
                                            machine));
            return Optional.of(compare(model, recorded.windows().get(learntWindows)))
                    .filter(forecast -> forecast.rootsPerSec() > 0);
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // there are no measurements yet
        }
    }

    private Forecast compare(Calibration model, Recording.Window window) {
        Map<String, List<Recording.Executor>> byComponent = new HashMap<>();
        double rootTuples = 0;
        for (Recording.Executor executor : window.executors()) {
            byComponent
                    .computeIfAbsent(executor.component(), id -> new ArrayList<>())
                    .add(executor);
            if (model.topology().component(executor.component()).spout()) {
                rootTuples += executor.tuples();
            }
        }
        Map<String, Integer> executors = new HashMap<>();
        Map<String, int[]> places = new HashMap<>();
        byComponent.forEach(
                (id, componentExecutors) -> {
                    componentExecutors.sort(Comparator.comparingInt(Recording.Executor::firstTask));
                    executors.put(id, componentExecutors.size());
                    places.put(
                            id,
                            componentExecutors.stream()
                                    .mapToInt(Recording.Executor::place)
                                    .toArray());
                });
        Setting setting = Setting.engine(window.busyNs().size(), machine, model.crossingNs());
        TopologyModel topology = model.topology().spreadOver(executors);
        double rootsPerSec = rootTuples / window.seconds();
        Prediction prediction =
                Prediction.of(
                        setting, new Placement(setting.tree(), topology, places), rootsPerSec);
        Recording.Latencies latency = window.latency();
        boolean hasLatency = latency.count() > 0;
        return Forecast.of(
                rootsPerSec,
                prediction.maxPerSec(),
                prediction.bottleneck(),
                new Forecast.Pair(window.busyCores(), predictedCores(prediction)),
                new Forecast.Pair(
                        hasLatency ? latency.meanNs() : -1, prediction.latency().meanNs()),
                new Forecast.Pair(hasLatency ? latency.p99Ns() : -1, prediction.latency().p99Ns()),
                fullComponent(window),
                prediction.holding());
    }

    /**
     * Returns a component with a dedicated executor that was busy all the time; empty if there is
     * none.
     */
    private static String fullComponent(Recording.Window window) {
        return window.executors().stream()
                .filter(executor -> executor.threadNs() > MIN_FULL_SHARE * window.seconds() * 1e9)
                .max(Comparator.comparingDouble(Recording.Executor::threadNs))
                .map(Recording.Executor::component)
                .orElse("");
    }

    /**
     * Returns the predicted processor time, in cores. A model that was learnt from the previous
     * windows was learnt at about the present load, and is used as it was calibrated.
     */
    private double predictedCores(Prediction prediction) {
        return givenCalibration.isPresent()
                ? prediction.busyCores()
                : prediction.coresAsCalibrated();
    }
}
