package io.eyewall.model.simulation.machine;

import java.util.ArrayList;
import java.util.List;

/**
 * A worker: a process at a place with executors of one topology. A worker that was killed is never
 * used again.
 */
final class SimWorker {
    final int index;
    final int place;
    final int node;
    final SimTopology topology;
    final List<SimExecutor> executors = new ArrayList<>();

    /** Executors that got a core during the worker's pause. */
    final List<SimExecutor> parked = new ArrayList<>();

    /** Whether it is ready, and was not killed. */
    boolean isUp;

    /** Whether it was killed. */
    boolean isKilled;

    long pausedUntilNs;

    /** Bytes allocated since the last garbage collection. */
    double allocatedBytes;

    SimWorker(int index, int place, int node, SimTopology topology) {
        this.index = index;
        this.place = place;
        this.node = node;
        this.topology = topology;
    }
}
