package io.eyewall.model.calibration;

import io.eyewall.model.routing.Routing;
import io.eyewall.model.topology.EdgeModel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Derives from a recording how many tuples flow between components, and how they are spread over
 * tasks.
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
     * @param inputs units of work of a component
     */
    List<EdgeModel> find(ToDoubleFunction<String> inputs) {
        return recording.groupings().stream()
                .map(subscription -> edge(subscription, inputs.applyAsDouble(subscription.from())))
                .toList();
    }

    private EdgeModel edge(Recording.Subscription subscription, double inputs) {
        Recording.Component to = recording.component(subscription.to());
        List<Recording.Flow> flows = flows(subscription);
        int tasks = to.tasks();
        double[] byTask = new double[tasks];
        double sent = 0;
        double bytes = 0;
        for (Recording.Flow flow : flows) {
            byTask[flow.toTask() - to.firstTask()] += flow.tuples();
            sent += flow.tuples();
            bytes += flow.bytes();
        }
        boolean toAll = subscription.kind() == Routing.Kind.ALL;
        List<Double> shares = new ArrayList<>();
        for (int t = 0; t < tasks && sent > 0; t++) {
            shares.add(byTask[t] / sent);
        }
        return new EdgeModel(
                subscription.from(),
                subscription.to(),
                new Routing(kind(subscription, flows, sent), shares),
                inputs == 0 ? 0 : sent / inputs / (toAll ? tasks : 1),
                sent == 0 ? 0 : bytes / sent);
    }

    private List<Recording.Flow> flows(Recording.Subscription subscription) {
        return recording.windows().stream()
                .flatMap(window -> window.flows().stream())
                .filter(flow -> subscription.from().equals(componentOfTask.get(flow.fromTask())))
                .filter(flow -> subscription.to().equals(componentOfTask.get(flow.toTask())))
                .toList();
    }

    /**
     * Returns the kind of a subscription. Fields grouping is {@link Routing.Kind#SAME_KEY} if the
     * sender received its tuples by the same key, which the recording does not contain: it is
     * concluded from the fact that all measured tuples went to tasks to which the sender's own keys
     * lead. If the numbers of tasks have no common divisor, the two kinds cannot be distinguished.
     */
    private Routing.Kind kind(
            Recording.Subscription subscription, List<Recording.Flow> flows, double sent) {
        Recording.Component from = recording.component(subscription.from());
        Recording.Component to = recording.component(subscription.to());
        boolean areDistinguishable =
                subscription.kind() == Routing.Kind.FIELDS
                        && sent >= Calibrator.MIN_TUPLES
                        && Routing.commonDivisor(from.tasks(), to.tasks()) > 1;
        boolean isSame =
                flows.stream()
                        .filter(flow -> flow.tuples() > 0)
                        .allMatch(
                                flow ->
                                        Routing.isSameKey(
                                                flow.fromTask() - from.firstTask(),
                                                from.tasks(),
                                                flow.toTask() - to.firstTask(),
                                                to.tasks()));
        return areDistinguishable && isSame ? Routing.Kind.SAME_KEY : subscription.kind();
    }
}
