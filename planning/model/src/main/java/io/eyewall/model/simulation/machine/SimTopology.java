package io.eyewall.model.simulation.machine;

import io.eyewall.model.simulation.result.Latencies;
import io.eyewall.model.simulation.spec.TopologySpec;
import java.util.ArrayList;
import java.util.List;

/** A simulated topology: its executors, and the completions of its messages. */
final class SimTopology {
    final int index;
    final TopologySpec spec;
    final List<SimExecutor> executors = new ArrayList<>();
    final List<SimComponent> components = new ArrayList<>();

    /** Counts since the last sample, and since totals began. */
    final Latencies sample = new Latencies();

    final Latencies total = new Latencies();
    long failedInSample;
    long failed;
    long emittedInSample;
    long emitted;

    SimTopology(int index, TopologySpec spec) {
        this.index = index;
        this.spec = spec;
    }

    void onDone(long latencyNs, int tuples) {
        sample.add(latencyNs, tuples);
        total.add(latencyNs, tuples);
    }

    void onFailed(int tuples) {
        failed += tuples;
        failedInSample += tuples;
    }

    void onEmitted(int tuples) {
        emitted += tuples;
        emittedInSample += tuples;
    }

    void clearSample() {
        sample.clear();
        failedInSample = 0;
        emittedInSample = 0;
    }

    void clearTotals() {
        total.clear();
        failed = 0;
        emitted = 0;
        for (SimComponent component : components) {
            component.tuples = 0;
            component.busyNs = 0;
        }
    }
}
