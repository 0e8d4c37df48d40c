package io.eyewall.model.capacity;

import io.eyewall.model.routing.Routing;
import io.eyewall.model.topology.EdgeModel;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The share of an edge's tuples that each executor of the receiving component gets. */
final class FlowShares {
    private final List<Placement.Executor> executors;
    private final EdgeModel edge;
    private final int[] receivers;
    private final double[] even;

    /**
     * By place: the share of tuples that its receivers get together if all receivers get the same
     * number.
     */
    private final Map<Integer, Double> evenByPlace = new HashMap<>();

    private final double[] byTask;
    private final int senderTasks;

    /** By place: the share of the tuples emitted there that stays there. */
    private final Map<Integer, Double> kept;

    /**
     * @param work units of work by executor, per any unit of time
     */
    FlowShares(Placement placement, EdgeModel edge, Nearness nearness, double[] work) {
        this.executors = placement.executors();
        this.edge = edge;
        this.receivers = placement.of(edge.to());
        this.byTask = edge.routing().shares(placement.topology().component(edge.to()).tasks());
        this.senderTasks = placement.topology().component(edge.from()).tasks();
        this.even = ofAll();
        for (int i = 0; i < receivers.length; i++) {
            evenByPlace.merge(executors.get(receivers[i]).place(), even[i], Double::sum);
        }
        this.kept =
                switch (edge.routing().kind()) {
                    case LOCAL_OR_SHUFFLE -> keptLocal(nearness.local());
                    case SHUFFLE -> keptEven(nearness.shuffled(), placement, work);
                    default -> Map.of();
                };
    }

    /**
     * Returns each receiver's share of what an executor sends, in the order of the receiver's
     * executors.
     */
    double[] from(int sender) {
        Placement.Executor one = executors.get(sender);
        return edge.routing().kind() == Routing.Kind.SAME_KEY
                ? ofKeys(one)
                : near(one.place(), kept.getOrDefault(one.place(), 0.0));
    }

    private double[] ofAll() {
        double[] shares = new double[receivers.length];
        for (int i = 0; i < receivers.length; i++) {
            Placement.Executor one = executors.get(receivers[i]);
            for (int t = 0; t < one.tasks(); t++) {
                shares[i] += byTask[one.firstTask() + t];
            }
        }
        return shares;
    }

    private Map<Integer, Double> keptLocal(double part) {
        Map<Integer, Double> byPlace = new HashMap<>();
        evenByPlace.keySet().forEach(place -> byPlace.put(place, part));
        return byPlace;
    }

    /**
     * Returns the kept shares with which all receivers get the same number of tuples: the place
     * that sends the fewest tuples per receiver limits all others.
     */
    private Map<Integer, Double> keptEven(double part, Placement placement, double[] work) {
        Map<Integer, Double> byPlace = new HashMap<>();
        if (part == 0) {
            return byPlace;
        }
        Map<Integer, Double> sent = new HashMap<>();
        for (int sender : placement.of(edge.from())) {
            sent.merge(executors.get(sender).place(), work[sender], Double::sum);
        }
        double least = Double.POSITIVE_INFINITY;
        for (Map.Entry<Integer, Double> one : evenByPlace.entrySet()) {
            least = Math.min(least, sent.getOrDefault(one.getKey(), 0.0) / one.getValue());
        }
        if (least > 0) {
            for (Map.Entry<Integer, Double> one : evenByPlace.entrySet()) {
                double all = sent.getOrDefault(one.getKey(), 0.0);
                byPlace.put(one.getKey(), part * least * one.getValue() / all);
            }
        }
        return byPlace;
    }

    /**
     * Returns the receivers' shares if a part of the tuples stays at a place and the rest is spread
     * over all receivers.
     */
    private double[] near(int place, double part) {
        if (part == 0) {
            return even;
        }
        double near = evenByPlace.getOrDefault(place, 0.0);
        double[] own = new double[even.length];
        for (int i = 0; i < own.length; i++) {
            boolean there = executors.get(receivers[i]).place() == place;
            own[i] = (there ? part * even[i] / near : 0) + (1 - part) * even[i];
        }
        return own;
    }

    /**
     * Returns the receivers' shares by key: all tasks of the sender send the same number of tuples,
     * each only to the tasks to which its own keys lead.
     */
    private double[] ofKeys(Placement.Executor sender) {
        double[] own = new double[receivers.length];
        for (int from = sender.firstTask(); from < sender.firstTask() + sender.tasks(); from++) {
            double all = 0;
            for (int to = 0; to < byTask.length; to++) {
                all += leads(from, to) ? byTask[to] : 0;
            }
            for (int i = 0; i < receivers.length; i++) {
                Placement.Executor one = executors.get(receivers[i]);
                for (int to = one.firstTask(); to < one.firstTask() + one.tasks(); to++) {
                    own[i] += leads(from, to) && all > 0 ? byTask[to] / all / sender.tasks() : 0;
                }
            }
        }
        return own;
    }

    private boolean leads(int from, int to) {
        return Routing.isSameKey(from, senderTasks, to, byTask.length);
    }
}
