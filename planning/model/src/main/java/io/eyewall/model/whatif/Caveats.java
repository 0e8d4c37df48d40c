package io.eyewall.model.whatif;

import io.eyewall.model.calibration.Calibration;
import io.eyewall.model.calibration.Estimate;
import io.eyewall.model.topology.ComponentModel;
import io.eyewall.model.topology.TopologyModel;
import java.util.ArrayList;
import java.util.List;

/** Describes what the measurements do not determine, and the experiments that would. */
final class Caveats {
    /**
     * The share of busy cores below which a measurement says little about the topology under load.
     */
    private static final double IDLE = 0.05;

    private final Calibration calibration;
    private final TopologyModel topology;
    private final boolean cluster;
    private final List<String> found = new ArrayList<>();

    private Caveats(Calibration calibration, TopologyModel topology, boolean cluster) {
        this.calibration = calibration;
        this.topology = topology;
        this.cluster = cluster;
    }

    /**
     * Returns all caveats.
     *
     * @param cluster whether the prediction is for a Storm cluster
     */
    static List<String> of(Calibration calibration, TopologyModel topology, boolean cluster) {
        Caveats caveats = new Caveats(calibration, topology, cluster);
        caveats.assumed();
        caveats.idle();
        caveats.threads();
        caveats.holding();
        caveats.unmeasured();
        return caveats.found;
    }

    private void assumed() {
        for (Estimate estimate : calibration.estimates()) {
            if (!estimate.identified()) {
                found.add(
                        "%s: %.0f ns is assumed; to know it, %s"
                                .formatted(estimate.term(), estimate.ns(), estimate.experiment()));
            }
        }
    }

    private void idle() {
        double cores = calibration.measuredCores();
        if (cores >= 0 && cores < IDLE * calibration.cores()) {
            found.add(
                    ("it was recorded while nearly idle (%.3f of %d cores busy): costs have the wakes"
                                    + " of a core for few tuples in them, so that more gets through than is"
                                    + " said; record it under load")
                            .formatted(cores, calibration.cores()));
        }
    }

    private void threads() {
        for (ComponentModel one : topology.components()) {
            double ns = one.thread().ns();
            if (ns == 0) {
                continue;
            }
            if (one.spout()) {
                found.add(
                        ("'%s' has a thread of its own and may wait for its source there: what it"
                                        + " could emit at most is not known but for its processor time")
                                .formatted(one.id()));
            } else if (cluster) {
                found.add(
                        ("'%s' waits for %.3f ms per tuple on a thread of its own here; as an executor"
                                        + " of Storm it would wait, too: the rate on a cluster is at most"
                                        + " %.0f/s of its tuples")
                                .formatted(one.id(), ns / 1e6, one.executors() * 1e9 / ns));
            } else {
                found.add(
                        ("'%s' waits: %.3f ms per tuple on a thread of its own, of which %.3f ms are"
                                        + " processor time; whether what it waits for bears more at once is"
                                        + " not known")
                                .formatted(one.id(), ns / 1e6, one.thread().processorNs() / 1e6));
            }
        }
    }

    private void holding() {
        for (ComponentModel one : topology.components()) {
            if (topology.acked() && one.holds()) {
                found.add(
                        ("'%s' acks tuples later than it executes them, as a window does: how much later"
                                        + " depends on the rate in ways that are not known, so that"
                                        + " latency is not predicted")
                                .formatted(one.id()));
            }
        }
    }

    private void unmeasured() {
        if (cluster || !topology.heap().measured()) {
            found.add(
                    "memory and garbage collection are not predicted: "
                            + (cluster
                                    ? "what a worker needs on another node is not known"
                                    : "several topologies shared the process, or one of its threads"
                                            + " ended; record it alone"));
        } else if (!topology.heap().collected()) {
            found.add(
                    "garbage collection: there was none while it was recorded, so that nothing is"
                            + " known of its stops; record it for longer (--seconds)");
        }
        if (cluster && topology.edges().stream().allMatch(edge -> edge.bytes() == 0)) {
            found.add(
                    "bandwidth: tuples were recorded without bytes, so links are taken never to be"
                            + " full; 'eyewall schedule record' on a cluster measures them");
        }
        if (!cluster && !topology.acked()) {
            found.add(
                    "latency: messages are not acked, so none was measured; it is predicted from a"
                            + " spout's emit to the end of the last bolt");
        }
        if (!cluster) {
            found.add(
                    "latency begins at a spout's emit; from when a message was due it is longer, by how"
                            + " long the spout was not asked. Sources are taken for Poisson"
                            + " processes; bursts take longer");
        }
    }
}
