package io.eyewall.model.whatif;

import io.eyewall.model.calibration.Calibration;
import io.eyewall.model.capacity.Capacity;
import io.eyewall.model.capacity.Latency;
import io.eyewall.model.capacity.Load;
import io.eyewall.model.capacity.Placement;
import io.eyewall.model.queueing.ClosedNetwork;
import io.eyewall.model.queueing.Percentile;
import io.eyewall.model.topology.ComponentModel;
import io.eyewall.model.topology.TopologyModel;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A topology in a setting: what it bears, and what it takes.
 *
 * @param setting where
 * @param placement the executors at places
 * @param mostPerSec root tuples per second that get through at most
 * @param bottleneck what is full then
 * @param load at the rate that was asked for, or at the most
 * @param latency from emit to the end of the tuple tree at that load; of a topology that is offered
 *     more than it bears it is what max spout pending makes of it, infinite without
 */
public record Prediction(
        Setting setting,
        Placement placement,
        double mostPerSec,
        String bottleneck,
        Load load,
        Latency latency) {
    /**
     * Predicts.
     *
     * @param ratePerSec offered root tuples per second; infinite for sources that always have more
     */
    public static Prediction of(TopologyModel topology, Setting setting, double ratePerSec) {
        return of(setting, place(topology, setting), ratePerSec);
    }

    /**
     * The same, where executors stay where they were when they were measured: if there are as many
     * cores, and of each component as many executors. Else they are where they would start.
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
        return same
                ? of(setting, new Placement(setting.tree(), topology, places), ratePerSec)
                : of(topology, setting, ratePerSec);
    }

    /** The same of a given placement. */
    public static Prediction of(Setting setting, Placement placement, double ratePerSec) {
        Capacity capacity = Capacity.of(placement, 1, setting.threads());
        Load most = capacity.most();
        boolean full = !(ratePerSec < most.rootsPerSec());
        Load load = full ? most : capacity.load(ratePerSec);
        Latency latency =
                full
                        ? closed(setting, placement, most)
                        : Latency.of(placement, load, setting.delays(), setting.threads());
        String bottleneck = most.full().isEmpty() ? "nothing" : most.full().get(0).toString();
        return new Prediction(setting, placement, most.rootsPerSec(), bottleneck, load, latency);
    }

    /** On a cluster by traffic; in our engine as it starts. */
    private static Placement place(TopologyModel topology, Setting setting) {
        return setting.threads()
                ? ClusterPlaces.find(topology, setting)
                : Placement.initial(setting.tree(), topology);
    }

    /** Whether all that is offered gets through. */
    public boolean bears(double ratePerSec) {
        return ratePerSec <= mostPerSec;
    }

    /** The same placement under another rate, or as much of it as gets through. */
    public Load load(double ratePerSec) {
        return Capacity.of(placement, 1, setting.threads()).load(ratePerSec);
    }

    /** The fullest processor or thread of the load, as a share of it. */
    public Optional<Load.Use> fullest() {
        return load.uses().stream().max(Comparator.comparingDouble(Load.Use::share));
    }

    private static Latency closed(Setting setting, Placement placement, Load most) {
        int pending = placement.topology().maxPending();
        if (!placement.topology().acked() || pending <= 0) {
            return new Latency(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);
        }
        ClosedNetwork network = network(setting, placement, most, pending);
        return new Latency(
                network.residence(), Percentile.p99(network.residence(), network.variance()));
    }

    /** The topology with so many messages under way per spout task, as a closed network. */
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
                Latency.of(
                        placement,
                        Capacity.of(placement, 1, setting.threads())
                                .load(most.rootsPerSec() / 1000),
                        setting.delays(),
                        setting.threads());
        double work = Arrays.stream(demands).sum();
        return ClosedNetwork.solve(demands, Math.max(0, unloaded.meanNs() - work), messages);
    }
}
