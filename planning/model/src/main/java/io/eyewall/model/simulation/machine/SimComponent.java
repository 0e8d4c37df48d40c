package io.eyewall.model.simulation.machine;

import java.util.ArrayList;
import java.util.List;

/** A component's executors, and their work since the last {@link SimTopology#clearTotals}. */
final class SimComponent {
    final String name;
    final List<SimExecutor> executors = new ArrayList<>();

    /** Number of tuples that its executors have processed. */
    long tuples;

    double busyNs;

    SimComponent(String name) {
        this.name = name;
    }
}
