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

/** Converts a placement on the cores of our engine, at some rate, to a {@link Shape}. */
public final class EngineShape {
    private EngineShape() {}

    /** Returns a simulation input in which spouts emit at the rates of the load. */
    public static Shape of(Placement placement, Load load) {
        return of(placement, load, false, placement.topology().maxPending());
    }

    /**
     * Returns a simulation input in which spouts always have more to emit.
     *
     * @param maxPending limit of pending messages per spout task
     */
    public static Shape full(Placement placement, Load load, int maxPending) {
        return of(placement, load, true, maxPending);
    }

    private static Shape of(Placement placement, Load load, boolean full, int maxPending) {
        List<Shape.Executor> executors = new ArrayList<>();
        int tasks = 1;
        for (int e = 0; e < placement.executors().size(); e++) {
            Placement.Executor one = placement.executors().get(e);
            ComponentModel component = one.component();
            double rate = component.spout() ? load.rate(e) : 0;
            tasks = component.spout() ? Math.max(tasks, one.tasks()) : tasks;
            executors.add(
                    new Shape.Executor(
                            one.place(),
                            component.serviceNs(),
                            component.spout() ? 0 : component.thread().ns(),
                            component.serviceScv(),
                            full && rate > 0 ? Double.POSITIVE_INFINITY : rate));
        }
        return new Shape(
                placement.tree().placeCount(),
                executors,
                outputs(load),
                placement.topology().acked(),
                maxPending * tasks,
                stops(placement.topology().heap(), load.rootsPerSec()));
    }

    private static Stops stops(HeapUse heap, double rootsPerSec) {
        double perSec = heap.collectionsPerSec(rootsPerSec);
        return perSec > 0 ? new Stops(1e9 / perSec, heap.stopNs()) : Stops.NONE;
    }

    private static List<Shape.Output> outputs(Load load) {
        record Pair(int from, EdgeModel edge) {}
        Map<Pair, List<Demand.Flow>> flows = new LinkedHashMap<>();
        for (Demand.Flow flow : load.demand().flows()) {
            flows.computeIfAbsent(new Pair(flow.from(), flow.edge()), key -> new ArrayList<>())
                    .add(flow);
        }
        List<Shape.Output> outputs = new ArrayList<>();
        flows.forEach(
                (pair, own) ->
                        outputs.add(
                                new Shape.Output(
                                        pair.from(),
                                        own.stream().map(Demand.Flow::to).toList(),
                                        own.stream().map(Demand.Flow::perInput).toList(),
                                        choice(pair.edge().routing().kind()))));
        return outputs;
    }

    private static Shape.Choice choice(Routing.Kind kind) {
        return switch (kind) {
            case SHUFFLE, LOCAL_OR_SHUFFLE -> Shape.Choice.IN_TURN;
            case ALL -> Shape.Choice.ALL;
            case FIELDS, SAME_KEY, GLOBAL, OTHER -> Shape.Choice.BY_LOT;
        };
    }
}
