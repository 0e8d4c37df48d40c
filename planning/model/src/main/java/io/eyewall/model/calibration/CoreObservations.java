package io.eyewall.model.calibration;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * Observations of our engine. The equation of a core in a window: its busy time is the time of its
 * executors' tuples plus the time of the tuples that cross to or from another core.
 */
record CoreObservations(Recording recording, MachineConstants machine) implements Observations {
    @Override
    public double callNs() {
        return machine.callNs() + (recording.acked() ? machine.ackNs() : 0);
    }

    @Override
    public double crossingNs() {
        return machine.crossingNs();
    }

    @Override
    public double crossingSdNs() {
        return machine.crossingSdNs();
    }

    @Override
    public boolean isCrossingKnown() {
        return machine.measured();
    }

    @Override
    public String crossingExperiment() {
        return "run 'eyewall calibrate', or record the topology again while its components are on"
                + " two cores";
    }

    @Override
    public String componentExperiment(String component) {
        return "record the topology again with '"
                + component
                + "' on another core than the components that it exchanges tuples with, or with"
                + " another mix of tuples";
    }

    @Override
    public void observe(
            Recording.Window window, LeastSquares squares, ToIntFunction<String> unknownOf) {
        int crossingIndex = recording.components().size();
        double[][] coefficients = new double[recording.places().size()][crossingIndex + 1];
        Map<Integer, Integer> placeOfTask = new HashMap<>();
        for (Recording.Executor executor : window.executors()) {
            coefficients[executor.place()][unknownOf.applyAsInt(executor.component())] +=
                    executor.tuples();
            for (int t = executor.firstTask(); t <= executor.lastTask(); t++) {
                placeOfTask.put(t, executor.place());
            }
        }
        for (Recording.Flow flow : window.flows()) {
            Integer from = placeOfTask.get(flow.fromTask());
            Integer to = placeOfTask.get(flow.toTask());
            if (from != null && to != null && !from.equals(to)) {
                coefficients[from][crossingIndex] += flow.tuples();
                coefficients[to][crossingIndex] += flow.tuples();
            }
        }
        for (int p = 0; p < coefficients.length; p++) {
            double busy = window.busyNs().get(p);
            if (busy > 0 && Arrays.stream(coefficients[p]).sum() > 0) {
                squares.observe(coefficients[p], busy, BUSY_SD * busy);
            }
        }
    }
}
