package io.eyewall.model.capacity;

import io.eyewall.model.routing.Routing;
import io.eyewall.model.stepping.Shape;
import io.eyewall.model.stepping.Stops;
import io.eyewall.model.topology.ComponentModel;
import io.eyewall.model.topology.EdgeModel;
import io.eyewall.model.topology.HeapUse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Converts a placement on the cores of our engine to a {@link Shape}, the input of {@link
 * io.eyewall.model.stepping.EngineSteps}.
 */
public final class EngineShape {
    private EngineShape() {}

    /** Returns a shape whose spouts emit at the rates of the load. */
    public static Shape atRates(Placement placement, Load load) {
        return shape(placement, load, false, placement.topology().maxPending());
    }

    /**
     * Returns a shape whose spouts always have more to emit.
     *
     * @param maxPending limit of pending messages per spout task
     */
    public static Shape saturated(Placement placement, Load load, int maxPending) {
        return shape(placement, load, true, maxPending);
    }

    private static Shape shape(Placement placement, Load load, boolean saturated, int maxPending) {
        List<Shape.Executor> executors = new ArrayList<>();
        int maxSpoutTasks = 1;
        for (int e = 0; e < placement.executors().size(); e++) {
            Placement.Executor executor = placement.executors().get(e);
            ComponentModel component = executor.component();
            double rate = component.spout() ? load.rate(e) : 0;
            maxSpoutTasks =
                    component.spout() ? Math.max(maxSpoutTasks, executor.tasks()) : maxSpoutTasks;
            executors.add(
                    new Shape.Executor(
                            executor.place(),
                            component.serviceNs(),
                            component.spout() ? 0 : component.thread().ns(),
                            component.serviceScv(),
                            saturated && rate > 0 ? Double.POSITIVE_INFINITY : rate));
        }
        return new Shape(
                placement.tree().placeCount(),
                executors,
                outputsOf(load),
                placement.topology().acked(),
                maxPending * maxSpoutTasks,
                stopsOf(placement.topology().heap(), load.rootsPerSec()));
    }

    private static Stops stopsOf(HeapUse heap, double rootsPerSec) {
        double collectionsPerSec = heap.collectionsPerSec(rootsPerSec);
        return collectionsPerSec > 0
                ? new Stops(1e9 / collectionsPerSec, heap.stopNs())
                : Stops.NONE;
    }

    private static List<Shape.Output> outputsOf(Load load) {
        record Pair(int from, EdgeModel edge) {}
        Map<Pair, List<Demand.Flow>> flows = new LinkedHashMap<>();
        for (Demand.Flow flow : load.demand().flows()) {
            flows.computeIfAbsent(new Pair(flow.from(), flow.edge()), key -> new ArrayList<>())
                    .add(flow);
        }
        List<Shape.Output> outputs = new ArrayList<>();
        flows.forEach(
                (pair, flowsOfPair) ->
                        outputs.add(
                                new Shape.Output(
                                        pair.from(),
                                        flowsOfPair.stream().map(Demand.Flow::to).toList(),
                                        flowsOfPair.stream().map(Demand.Flow::perInput).toList(),
                                        choiceOf(pair.edge().routing().kind()))));
        return outputs;
    }

    private static Shape.Choice choiceOf(Routing.Kind kind) {
        return switch (kind) {
            case SHUFFLE, LOCAL_OR_SHUFFLE -> Shape.Choice.IN_TURN;
            case ALL -> Shape.Choice.ALL;
            case FIELDS, SAME_KEY, GLOBAL, OTHER -> Shape.Choice.RANDOM;
        };
    }
}
