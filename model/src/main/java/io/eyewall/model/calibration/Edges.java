package io.eyewall.model.calibration;

import io.eyewall.model.routing.Routing;
import io.eyewall.model.topology.EdgeModel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Finds out from a recording how many tuples go from component to component, and to which tasks.
 */
final class Edges {
    private static final double LEAST_TUPLES = 100;

    private final Recording recording;
    private final Map<String, Recording.Component> components = new HashMap<>();
    private final Map<Integer, String> componentOfTask = new HashMap<>();

    Edges(Recording recording) {
        this.recording = recording;
        for (Recording.Component component : recording.components()) {
            components.put(component.id(), component);
            for (int t = 0; t < component.tasks(); t++) {
                componentOfTask.put(component.firstTask() + t, component.id());
            }
        }
    }

    /**
     * All edges.
     *
     * @param inputs units of work of a component
     */
    List<EdgeModel> find(ToDoubleFunction<String> inputs) {
        return recording.groupings().stream()
                .map(one -> edge(one, inputs.applyAsDouble(one.from())))
                .toList();
    }

    private EdgeModel edge(Recording.Subscription one, double inputs) {
        int tasks = component(one.to()).tasks();
        double[] byTask = new double[tasks];
        double sent = 0;
        double bytes = 0;
        for (Recording.Flow flow : flows(one)) {
            byTask[flow.toTask() - component(one.to()).firstTask()] += flow.tuples();
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
                new Routing(kind(one, sent), shares),
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
     * Two groupings by one key in a row are told by what was measured: all of it went where the
     * sender's own keys lead. Where the numbers of tasks have no common divisor, nothing is told.
     */
    private Routing.Kind kind(Recording.Subscription one, double sent) {
        Recording.Component from = component(one.from());
        Recording.Component to = component(one.to());
        boolean isTold =
                one.kind() == Routing.Kind.FIELDS
                        && sent >= LEAST_TUPLES
                        && Routing.commonDivisor(from.tasks(), to.tasks()) > 1;
        boolean isSame =
                flows(one).stream()
                        .filter(flow -> flow.tuples() > 0)
                        .allMatch(
                                flow ->
                                        Routing.isSameKey(
                                                flow.fromTask() - from.firstTask(),
                                                from.tasks(),
                                                flow.toTask() - to.firstTask(),
                                                to.tasks()));
        return isTold && isSame ? Routing.Kind.SAME_KEY : one.kind();
    }

    private Recording.Component component(String id) {
        Recording.Component found = components.get(id);
        if (found == null) {
            throw new IllegalArgumentException(
                    "recording of '%s': component '%s' is not among its components"
                            .formatted(recording.topology(), id));
        }
        return found;
    }
}
