package io.eyewall.model.simulation.machine;

import java.util.ArrayList;
import java.util.List;

/** A component's executors and what they did since totals began. */
final class SimComponent {
    final String name;
    final List<SimExecutor> executors = new ArrayList<>();
    long tuples;
    double busyNs;

    SimComponent(String name) {
        this.name = name;
    }
}
