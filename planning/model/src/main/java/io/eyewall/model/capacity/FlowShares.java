package io.eyewall.model.capacity;

import io.eyewall.model.routing.Routing;
import io.eyewall.model.topology.EdgeModel;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The share of an edge's tuples that each executor of the receiving component receives. */
final class FlowShares {
    private final List<Placement.Executor> executors;
    private final EdgeModel edge;
    private final int[] receivers;

    /** By receiver: its share if senders do not prefer receivers at their own place. */
    private final double[] baseShares;

    /** By place: the sum of the base shares of its receivers. */
    private final Map<Integer, Double> baseShareByPlace = new HashMap<>();

    private final double[] byTask;
    private final int senderTasks;

    /**
     * By place: of the tuples that senders there emit, the share that stays there. The remaining
     * tuples are spread over all receivers.
     */
    private final Map<Integer, Double> keptByPlace;

    /**
     * @param work by executor: its units of work in any unit of time; only proportions matter
     */
    FlowShares(Placement placement, EdgeModel edge, KeptShares keptShares, double[] work) {
        this.executors = placement.executors();
        this.edge = edge;
        this.receivers = placement.executorsOf(edge.to());
        this.byTask = edge.routing().shares(placement.topology().component(edge.to()).tasks());
        this.senderTasks = placement.topology().component(edge.from()).tasks();
        this.baseShares = baseShares();
        for (int i = 0; i < receivers.length; i++) {
            baseShareByPlace.merge(executors.get(receivers[i]).place(), baseShares[i], Double::sum);
        }
        this.keptByPlace =
                switch (edge.routing().kind()) {
                    case LOCAL_OR_SHUFFLE -> equalKeptShares(keptShares.local());
                    case SHUFFLE -> keptSharesOfShuffle(keptShares.shuffled(), placement, work);
                    default -> Map.of();
                };
    }

    /** Returns each receiver's share of the tuples that an executor sends. */
    double[] sharesOf(int sender) {
        Placement.Executor executor = executors.get(sender);
        return edge.routing().kind() == Routing.Kind.SAME_KEY
                ? sharesByKey(executor)
                : withKeptShare(executor.place(), keptByPlace.getOrDefault(executor.place(), 0.0));
    }

    private double[] baseShares() {
        double[] shares = new double[receivers.length];
        for (int i = 0; i < receivers.length; i++) {
            Placement.Executor executor = executors.get(receivers[i]);
            for (int t = 0; t < executor.tasks(); t++) {
                shares[i] += byTask[executor.firstTask() + t];
            }
        }
        return shares;
    }

    private Map<Integer, Double> equalKeptShares(double keptShare) {
        Map<Integer, Double> byPlace = new HashMap<>();
        baseShareByPlace.keySet().forEach(place -> byPlace.put(place, keptShare));
        return byPlace;
    }

    /**
     * Returns the share that stays at each place, by which all receivers still receive the same
     * number of tuples: the place that sends the fewest tuples per receiver determines how many
     * tuples stay per receiver.
     */
    private Map<Integer, Double> keptSharesOfShuffle(
            double keptShare, Placement placement, double[] work) {
        Map<Integer, Double> byPlace = new HashMap<>();
        if (keptShare == 0) {
            return byPlace;
        }
        Map<Integer, Double> sent = new HashMap<>();
        for (int sender : placement.executorsOf(edge.from())) {
            sent.merge(executors.get(sender).place(), work[sender], Double::sum);
        }
        double minSentPerShare = Double.POSITIVE_INFINITY;
        for (Map.Entry<Integer, Double> share : baseShareByPlace.entrySet()) {
            minSentPerShare =
                    Math.min(
                            minSentPerShare,
                            sent.getOrDefault(share.getKey(), 0.0) / share.getValue());
        }
        if (minSentPerShare > 0) {
            for (Map.Entry<Integer, Double> share : baseShareByPlace.entrySet()) {
                double sentHere = sent.getOrDefault(share.getKey(), 0.0);
                byPlace.put(
                        share.getKey(), keptShare * minSentPerShare * share.getValue() / sentHere);
            }
        }
        return byPlace;
    }

    /**
     * Returns the receivers' shares if {@code keptShare} of the tuples stays at the sender's place
     * and the other tuples are spread over all receivers.
     */
    private double[] withKeptShare(int place, double keptShare) {
        if (keptShare == 0) {
            return baseShares;
        }
        double baseShareHere = baseShareByPlace.getOrDefault(place, 0.0);
        double[] shares = new double[baseShares.length];
        for (int i = 0; i < shares.length; i++) {
            boolean isHere = executors.get(receivers[i]).place() == place;
            shares[i] =
                    (isHere ? keptShare * baseShares[i] / baseShareHere : 0)
                            + (1 - keptShare) * baseShares[i];
        }
        return shares;
    }

    /**
     * Returns the receivers' shares by key: all tasks of the sender send the same number of tuples,
     * each only to the tasks to which its own keys lead.
     */
    private double[] sharesByKey(Placement.Executor sender) {
        double[] shares = new double[receivers.length];
        for (int from = sender.firstTask(); from < sender.firstTask() + sender.tasks(); from++) {
            double sum = 0;
            for (int to = 0; to < byTask.length; to++) {
                sum += leadsTo(from, to) ? byTask[to] : 0;
            }
            for (int i = 0; i < receivers.length; i++) {
                Placement.Executor executor = executors.get(receivers[i]);
                for (int to = executor.firstTask();
                        to < executor.firstTask() + executor.tasks();
                        to++) {
                    shares[i] +=
                            leadsTo(from, to) && sum > 0 ? byTask[to] / sum / sender.tasks() : 0;
                }
            }
        }
        return shares;
    }

    private boolean leadsTo(int from, int to) {
        return Routing.isSameKey(from, senderTasks, to, byTask.length);
    }
}
