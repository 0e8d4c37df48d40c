package io.eyewall.model.calibration;

import io.eyewall.model.routing.Routing;
import io.eyewall.model.topology.EdgeModel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Derives the edges of a topology model from a recording: how many tuples flow between components,
 * and how they are spread over tasks.
 */
final class Edges {
    private final Recording recording;
    private final Map<Integer, String> componentOfTask = new HashMap<>();

    Edges(Recording recording) {
        this.recording = recording;
        for (Recording.Component component : recording.components()) {
            for (int t = 0; t < component.tasks(); t++) {
                componentOfTask.put(component.firstTask() + t, component.id());
            }
        }
    }

    /**
     * Returns all edges.
     *
     * @param unitsOfWork returns a component's units of work: tuples emitted by a spout, executed
     *     by a bolt
     */
    List<EdgeModel> edges(ToDoubleFunction<String> unitsOfWork) {
        return recording.groupings().stream()
                .map(
                        subscription ->
                                edgeOf(
                                        subscription,
                                        unitsOfWork.applyAsDouble(subscription.from())))
                .toList();
    }

    private EdgeModel edgeOf(Recording.Subscription subscription, double unitsOfWork) {
        Recording.Component to = recording.component(subscription.to());
        List<Recording.Flow> flows = flowsOf(subscription);
        int tasks = to.tasks();
        double[] byTask = new double[tasks];
        double sent = 0;
        double bytes = 0;
        for (Recording.Flow flow : flows) {
            byTask[flow.toTask() - to.firstTask()] += flow.tuples();
            sent += flow.tuples();
            bytes += flow.bytes();
        }
        boolean sentToAllTasks = subscription.kind() == Routing.Kind.ALL;
        List<Double> shares = new ArrayList<>();
        for (int t = 0; t < tasks && sent > 0; t++) {
            shares.add(byTask[t] / sent);
        }
        return new EdgeModel(
                subscription.from(),
                subscription.to(),
                new Routing(kindOf(subscription, flows, sent), shares),
                unitsOfWork == 0 ? 0 : sent / unitsOfWork / (sentToAllTasks ? tasks : 1),
                sent == 0 ? 0 : bytes / sent);
    }

    private List<Recording.Flow> flowsOf(Recording.Subscription subscription) {
        return recording.windows().stream()
                .flatMap(window -> window.flows().stream())
                .filter(flow -> subscription.from().equals(componentOfTask.get(flow.fromTask())))
                .filter(flow -> subscription.to().equals(componentOfTask.get(flow.toTask())))
                .toList();
    }

    /**
     * Returns the kind of a subscription. Fields grouping is {@link Routing.Kind#SAME_KEY} if the
     * sender received its tuples by the same key. The recording does not contain the keys; that
     * they are the same is concluded if all measured tuples went to tasks to which the sending
     * task's own keys lead. If the numbers of tasks have no common divisor above 1, the two kinds
     * cannot be distinguished, and the subscription's kind is kept; so it is if fewer than {@link
     * Calibrator#MIN_TUPLES} tuples were measured.
     */
    private Routing.Kind kindOf(
            Recording.Subscription subscription, List<Recording.Flow> flows, double sent) {
        Recording.Component from = recording.component(subscription.from());
        Recording.Component to = recording.component(subscription.to());
        boolean canDistinguish =
                subscription.kind() == Routing.Kind.FIELDS
                        && sent >= Calibrator.MIN_TUPLES
                        && Routing.commonDivisor(from.tasks(), to.tasks()) > 1;
        boolean followsKeys =
                flows.stream()
                        .filter(flow -> flow.tuples() > 0)
                        .allMatch(
                                flow ->
                                        Routing.isSameKey(
                                                flow.fromTask() - from.firstTask(),
                                                from.tasks(),
                                                flow.toTask() - to.firstTask(),
                                                to.tasks()));
        return canDistinguish && followsKeys ? Routing.Kind.SAME_KEY : subscription.kind();
    }
}
