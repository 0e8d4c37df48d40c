package io.eyewall.model.capacity;

import io.eyewall.model.routing.Routing;
import io.eyewall.model.topology.EdgeModel;
import java.util.List;

/** What part of the tuples of an edge each executor of its receiver gets. */
final class FlowShares {
    private final List<Placement.Executor> executors;
    private final EdgeModel edge;
    private final int[] receivers;
    private final double[] byTask;
    private final int senderTasks;
    private final double localPart;

    /**
     * @param localPart which part of local-or-shuffle tuples stays at its place, where one can
     */
    FlowShares(Placement placement, EdgeModel edge, double localPart) {
        this.executors = placement.executors();
        this.edge = edge;
        this.receivers = placement.of(edge.to());
        this.byTask = edge.routing().shares(placement.topology().component(edge.to()).tasks());
        this.senderTasks = placement.topology().component(edge.from()).tasks();
        this.localPart = localPart;
    }

    /** Of what an executor sends, in the order of the receiver's executors. */
    double[] from(int sender) {
        return switch (edge.routing().kind()) {
            case SAME_KEY -> ofKeys(executors.get(sender));
            case LOCAL_OR_SHUFFLE -> near(executors.get(sender).place());
            default -> ofAll();
        };
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

    private double[] near(int place) {
        double[] shares = ofAll();
        double[] own = new double[shares.length];
        double near = 0;
        for (int i = 0; i < receivers.length; i++) {
            if (executors.get(receivers[i]).place() == place) {
                own[i] = shares[i];
                near += shares[i];
            }
        }
        if (near == 0) {
            return shares;
        }
        for (int i = 0; i < own.length; i++) {
            own[i] = localPart * own[i] / near + (1 - localPart) * shares[i];
        }
        return own;
    }

    /** Each of the sender's tasks has as much; what it sends goes to the tasks of its keys. */
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
