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
 * equation is {@code busy = sum_c s_c tuples_c + g crossings}, where s_c is a component's time per
 * tuple, the engine's part included, and g a crossing's at each end; on a Storm cluster, the same
 * equation holds for each executor. The prior of s_c is the sampled time plus the cost of a call,
 * with a relative standard deviation of {@link #USER_CODE_SD}; {@link Observations} supply the
 * other priors and the equations. A term whose estimate the measurements have left at its prior is
 * not identified.
 */
public final class Calibrator {
    private static final double USER_CODE_SD = 0.5;
    private static final double LEARNT = 0.7;
    private static final double SURE = 0.15;

    /** The fewest tuples from which a cost is estimated. */
    static final double MIN_TUPLES = 100;

    /**
     * Standard deviation of what the core spends on handing a tuple to a dedicated executor's
     * thread and taking back its results.
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
     * @throws IllegalArgumentException if nothing was measured, or a component has done nothing
     */
    public static Calibration calibrate(Recording recording, MachineConstants machine) {
        return new Calibrator(recording, machine).calibrate();
    }

    private Calibration calibrate() {
        if (recording.windows().isEmpty()) {
            throw new IllegalArgumentException(
                    "recording of '"
                            + recording.topology()
                            + "': nothing was measured; record for some seconds while it works");
        }
        int n = components.size();
        double[] tuples = new double[n];
        double[] ownNs = new double[n];
        double seconds = 0;
        for (Recording.Window window : recording.windows()) {
            seconds += window.seconds();
            for (Recording.Executor executor : window.executors()) {
                int c = index(executor.component());
                tuples[c] += executor.tuples();
                ownNs[c] += executor.ownNs();
            }
        }
        double[] priors = new double[n + 1];
        double[] deviations = new double[n + 1];
        for (int c = 0; c < n; c++) {
            boolean worked = tuples[c] >= MIN_TUPLES;
            double own = worked ? ownNs[c] / tuples[c] : 0;
            double call = observations.callNs();
            priors[c] = own + call;
            boolean handsOver = thread(components.get(c).id()).ns() > 0;
            deviations[c] = USER_CODE_SD * own + call / 2 + 1 + (handsOver ? HAND_OVER_SD_NS : 0);
        }
        priors[n] = observations.crossingNs();
        deviations[n] = observations.crossingSdNs();
        LeastSquares squares = new LeastSquares(priors, deviations);
        for (Recording.Window window : recording.windows()) {
            observations.observe(window, squares, this::index);
        }
        double[] found = squares.solve();
        double[][] covariance = squares.covariance();
        List<Estimate> estimates = new ArrayList<>();
        for (int c = 0; c <= n; c++) {
            estimates.add(
                    estimate(
                            c,
                            found[c],
                            Math.sqrt(covariance[c][c]),
                            deviations[c],
                            c < n && tuples[c] < MIN_TUPLES));
        }
        List<Recording.Window> windows = recording.windows();
        return new Calibration(
                topology(found, tuples),
                estimates,
                found[n],
                recording.places().size(),
                places(windows.get(windows.size() - 1)),
                recording.placed(),
                windows.get(windows.size() - 1).latency(),
                roots(tuples) / seconds,
                windows.get(windows.size() - 1).busyCores());
    }

    private Estimate estimate(int c, double ns, double sd, double prior, boolean idle) {
        int n = components.size();
        if (c == n) {
            boolean known = observations.isCrossingKnown() || sd < LEARNT * prior;
            return new Estimate(
                    Calibration.CROSSING,
                    ns,
                    sd,
                    known,
                    known ? "" : observations.crossingExperiment());
        }
        boolean known = !idle && (sd < LEARNT * prior || sd < SURE * ns);
        return new Estimate(
                components.get(c).id(),
                ns,
                sd,
                known,
                known
                        ? ""
                        : idle
                                ? "record it while '" + components.get(c).id() + "' gets tuples"
                                : observations.componentExperiment(components.get(c).id()));
    }

    private TopologyModel topology(double[] found, double[] tuples) {
        Map<String, Double> weights = new HashMap<>();
        List<ComponentModel> models = new ArrayList<>();
        for (int c = 0; c < components.size(); c++) {
            Recording.Component one = components.get(c);
            if (one.spout()) {
                weights.put(one.id(), tuples[c]);
            }
            Recording.Window last = recording.windows().get(recording.windows().size() - 1);
            long executors =
                    last.executors().stream().filter(e -> e.component().equals(one.id())).count();
            models.add(
                    new ComponentModel(
                            one.id(),
                            one.spout(),
                            Math.max(1, (int) executors),
                            one.tasks(),
                            found[c],
                            scv(one.id()),
                            thread(one.id()),
                            one.holds()));
        }
        return new TopologyModel(
                recording.topology(),
                models,
                edges.find(c -> tuples[index(c)]),
                weights,
                recording.acked(),
                recording.maxPending(),
                heap());
    }

    /** Returns the heap use, from windows in which no thread ended that had allocated something. */
    private HeapUse heap() {
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
     * Returns the squared coefficient of variation of a component's service time. It is unknown on
     * a Storm cluster and there taken to be exponential.
     */
    private double scv(String component) {
        if (recording.threads()) {
            return 1;
        }
        double spread = 0;
        double tuples = 0;
        double ns = 0;
        for (Recording.Executor executor : executors(component)) {
            spread += executor.ownSpreadNs2();
            tuples += executor.tuples();
            ns += executor.ownNs() + executor.threadNs();
        }
        return ns == 0 ? 0 : Math.max(0, spread * tuples / (ns * ns));
    }

    private ComponentModel.OwnThread thread(String component) {
        double tuples = 0;
        double ns = 0;
        double cpuNs = 0;
        double passedNs = 0;
        for (Recording.Window window : recording.windows()) {
            for (Recording.Executor executor : window.executors()) {
                if (executor.component().equals(component) && executor.threadNs() > 0) {
                    tuples += executor.tuples();
                    ns += executor.threadNs();
                    cpuNs += Math.max(0, executor.threadCpuNs());
                    passedNs += window.seconds() * 1e9;
                }
            }
        }
        if (tuples == 0) {
            return ComponentModel.OwnThread.NONE;
        }
        // Nothing is handed to a spout's thread, so its wake-ups are not counted.
        double asleep = recording.component(component).spout() ? 1 : Math.max(0, 1 - ns / passedNs);
        return new ComponentModel.OwnThread(ns / tuples, cpuNs / tuples, asleep);
    }

    private List<Recording.Executor> executors(String component) {
        return recording.windows().stream()
                .flatMap(window -> window.executors().stream())
                .filter(executor -> executor.component().equals(component))
                .toList();
    }

    private static Map<String, List<Integer>> places(Recording.Window window) {
        Map<String, List<Integer>> places = new HashMap<>();
        window.executors().stream()
                .sorted(Comparator.comparingInt(Recording.Executor::firstTask))
                .forEach(
                        e ->
                                places.computeIfAbsent(e.component(), id -> new ArrayList<>())
                                        .add(e.place()));
        return places;
    }

    private double roots(double[] tuples) {
        double roots = 0;
        for (int c = 0; c < tuples.length; c++) {
            roots += components.get(c).spout() ? tuples[c] : 0;
        }
        return roots;
    }

    private int index(String component) {
        return components.indexOf(recording.component(component));
    }
}
