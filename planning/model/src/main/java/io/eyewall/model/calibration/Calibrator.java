package io.eyewall.model.calibration;

import io.eyewall.model.topology.ComponentModel;
import io.eyewall.model.topology.HeapUse;
import io.eyewall.model.topology.TopologyModel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Estimates a topology's costs by least squares. For each place and window of our engine, the
 * equation is {@code busy = sum_c s_c tuples_c + g crossings}, where s_c is the time of component c
 * per tuple, the engine's part included, and g the time of a crossing at each end; on a Storm
 * cluster, the same equation holds for each executor. The prior of s_c is the sampled time plus the
 * cost of a call, with a relative standard deviation of {@link #USER_CODE_SD}; {@link Observations}
 * supply the other priors and the equations. A term is not identified if the measurements have
 * hardly reduced the standard deviation of its prior.
 */
public final class Calibrator {
    /** Standard deviation of sampled time in user code, relative to that time. */
    private static final double USER_CODE_SD = 0.5;

    /**
     * A cost is identified if the standard deviation of its estimate is below this share of its
     * prior's standard deviation.
     */
    private static final double MAX_SD_OF_PRIOR_SD = 0.7;

    /**
     * A component's cost is also identified if the standard deviation of its estimate is below this
     * share of the estimate.
     */
    private static final double MAX_SD_OF_VALUE = 0.15;

    /** The fewest tuples by which a component's cost can be identified. */
    static final double MIN_TUPLES = 100;

    /**
     * Standard deviation of the core's time for handing a tuple to a dedicated executor's thread
     * and for taking back the results.
     */
    private static final double HAND_OVER_SD_NS = 2_000;

    private final Recording recording;
    private final Observations observations;
    private final List<Recording.Component> components;
    private final Edges edges;

    private Calibrator(Recording recording, MachineConstants machine) {
        this.recording = recording;
        this.observations =
                recording.threads()
                        ? new ThreadObservations(recording)
                        : new CoreObservations(recording, machine);
        this.components = recording.components();
        this.edges = new Edges(recording);
    }

    /**
     * Calibrates the model with a recording.
     *
     * @throws IllegalArgumentException if the recording has no windows
     */
    public static Calibration calibrate(Recording recording, MachineConstants machine) {
        return new Calibrator(recording, machine).calibrate();
    }

    private Calibration calibrate() {
        if (recording.windows().isEmpty()) {
            throw new IllegalArgumentException(
                    "recording of '"
                            + recording.topology()
                            + "': nothing was measured; record the topology for some seconds while"
                            + " it works");
        }
        int n = components.size();
        double[] tuples = new double[n];
        double[] ownNs = new double[n];
        double seconds = 0;
        for (Recording.Window window : recording.windows()) {
            seconds += window.seconds();
            for (Recording.Executor executor : window.executors()) {
                int c = componentIndex(executor.component());
                tuples[c] += executor.tuples();
                ownNs[c] += executor.ownNs();
            }
        }
        double[] priors = new double[n + 1];
        double[] deviations = new double[n + 1];
        for (int c = 0; c < n; c++) {
            boolean worked = tuples[c] >= MIN_TUPLES;
            double sampledNs = worked ? ownNs[c] / tuples[c] : 0;
            double call = observations.callNs();
            priors[c] = sampledNs + call;
            boolean handsOver = ownThread(components.get(c).id()).ns() > 0;
            // 1 ns is added because the deviation must be above 0 even if nothing was sampled.
            deviations[c] =
                    USER_CODE_SD * sampledNs + call / 2 + 1 + (handsOver ? HAND_OVER_SD_NS : 0);
        }
        priors[n] = observations.crossingNs();
        deviations[n] = observations.crossingSdNs();
        LeastSquares squares = new LeastSquares(priors, deviations);
        for (Recording.Window window : recording.windows()) {
            observations.observe(window, squares, this::componentIndex);
        }
        double[] solution = squares.solve();
        double[][] covariance = squares.covariance();
        List<Estimate> estimates = new ArrayList<>();
        for (int c = 0; c <= n; c++) {
            estimates.add(
                    estimate(
                            c,
                            solution[c],
                            Math.sqrt(covariance[c][c]),
                            deviations[c],
                            c < n && tuples[c] < MIN_TUPLES));
        }
        List<Recording.Window> windows = recording.windows();
        return new Calibration(
                topologyModel(solution, tuples),
                estimates,
                solution[n],
                recording.places().size(),
                placesByComponent(windows.get(windows.size() - 1)),
                recording.placed(),
                windows.get(windows.size() - 1).latency(),
                rootTuples(tuples) / seconds,
                windows.get(windows.size() - 1).busyCores());
    }

    private Estimate estimate(int c, double ns, double sd, double priorSd, boolean idle) {
        int n = components.size();
        if (c == n) {
            boolean identified =
                    observations.isCrossingKnown() || sd < MAX_SD_OF_PRIOR_SD * priorSd;
            return new Estimate(
                    Calibration.CROSSING,
                    ns,
                    sd,
                    identified,
                    identified ? "" : observations.crossingExperiment());
        }
        boolean identified =
                !idle && (sd < MAX_SD_OF_PRIOR_SD * priorSd || sd < MAX_SD_OF_VALUE * ns);
        return new Estimate(
                components.get(c).id(),
                ns,
                sd,
                identified,
                identified
                        ? ""
                        : idle
                                ? "record the topology while '"
                                        + components.get(c).id()
                                        + "' receives tuples"
                                : observations.componentExperiment(components.get(c).id()));
    }

    private TopologyModel topologyModel(double[] solution, double[] tuples) {
        Map<String, Double> weights = new HashMap<>();
        List<ComponentModel> models = new ArrayList<>();
        for (int c = 0; c < components.size(); c++) {
            Recording.Component component = components.get(c);
            if (component.spout()) {
                weights.put(component.id(), tuples[c]);
            }
            Recording.Window last = recording.windows().get(recording.windows().size() - 1);
            long executors =
                    last.executors().stream()
                            .filter(e -> e.component().equals(component.id()))
                            .count();
            models.add(
                    new ComponentModel(
                            component.id(),
                            component.spout(),
                            Math.max(1, (int) executors),
                            component.tasks(),
                            solution[c],
                            serviceScv(component.id()),
                            ownThread(component.id()),
                            component.holds()));
        }
        return new TopologyModel(
                recording.topology(),
                models,
                edges.edges(c -> tuples[componentIndex(c)]),
                weights,
                recording.acked(),
                recording.maxPending(),
                heapUse());
    }

    /**
     * Returns the heap use, from the windows in which it was measured, and the latest size of the
     * heap.
     */
    private HeapUse heapUse() {
        double allocated = 0;
        double roots = 0;
        double stoppedNs = 0;
        long collections = 0;
        HeapUse use = HeapUse.UNKNOWN;
        for (Recording.Window window : recording.windows()) {
            Recording.Heap heap = window.heap();
            if (heap.allocatedBytes() < 0) {
                continue;
            }
            allocated += heap.allocatedBytes();
            collections += heap.collections();
            stoppedNs += heap.stoppedNs();
            for (Recording.Executor executor : window.executors()) {
                roots += recording.component(executor.component()).spout() ? executor.tuples() : 0;
            }
            use =
                    new HeapUse(
                            allocated / Math.max(1, roots),
                            heap.liveBytes(),
                            heap.maxBytes(),
                            collections == 0 ? 0 : allocated / collections,
                            collections == 0 ? 0 : stoppedNs / collections);
        }
        return use;
    }

    /**
     * Returns the squared coefficient of variation of a component's service time. On a Storm
     * cluster it is unknown, and the service time is assumed to be exponential.
     */
    private double serviceScv(String component) {
        if (recording.threads()) {
            return 1;
        }
        double spread = 0;
        double tuples = 0;
        double ns = 0;
        for (Recording.Executor executor : executorsOf(component)) {
            spread += executor.ownSpreadNs2();
            tuples += executor.tuples();
            ns += executor.ownNs() + executor.threadNs();
        }
        return ns == 0 ? 0 : Math.max(0, spread * tuples / (ns * ns));
    }

    private ComponentModel.OwnThread ownThread(String component) {
        double tuples = 0;
        double ns = 0;
        double cpuNs = 0;
        double windowNs = 0;
        for (Recording.Window window : recording.windows()) {
            for (Recording.Executor executor : window.executors()) {
                if (executor.component().equals(component) && executor.threadNs() > 0) {
                    tuples += executor.tuples();
                    ns += executor.threadNs();
                    cpuNs += Math.max(0, executor.threadCpuNs());
                    windowNs += window.seconds() * 1e9;
                }
            }
        }
        if (tuples == 0) {
            return ComponentModel.OwnThread.NONE;
        }
        // A spout's thread receives no tuples, so nothing depends on this value for a spout.
        double asleep = recording.component(component).spout() ? 1 : Math.max(0, 1 - ns / windowNs);
        return new ComponentModel.OwnThread(ns / tuples, cpuNs / tuples, asleep);
    }

    private List<Recording.Executor> executorsOf(String component) {
        return recording.windows().stream()
                .flatMap(window -> window.executors().stream())
                .filter(executor -> executor.component().equals(component))
                .toList();
    }

    private static Map<String, List<Integer>> placesByComponent(Recording.Window window) {
        Map<String, List<Integer>> places = new HashMap<>();
        window.executors().stream()
                .sorted(Comparator.comparingInt(Recording.Executor::firstTask))
                .forEach(
                        e ->
                                places.computeIfAbsent(e.component(), id -> new ArrayList<>())
                                        .add(e.place()));
        return places;
    }

    private double rootTuples(double[] tuples) {
        double roots = 0;
        for (int c = 0; c < tuples.length; c++) {
            roots += components.get(c).spout() ? tuples[c] : 0;
        }
        return roots;
    }

    private int componentIndex(String component) {
        return components.indexOf(recording.component(component));
    }
}
