package io.eyewall.model.whatif;

import io.eyewall.model.calibration.Calibration;
import io.eyewall.model.capacity.Capacity;
import io.eyewall.model.capacity.EngineShape;
import io.eyewall.model.capacity.Latency;
import io.eyewall.model.capacity.Load;
import io.eyewall.model.capacity.Placement;
import io.eyewall.model.capacity.Resource;
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
 * A topology in a setting: what it bears, and what it takes. For one thread: what takes long is
 * found out when it is first asked for.
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

    /** Where. */
    public Setting setting() {
        return setting;
    }

    /** The executors at places. */
    public Placement placement() {
        return placement;
    }

    /** Root tuples per second that get through at most. */
    public double mostPerSec() {
        return most.rootsPerSec();
    }

    /** What is full then. */
    public String bottleneck() {
        return most.full().isEmpty() ? "nothing" : most.full().get(0).toString();
    }

    /** The vertices whose links are full then. */
    public Set<String> fullLinks() {
        return most.uses().stream()
                .filter(use -> use.share() > FULL && use.resource().kind() == Resource.Kind.LINK)
                .map(use -> use.resource().vertex())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Load at the rate that was asked for, or at the most. */
    public Load load() {
        return load;
    }

    /**
     * Components that ack tuples later than they execute them, as windows do: how long messages
     * take follows from that, and is not predicted. Empty if there are none.
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
     * From emit to the end of the tuple tree at that load. Of a topology that is offered more than
     * it bears it is what max spout pending makes of it, infinite without. In our engine it comes
     * of {@link EngineSteps}. Unknown where components hold tuples.
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
     * From when a message was due to the end of the tuple tree at that load: in our engine a spout
     * that had nothing is asked again after a while. Unknown where sources always have more, so
     * that nothing is due, and on a Storm cluster.
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
     * Processor time at that load, in cores: in our engine with what cores take that have nothing
     * to do (sleeps, wake-ups, looking for work), and with executors' own threads as far as that is
     * known. No more than there are processors.
     */
    public double cores() {
        if (setting.threads() || load.rootsPerSec() == 0 || (full && isUnlimited())) {
            return coresAsCalibrated();
        }
        double idle = behaviour().idleCores() + moreWakes();
        return Math.min(setting.tree().placeCount(), busyCores() + idle);
    }

    /** Processor time of wake-ups of executors' own threads that was not in what was measured. */
    private double moreWakes() {
        double now = behaviour().threadWakesPerSec();
        double measured = load.threadWakesPerSec(placement);
        return Math.max(0, now - measured) * setting.times().orElseThrow().sleepNs() / 1e9;
    }

    /** The same without cores that have nothing to do: what the engine counts as busy. */
    public double busyCores() {
        return isAsCalibrated()
                ? coresAsCalibrated()
                : behaviour().busyCores() + load.threadCores(placement);
    }

    private boolean isAsCalibrated() {
        return setting.threads() || full || load.rootsPerSec() == 0;
    }

    /**
     * The same by the calibrated costs alone: where these were measured at such a load, waking
     * others is in them already.
     */
    public double coresAsCalibrated() {
        return load.cores();
    }

    /** What it does with the heap: in our engine, if that was measured. */
    public Optional<HeapUse> heap() {
        return Optional.of(placement.topology().heap())
                .filter(heap -> heap.measured() && !setting.threads());
    }

    /**
     * Predicts.
     *
     * @param ratePerSec offered root tuples per second; infinite for sources that always have more
     */
    public static Prediction of(TopologyModel topology, Setting setting, double ratePerSec) {
        return of(setting, place(topology, setting, ratePerSec), ratePerSec);
    }

    /**
     * The same, beginning where executors were when they were measured, if there are as many cores,
     * and of each component as many executors; else where they would start. Where they moved by
     * measurement then, they do now.
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

    /** The same of a given placement. */
    public static Prediction of(Setting setting, Placement placement, double ratePerSec) {
        Capacity capacity = Capacity.of(placement, 1, setting.threads());
        Load most = capacity.most();
        boolean full = !(ratePerSec < most.rootsPerSec());
        Load load = full ? most : capacity.load(ratePerSec);
        return new Prediction(setting, placement, most, load, full);
    }

    /** On a cluster as its scheduler does; in our engine as it starts and then moves them. */
    private static Placement place(TopologyModel topology, Setting setting, double ratePerSec) {
        if (!setting.threads()) {
            Placement start = Placement.initial(setting.tree(), topology);
            return setting.byTraffic() ? CorePlaces.find(setting, start, ratePerSec) : start;
        }
        return setting.byTraffic()
                ? AffinityPlaces.find(topology, setting)
                : ClusterPlaces.find(topology, setting);
    }

    /** Whether all that is offered gets through. */
    public boolean bears(double ratePerSec) {
        return ratePerSec <= mostPerSec();
    }

    /** The same placement under another rate, or as much of it as gets through. */
    public Load load(double ratePerSec) {
        return Capacity.of(placement, 1, setting.threads()).load(ratePerSec);
    }

    /** The fullest processor or thread of the load, as a share of it. */
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

    /** Our engine with so many messages under way per spout task, whose spouts always have more. */
    static Behaviour full(Setting setting, Placement placement, Load most, int pending) {
        Shape shape = EngineShape.full(placement, most, pending);
        int messages = Math.max(MESSAGES, 4 * shape.maxPending());
        return EngineSteps.run(shape, setting.times().orElseThrow(), messages, SEED);
    }

    /** A Storm cluster with so many messages under way per spout task, as a closed network. */
    static ClosedNetwork network(Setting setting, Placement placement, Load most, int pending) {
        int messages =
                pending
                        * placement.topology().components().stream()
                                .filter(ComponentModel::spout)
                                .mapToInt(ComponentModel::tasks)
                                .sum();
        // What each place works for a message; a spout's place also starts the next.
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
