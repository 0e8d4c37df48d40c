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

    /** Latencies of the messages that completed in the present sample. */
    final Latencies sampleLatencies = new Latencies();

    /** Latencies of the messages that completed since the last {@link #clearTotals}. */
    final Latencies totalLatencies = new Latencies();

    long failedInSample;
    long failed;
    long emittedInSample;
    long emitted;

    SimTopology(int index, TopologySpec spec) {
        this.index = index;
        this.spec = spec;
    }

    void onCompleted(long latencyNs, int tuples) {
        sampleLatencies.add(latencyNs, tuples);
        totalLatencies.add(latencyNs, tuples);
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
        sampleLatencies.clear();
        failedInSample = 0;
        emittedInSample = 0;
    }

    void clearTotals() {
        totalLatencies.clear();
        failed = 0;
        emitted = 0;
        for (SimComponent component : components) {
            component.tuples = 0;
            component.busyNs = 0;
        }
    }
}
