package io.eyewall.model.calibration;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * Observations of our engine: the busy time of each core is the time that its executors and their
 * crossings took.
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
        return "run 'eyewall calibrate', or record it again while its components are on two cores";
    }

    @Override
    public String componentExperiment(String component) {
        return "record it again with '"
                + component
                + "' on another core than its neighbours, or with another mix of tuples";
    }

    @Override
    public void observe(
            Recording.Window window, LeastSquares squares, ToIntFunction<String> numbers) {
        int n = recording.components().size();
        double[][] rows = new double[recording.places().size()][n + 1];
        Map<Integer, Integer> placeOfTask = new HashMap<>();
        for (Recording.Executor executor : window.executors()) {
            rows[executor.place()][numbers.applyAsInt(executor.component())] += executor.tuples();
            for (int t = executor.firstTask(); t <= executor.lastTask(); t++) {
                placeOfTask.put(t, executor.place());
            }
        }
        for (Recording.Flow flow : window.flows()) {
            Integer from = placeOfTask.get(flow.fromTask());
            Integer to = placeOfTask.get(flow.toTask());
            if (from != null && to != null && !from.equals(to)) {
                rows[from][n] += flow.tuples();
                rows[to][n] += flow.tuples();
            }
        }
        for (int p = 0; p < rows.length; p++) {
            double busy = window.busyNs().get(p);
            if (busy > 0 && Arrays.stream(rows[p]).sum() > 0) {
                squares.observe(rows[p], busy, BUSY_SD * busy);
            }
        }
    }
}
