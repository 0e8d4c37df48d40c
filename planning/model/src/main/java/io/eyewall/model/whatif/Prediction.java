package io.eyewall.model.whatif;

import io.eyewall.model.calibration.Calibration;
import io.eyewall.model.capacity.Capacity;
import io.eyewall.model.capacity.EngineShape;
import io.eyewall.model.capacity.Latency;
import io.eyewall.model.capacity.LimitedResource;
import io.eyewall.model.capacity.Load;
import io.eyewall.model.capacity.Placement;
import io.eyewall.model.queueing.ClosedNetwork;
import io.eyewall.model.queueing.Percentile;
import io.eyewall.model.stepping.Behaviour;
import io.eyewall.model.stepping.EngineSteps;
import io.eyewall.model.stepping.Shape;
import io.eyewall.model.topology.ComponentModel;
import io.eyewall.model.topology.HeapUse;
import io.eyewall.model.topology.TopologyModel;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The predicted capacity and cost of a topology in a setting. Not thread-safe: expensive values are
 * computed when they are first requested.
 */
public final class Prediction {
    /** Number of messages that are simulated; more if the limit of pending messages is high. */
    private static final int MIN_MESSAGES = 20_000;

    private static final long SEED = 18;

    /** A link counts as full if more than this share of its bandwidth is used. */
    private static final double FULL_SHARE = 0.999;

    private final Setting setting;
    private final Placement placement;
    private final Load maxLoad;
    private final Load load;
    private final boolean saturated;
    private @Nullable Behaviour behaviour;
    private @Nullable Latency latency;

    private Prediction(
            Setting setting, Placement placement, Load maxLoad, Load load, boolean saturated) {
        this.setting = setting;
        this.placement = placement;
        this.maxLoad = maxLoad;
        this.load = load;
        this.saturated = saturated;
    }

    /** Returns the setting. */
    public Setting setting() {
        return setting;
    }

    /** Returns the placement of the executors. */
    public Placement placement() {
        return placement;
    }

    /** Returns the highest throughput in root tuples per second. */
    public double maxPerSec() {
        return maxLoad.rootsPerSec();
    }

    /** Returns the name of the resource that limits the highest throughput. */
    public String bottleneck() {
        return maxLoad.full().isEmpty() ? "nothing" : maxLoad.full().get(0).toString();
    }

    /** Returns the vertices whose links are full at the highest throughput. */
    public Set<String> fullLinks() {
        return maxLoad.uses().stream()
                .filter(
                        use ->
                                use.share() > FULL_SHARE
                                        && use.resource().kind() == LimitedResource.Kind.LINK)
                .map(use -> use.resource().vertex())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the load at the requested rate, or at the highest throughput if that is less. */
    public Load load() {
        return load;
    }

    /**
     * Returns the components that ack tuples later than they execute them, as windows do. They make
     * latency unpredictable. Empty if there are no such components, or messages are not tracked.
     */
    public List<String> holding() {
        return placement.topology().acked()
                ? placement.topology().components().stream()
                        .filter(ComponentModel::holds)
                        .map(ComponentModel::id)
                        .toList()
                : List.of();
    }

    /**
     * Returns the latency from emit to the end of the tuple tree at that load. If a topology is
     * offered more than it sustains, max spout pending determines its latency, which is infinite
     * without such a limit. The latency is unknown if components ack tuples late ({@link
     * #holding}). For our engine, {@link EngineSteps} computes it.
     */
    public Latency latency() {
        Latency result = latency;
        if (result == null) {
            result =
                    !holding().isEmpty()
                            ? Latency.UNKNOWN
                            : setting.isCluster() ? clusterLatency() : engineLatency();
            latency = result;
        }
        return result;
    }

    /**
     * Returns the latency from the time at which a message was due to the end of its tuple tree, at
     * that load. It includes the back-off of our engine's idle spouts. Unknown if sources always
     * have more, so that no message is due at any time, and on a Storm cluster.
     */
    public Latency latencyFromDue() {
        if (saturated || setting.isCluster() || !latency().isKnown()) {
            return Latency.UNKNOWN;
        }
        if (load.rootsPerSec() == 0 || !Double.isFinite(latency().meanNs())) {
            return latency();
        }
        Behaviour.Times result = behaviour().fromDue();
        return new Latency(result.meanNs(), result.p99Ns());
    }

    /**
     * Returns the processor time at that load, in cores. For our engine it includes idle cores
     * (sleeps, wake-ups, polling for work) and the threads of dedicated executors. It is never more
     * than the number of processors.
     */
    public double cores() {
        if (setting.isCluster()
                || load.rootsPerSec() == 0
                || (saturated && hasUnlimitedPending())) {
            return coresAsCalibrated();
        }
        double idle = behaviour().idleCores() + additionalWakeUpCores();
        return Math.min(setting.tree().placeCount(), busyCores() + idle);
    }

    /**
     * Returns the processor time of wake-ups of dedicated executors' threads in addition to those
     * that the measured costs contain, in cores.
     */
    private double additionalWakeUpCores() {
        double now = behaviour().threadWakesPerSec();
        double measured = load.threadWakesPerSec(placement);
        return Math.max(0, now - measured) * setting.times().orElseThrow().sleepNs() / 1e9;
    }

    /**
     * Returns the processor time without idle cores, in cores; the engine reports it as busy time.
     */
    public double busyCores() {
        return isAsCalibrated()
                ? coresAsCalibrated()
                : behaviour().busyCores() + load.threadCores(placement);
    }

    private boolean isAsCalibrated() {
        return setting.isCluster() || saturated || load.rootsPerSec() == 0;
    }

    /**
     * Returns the processor time by the calibrated costs alone, in cores. These costs include
     * wake-ups of other cores as they were at the time of the measurement.
     */
    public double coresAsCalibrated() {
        return load.cores();
    }

    /** Returns the heap use in our engine, if it was measured. */
    public Optional<HeapUse> heap() {
        return Optional.of(placement.topology().heap())
                .filter(heap -> heap.measured() && !setting.isCluster());
    }

    /**
     * Predicts the behaviour of a topology in a setting.
     *
     * @param ratePerSec offered root tuples per second; infinite for sources that always have more
     */
    public static Prediction of(TopologyModel topology, Setting setting, double ratePerSec) {
        return of(setting, computePlacement(topology, setting, ratePerSec), ratePerSec);
    }

    /**
     * Predicts from a calibration. Executors begin where they were during the measurement if the
     * numbers of cores and of each component's executors are the same; otherwise where the engine
     * would start them. If the engine moved executors by load and traffic during the measurement,
     * the prediction does so, too.
     */
    public static Prediction of(
            Calibration calibration, TopologyModel topology, Setting setting, double ratePerSec) {
        Map<String, int[]> places = new HashMap<>();
        for (ComponentModel component : topology.components()) {
            List<Integer> placesOfComponent =
                    calibration.places().getOrDefault(component.id(), List.of());
            places.put(
                    component.id(),
                    placesOfComponent.stream().mapToInt(Integer::intValue).toArray());
        }
        boolean sameShape =
                !setting.isCluster()
                        && setting.tree().placeCount() == calibration.cores()
                        && topology.components().stream()
                                .allMatch(
                                        c ->
                                                calibration
                                                                .places()
                                                                .getOrDefault(c.id(), List.of())
                                                                .size()
                                                        == c.executors());
        Setting actualSetting =
                setting.isCluster() || calibration.engineMovedExecutors()
                        ? setting
                        : setting.withoutMoves();
        if (!sameShape) {
            return of(topology, actualSetting, ratePerSec);
        }
        Placement measured = new Placement(setting.tree(), topology, places);
        return of(
                actualSetting,
                actualSetting.byTraffic()
                        ? CorePlaces.findPlacement(actualSetting, measured, ratePerSec)
                        : measured,
                ratePerSec);
    }

    /** Predicts the behaviour of a given placement. */
    public static Prediction of(Setting setting, Placement placement, double ratePerSec) {
        Capacity capacity = Capacity.of(placement, 1, setting.isCluster());
        Load maxLoad = capacity.maxLoad();
        boolean saturated = !(ratePerSec < maxLoad.rootsPerSec());
        Load load = saturated ? maxLoad : capacity.load(ratePerSec);
        return new Prediction(setting, placement, maxLoad, load, saturated);
    }

    /**
     * Returns the placement: on a cluster the scheduler's; in our engine the initial one and its
     * later moves.
     */
    private static Placement computePlacement(
            TopologyModel topology, Setting setting, double ratePerSec) {
        if (!setting.isCluster()) {
            Placement start = Placement.initial(setting.tree(), topology);
            return setting.byTraffic()
                    ? CorePlaces.findPlacement(setting, start, ratePerSec)
                    : start;
        }
        return setting.byTraffic()
                ? AffinityPlaces.findPlacement(topology, setting)
                : ClusterPlaces.findPlacement(topology, setting);
    }

    /** Returns whether the placement sustains the whole offered rate. */
    public boolean sustains(double ratePerSec) {
        return ratePerSec <= maxPerSec();
    }

    /**
     * Returns the load of the same placement at another rate, or at the highest rate below it that
     * the placement sustains.
     */
    public Load load(double ratePerSec) {
        return Capacity.of(placement, 1, setting.isCluster()).load(ratePerSec);
    }

    /** Returns the use of the resource of which the highest share is used at the load. */
    public Optional<Load.Use> fullest() {
        return load.uses().stream().max(Comparator.comparingDouble(Load.Use::share));
    }

    private boolean hasUnlimitedPending() {
        return !placement.topology().acked() || placement.topology().maxPending() <= 0;
    }

    private Latency clusterLatency() {
        if (!saturated) {
            return Latency.ofCluster(placement, load, setting.delays().orElseThrow());
        }
        if (hasUnlimitedPending()) {
            return Latency.UNBOUNDED;
        }
        ClosedNetwork network =
                closedNetwork(setting, placement, maxLoad, placement.topology().maxPending());
        return new Latency(
                network.residence(), Percentile.p99(network.residence(), network.variance()));
    }

    private Latency engineLatency() {
        if (load.rootsPerSec() == 0) {
            return new Latency(0, 0);
        }
        if (saturated && hasUnlimitedPending()) {
            return Latency.UNBOUNDED;
        }
        Behaviour result = behaviour();
        return saturated || result.keptUp()
                ? new Latency(result.latency().meanNs(), result.latency().p99Ns())
                : Latency.UNBOUNDED;
    }

    private Behaviour behaviour() {
        Behaviour result = behaviour;
        if (result == null) {
            result =
                    saturated
                            ? simulateSaturated(
                                    setting, placement, maxLoad, placement.topology().maxPending())
                            : EngineSteps.run(
                                    EngineShape.atRates(placement, load),
                                    setting.times().orElseThrow(),
                                    MIN_MESSAGES,
                                    SEED);
            behaviour = result;
        }
        return result;
    }

    /**
     * Simulates our engine with {@code pending} pending messages per spout task and spouts that
     * always have more to emit.
     */
    static Behaviour simulateSaturated(
            Setting setting, Placement placement, Load maxLoad, int pending) {
        Shape shape = EngineShape.saturated(placement, maxLoad, pending);
        int messages = Math.max(MIN_MESSAGES, 4 * shape.maxPending());
        return EngineSteps.run(shape, setting.times().orElseThrow(), messages, SEED);
    }

    /**
     * Predicts a Storm cluster with {@code pending} pending messages per spout task, as a closed
     * network.
     */
    static ClosedNetwork closedNetwork(
            Setting setting, Placement placement, Load maxLoad, int pending) {
        int messages =
                pending
                        * placement.topology().components().stream()
                                .filter(ComponentModel::spout)
                                .mapToInt(ComponentModel::tasks)
                                .sum();
        // Service time of each resource per message.
        double[] demands =
                maxLoad.uses().stream()
                        .filter(use -> Double.isFinite(use.resource().limit()))
                        .filter(use -> use.share() > 0)
                        .mapToDouble(use -> 1e9 * use.share() / maxLoad.rootsPerSec())
                        .toArray();
        Latency unloaded =
                Latency.ofCluster(
                        placement,
                        Capacity.of(placement, 1, true).load(maxLoad.rootsPerSec() / 1000),
                        setting.delays().orElseThrow());
        double work = Arrays.stream(demands).sum();
        return ClosedNetwork.solve(demands, Math.max(0, unloaded.meanNs() - work), messages);
    }
}
