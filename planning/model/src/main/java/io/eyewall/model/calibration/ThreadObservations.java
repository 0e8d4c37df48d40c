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

    /** Returns a deviation that means: known to a factor of two. */
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
        return "record it again when executors of one component are on the node of their senders"
                + " and on another";
    }

    @Override
    public String componentExperiment(String component) {
        return "record it again with executors of '"
                + component
                + "' on other nodes than now, or under another load";
    }

    @Override
    public void observe(
            Recording.Window window, LeastSquares squares, ToIntFunction<String> numbers) {
        int n = recording.components().size();
        List<Recording.Executor> executors = window.executors();
        double[][] rows = new double[executors.size()][n + 1];
        Map<Integer, Integer> numberOfTask = new HashMap<>();
        for (int e = 0; e < rows.length; e++) {
            Recording.Executor one = executors.get(e);
            rows[e][numbers.applyAsInt(one.component())] = one.tuples();
            for (int t = one.firstTask(); t <= one.lastTask(); t++) {
                numberOfTask.put(t, e);
            }
        }
        for (Recording.Flow flow : window.flows()) {
            Integer from = numberOfTask.get(flow.fromTask());
            Integer to = numberOfTask.get(flow.toTask());
            if (from != null && to != null) {
                double crossings =
                        crossings(flow, executors.get(from).place(), executors.get(to).place());
                rows[from][n] += crossings;
                rows[to][n] += crossings;
            }
        }
        for (int e = 0; e < rows.length; e++) {
            double busy = executors.get(e).ownNs();
            if (busy > 0 && Arrays.stream(rows[e]).sum() > 0) {
                squares.observe(rows[e], busy, BUSY_SD * busy);
            }
        }
    }

    /** Returns the number of tuples without bytes between nodes that would cost the same. */
    private double crossings(Recording.Flow flow, int from, int to) {
        Crossing crossing = Crossings.ofStorm().at(meet(from, to));
        return crossing.nsPerSec((double) flow.tuples(), (double) flow.bytes())
                * crossing.cpuFraction()
                / 2
                / crossingNs();
    }

    private Level meet(int from, int to) {
        if (from == to) {
            return Level.PROCESS;
        }
        return node(from).equals(node(to)) ? Level.NODE : Level.RACK;
    }

    private String node(int place) {
        return Recording.node(recording.places().get(place));
    }
}
