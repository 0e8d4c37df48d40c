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
    private static final int MESSAGES = 20_000;
    private static final long SEED = 18;
    private static final double FULL = 0.999;

    private final Setting setting;
    private final Placement placement;
    private final Load most;
    private final Load load;
    private final boolean full;
    private @Nullable Behaviour behaviour;
    private @Nullable Latency latency;

    private Prediction(Setting setting, Placement placement, Load most, Load load, boolean full) {
        this.setting = setting;
        this.placement = placement;
        this.most = most;
        this.load = load;
        this.full = full;
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
    public double mostPerSec() {
        return most.rootsPerSec();
    }

    /** Returns the resource that is full at the highest throughput. */
    public String bottleneck() {
        return most.full().isEmpty() ? "nothing" : most.full().get(0).toString();
    }

    /** Returns the vertices whose links are full at the highest throughput. */
    public Set<String> fullLinks() {
        return most.uses().stream()
                .filter(
                        use ->
                                use.share() > FULL
                                        && use.resource().kind() == LimitedResource.Kind.LINK)
                .map(use -> use.resource().vertex())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the load at the requested rate, or at the highest throughput if that is less. */
    public Load load() {
        return load;
    }

    /**
     * Returns the components that ack tuples later than they execute them, as windows do. Latency
     * depends on them in ways that are not predicted. Empty if there are none.
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
     * Returns the latency from emit to the end of the tuple tree at that load. For a topology that
     * is offered more than it sustains, max spout pending determines it; without such a limit it is
     * infinite. For our engine {@link EngineSteps} computes it. Unknown if components hold tuples.
     */
    public Latency latency() {
        Latency found = latency;
        if (found == null) {
            found =
                    !holding().isEmpty()
                            ? Latency.UNKNOWN
                            : setting.threads() ? latencyOfThreads() : latencyOfSteps();
            latency = found;
        }
        return found;
    }

    /**
     * Returns the latency from the time at which a message was due to the end of its tuple tree, at
     * that load. It includes the back-off of idle spouts of our engine. Unknown where sources
     * always have more, so that nothing is due, and on a Storm cluster.
     */
    public Latency latencyFromDue() {
        if (full || setting.threads() || !latency().isKnown()) {
            return Latency.UNKNOWN;
        }
        if (load.rootsPerSec() == 0 || !Double.isFinite(latency().meanNs())) {
            return latency();
        }
        Behaviour.Times found = behaviour().fromDue();
        return new Latency(found.meanNs(), found.p99Ns());
    }

    /**
     * Returns the processor time at that load, in cores. For our engine it includes idle cores
     * (sleeps, wake-ups, polling for work) and the threads of dedicated executors as far as these
     * are known. Never more than there are processors.
     */
    public double cores() {
        if (setting.threads() || load.rootsPerSec() == 0 || (full && isUnlimited())) {
            return coresAsCalibrated();
        }
        double idle = behaviour().idleCores() + moreWakes();
        return Math.min(setting.tree().placeCount(), busyCores() + idle);
    }

    /**
     * Returns the processor time of those wake-ups of dedicated executors' threads that the
     * measurement did not contain.
     */
    private double moreWakes() {
        double now = behaviour().threadWakesPerSec();
        double measured = load.threadWakesPerSec(placement);
        return Math.max(0, now - measured) * setting.times().orElseThrow().sleepNs() / 1e9;
    }

    /** Returns the processor time without idle cores: what the engine counts as busy. */
    public double busyCores() {
        return isAsCalibrated()
                ? coresAsCalibrated()
                : behaviour().busyCores() + load.threadCores(placement);
    }

    private boolean isAsCalibrated() {
        return setting.threads() || full || load.rootsPerSec() == 0;
    }

    /**
     * Returns the processor time by the calibrated costs alone. If these were measured at such a
     * load, they contain the cost of waking others.
     */
    public double coresAsCalibrated() {
        return load.cores();
    }

    /** Returns the heap use in our engine, if it was measured. */
    public Optional<HeapUse> heap() {
        return Optional.of(placement.topology().heap())
                .filter(heap -> heap.measured() && !setting.threads());
    }

    /**
     * Predicts the behaviour of a topology in a setting.
     *
     * @param ratePerSec offered root tuples per second; infinite for sources that always have more
     */
    public static Prediction of(TopologyModel topology, Setting setting, double ratePerSec) {
        return of(setting, place(topology, setting, ratePerSec), ratePerSec);
    }

    /**
     * Predicts from a calibration. Executors begin where they were during the measurement if the
     * numbers of cores and of each component's executors are the same; otherwise where the engine
     * would start them. If executors moved by load and traffic then, they do so in the prediction.
     */
    public static Prediction of(
            Calibration calibration, TopologyModel topology, Setting setting, double ratePerSec) {
        Map<String, int[]> places = new HashMap<>();
        for (ComponentModel component : topology.components()) {
            List<Integer> own = calibration.places().getOrDefault(component.id(), List.of());
            places.put(component.id(), own.stream().mapToInt(Integer::intValue).toArray());
        }
        boolean same =
                !setting.threads()
                        && setting.tree().placeCount() == calibration.cores()
                        && topology.components().stream()
                                .allMatch(
                                        c ->
                                                calibration
                                                                .places()
                                                                .getOrDefault(c.id(), List.of())
                                                                .size()
                                                        == c.executors());
        Setting as = setting.threads() || calibration.placed() ? setting : setting.notPlaced();
        if (!same) {
            return of(topology, as, ratePerSec);
        }
        Placement measured = new Placement(setting.tree(), topology, places);
        return of(
                as,
                as.byTraffic() ? CorePlaces.find(as, measured, ratePerSec) : measured,
                ratePerSec);
    }

    /** Predicts the behaviour of a given placement. */
    public static Prediction of(Setting setting, Placement placement, double ratePerSec) {
        Capacity capacity = Capacity.of(placement, 1, setting.threads());
        Load most = capacity.most();
        boolean full = !(ratePerSec < most.rootsPerSec());
        Load load = full ? most : capacity.load(ratePerSec);
        return new Prediction(setting, placement, most, load, full);
    }

    /**
     * Returns the placement: on a cluster the scheduler's; in our engine the initial one and its
     * later moves.
     */
    private static Placement place(TopologyModel topology, Setting setting, double ratePerSec) {
        if (!setting.threads()) {
            Placement start = Placement.initial(setting.tree(), topology);
            return setting.byTraffic() ? CorePlaces.find(setting, start, ratePerSec) : start;
        }
        return setting.byTraffic()
                ? AffinityPlaces.find(topology, setting)
                : ClusterPlaces.find(topology, setting);
    }

    /** Returns whether the placement sustains the whole offered rate. */
    public boolean bears(double ratePerSec) {
        return ratePerSec <= mostPerSec();
    }

    /**
     * Returns the load of the same placement at another rate, or at the highest rate below it that
     * the placement sustains.
     */
    public Load load(double ratePerSec) {
        return Capacity.of(placement, 1, setting.threads()).load(ratePerSec);
    }

    /** Returns the processor or thread with the highest used share at the load. */
    public Optional<Load.Use> fullest() {
        return load.uses().stream().max(Comparator.comparingDouble(Load.Use::share));
    }

    private boolean isUnlimited() {
        return !placement.topology().acked() || placement.topology().maxPending() <= 0;
    }

    private Latency latencyOfThreads() {
        if (!full) {
            return Latency.ofThreads(placement, load, setting.delays().orElseThrow());
        }
        if (isUnlimited()) {
            return Latency.UNBOUNDED;
        }
        ClosedNetwork network =
                network(setting, placement, most, placement.topology().maxPending());
        return new Latency(
                network.residence(), Percentile.p99(network.residence(), network.variance()));
    }

    private Latency latencyOfSteps() {
        if (load.rootsPerSec() == 0) {
            return new Latency(0, 0);
        }
        if (full && isUnlimited()) {
            return Latency.UNBOUNDED;
        }
        Behaviour found = behaviour();
        return full || found.keptUp()
                ? new Latency(found.latency().meanNs(), found.latency().p99Ns())
                : Latency.UNBOUNDED;
    }

    private Behaviour behaviour() {
        Behaviour found = behaviour;
        if (found == null) {
            found =
                    full
                            ? full(setting, placement, most, placement.topology().maxPending())
                            : EngineSteps.run(
                                    EngineShape.of(placement, load),
                                    setting.times().orElseThrow(),
                                    MESSAGES,
                                    SEED);
            behaviour = found;
        }
        return found;
    }

    /**
     * Predicts our engine with {@code pending} pending messages per spout task, whose spouts always
     * have more.
     */
    static Behaviour full(Setting setting, Placement placement, Load most, int pending) {
        Shape shape = EngineShape.full(placement, most, pending);
        int messages = Math.max(MESSAGES, 4 * shape.maxPending());
        return EngineSteps.run(shape, setting.times().orElseThrow(), messages, SEED);
    }

    /**
     * Predicts a Storm cluster with {@code pending} pending messages per spout task, as a closed
     * network.
     */
    static ClosedNetwork network(Setting setting, Placement placement, Load most, int pending) {
        int messages =
                pending
                        * placement.topology().components().stream()
                                .filter(ComponentModel::spout)
                                .mapToInt(ComponentModel::tasks)
                                .sum();
        // Work of each place per message; a spout's place also starts the next message.
        double[] demands =
                most.uses().stream()
                        .filter(use -> Double.isFinite(use.resource().limit()))
                        .filter(use -> use.share() > 0)
                        .mapToDouble(use -> 1e9 * use.share() / most.rootsPerSec())
                        .toArray();
        Latency unloaded =
                Latency.ofThreads(
                        placement,
                        Capacity.of(placement, 1, true).load(most.rootsPerSec() / 1000),
                        setting.delays().orElseThrow());
        double work = Arrays.stream(demands).sum();
        return ClosedNetwork.solve(demands, Math.max(0, unloaded.meanNs() - work), messages);
    }
}
