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
                .map(one -> edge(one, inputs.applyAsDouble(one.from())))
                .toList();
    }

    private EdgeModel edge(Recording.Subscription one, double inputs) {
        Recording.Component to = recording.component(one.to());
        List<Recording.Flow> flows = flows(one);
        int tasks = to.tasks();
        double[] byTask = new double[tasks];
        double sent = 0;
        double bytes = 0;
        for (Recording.Flow flow : flows) {
            byTask[flow.toTask() - to.firstTask()] += flow.tuples();
            sent += flow.tuples();
            bytes += flow.bytes();
        }
        boolean toAll = one.kind() == Routing.Kind.ALL;
        List<Double> shares = new ArrayList<>();
        for (int t = 0; t < tasks && sent > 0; t++) {
            shares.add(byTask[t] / sent);
        }
        return new EdgeModel(
                one.from(),
                one.to(),
                new Routing(kind(one, flows, sent), shares),
                inputs == 0 ? 0 : sent / inputs / (toAll ? tasks : 1),
                sent == 0 ? 0 : bytes / sent);
    }

    private List<Recording.Flow> flows(Recording.Subscription one) {
        return recording.windows().stream()
                .flatMap(window -> window.flows().stream())
                .filter(flow -> one.from().equals(componentOfTask.get(flow.fromTask())))
                .filter(flow -> one.to().equals(componentOfTask.get(flow.toTask())))
                .toList();
    }

    /**
     * Distinguishes two successive groupings by the same key by what was measured: all tuples went
     * where the sender's own keys lead. If the numbers of tasks have no common divisor, the two
     * cases cannot be told apart.
     */
    private Routing.Kind kind(Recording.Subscription one, List<Recording.Flow> flows, double sent) {
        Recording.Component from = recording.component(one.from());
        Recording.Component to = recording.component(one.to());
        boolean areDistinguishable =
                one.kind() == Routing.Kind.FIELDS
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
        return areDistinguishable && isSame ? Routing.Kind.SAME_KEY : one.kind();
    }
}
