package io.eyewall.model.calibration;

import io.eyewall.placement.place.Crossing;
import io.eyewall.placement.place.Crossings;
import io.eyewall.placement.place.Level;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * Observations of a Storm cluster: the processor time of each executor's thread is the time of its
 * tuples, plus the time to receive and to send them. The costs of transfers within a worker,
 * between workers of a node and between nodes are assumed to be in the proportion of {@link
 * Crossings#ofStorm}; the unknown is the cost between nodes.
 */
record ThreadObservations(Recording recording) implements Observations {
    @Override
    public double callNs() {
        return 0;
    }

    @Override
    public double crossingNs() {
        return Crossings.ofStorm().at(Level.RACK).tupleNsAtEachEnd();
    }

    /** Returns the deviation of a cost that is known to a factor of two. */
    @Override
    public double crossingSdNs() {
        return crossingNs() / 2;
    }

    @Override
    public boolean isCrossingKnown() {
        return false;
    }

    @Override
    public String crossingExperiment() {
        return "record the topology again when executors of one component are on the node of"
                + " their senders and on another node";
    }

    @Override
    public String componentExperiment(String component) {
        return "record the topology again with executors of '"
                + component
                + "' on other nodes than now, or under another load";
    }

    @Override
    public void observe(
            Recording.Window window, LeastSquares squares, ToIntFunction<String> unknownOf) {
        int crossingIndex = recording.components().size();
        List<Recording.Executor> executors = window.executors();
        double[][] coefficients = new double[executors.size()][crossingIndex + 1];
        Map<Integer, Integer> executorOfTask = new HashMap<>();
        for (int e = 0; e < coefficients.length; e++) {
            Recording.Executor executor = executors.get(e);
            coefficients[e][unknownOf.applyAsInt(executor.component())] = executor.tuples();
            for (int t = executor.firstTask(); t <= executor.lastTask(); t++) {
                executorOfTask.put(t, e);
            }
        }
        for (Recording.Flow flow : window.flows()) {
            Integer from = executorOfTask.get(flow.fromTask());
            Integer to = executorOfTask.get(flow.toTask());
            if (from != null && to != null) {
                double equivalent =
                        equivalentCrossings(
                                flow, executors.get(from).place(), executors.get(to).place());
                coefficients[from][crossingIndex] += equivalent;
                coefficients[to][crossingIndex] += equivalent;
            }
        }
        for (int e = 0; e < coefficients.length; e++) {
            double busy = executors.get(e).ownNs();
            if (busy > 0 && Arrays.stream(coefficients[e]).sum() > 0) {
                squares.observe(coefficients[e], busy, BUSY_SD * busy);
            }
        }
    }

    /** Returns the number of empty tuples between nodes whose processor time would be the same. */
    private double equivalentCrossings(Recording.Flow flow, int from, int to) {
        Crossing crossing = Crossings.ofStorm().at(crossedLevel(from, to));
        return crossing.nsPerSec((double) flow.tuples(), (double) flow.bytes())
                * crossing.cpuFraction()
                / 2
                / crossingNs();
    }

    private Level crossedLevel(int from, int to) {
        if (from == to) {
            return Level.PROCESS;
        }
        return nodeOf(from).equals(nodeOf(to)) ? Level.NODE : Level.RACK;
    }

    private String nodeOf(int place) {
        return Recording.node(recording.places().get(place));
    }
}
