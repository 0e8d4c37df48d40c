package io.eyewall.model.simulation.machine;

import java.util.ArrayList;
import java.util.List;

/**
 * A worker: a process at a place with executors of one topology. A replaced worker is never used
 * again; {@link #isUp} is whether it runs.
 */
final class SimWorker {
    final int index;
    final int place;
    final int node;
    final SimTopology topology;
    final List<SimExecutor> executors = new ArrayList<>();
    final List<SimExecutor> parked = new ArrayList<>();
    boolean isUp;

    /** Whether it was killed; it will never be up again. */
    boolean isGone;

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
