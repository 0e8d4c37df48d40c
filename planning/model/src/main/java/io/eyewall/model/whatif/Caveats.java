package io.eyewall.model.whatif;

import io.eyewall.model.calibration.Calibration;
import io.eyewall.model.calibration.Estimate;
import io.eyewall.model.topology.ComponentModel;
import io.eyewall.model.topology.TopologyModel;
import java.util.ArrayList;
import java.util.List;

/** Describes the facts that the measurements do not determine, and experiments that would. */
final class Caveats {
    /**
     * The share of busy cores below which a measurement does not represent the topology under load.
     */
    private static final double MIN_BUSY_SHARE = 0.05;

    private final Calibration calibration;
    private final TopologyModel topology;
    private final boolean isCluster;
    private final List<String> sentences = new ArrayList<>();

    private Caveats(Calibration calibration, TopologyModel topology, boolean isCluster) {
        this.calibration = calibration;
        this.topology = topology;
        this.isCluster = isCluster;
    }

    /**
     * Returns all caveats.
     *
     * @param isCluster whether the prediction is for a Storm cluster
     */
    static List<String> describe(
            Calibration calibration, TopologyModel topology, boolean isCluster) {
        Caveats caveats = new Caveats(calibration, topology, isCluster);
        caveats.addAssumedCosts();
        caveats.addIdleMeasurement();
        caveats.addDedicatedExecutors();
        caveats.addLateAcks();
        caveats.addUnmeasured();
        return caveats.sentences;
    }

    private void addAssumedCosts() {
        for (Estimate estimate : calibration.estimates()) {
            if (!estimate.identified()) {
                sentences.add(
                        "%s: a cost of %.0f ns is assumed; to measure it, %s"
                                .formatted(estimate.term(), estimate.ns(), estimate.experiment()));
            }
        }
    }

    private void addIdleMeasurement() {
        double cores = calibration.measuredCores();
        if (cores >= 0 && cores < MIN_BUSY_SHARE * calibration.cores()) {
            sentences.add(
                    ("the topology was recorded while nearly idle (%.3f of %d cores busy):"
                                    + " its costs contain wake-ups of cores for few tuples,"
                                    + " so the highest rate is underestimated; record it"
                                    + " under load")
                            .formatted(cores, calibration.cores()));
        }
    }

    private void addDedicatedExecutors() {
        for (ComponentModel component : topology.components()) {
            double ns = component.thread().ns();
            if (ns == 0) {
                continue;
            }
            if (component.spout()) {
                sentences.add(
                        ("'%s' has a thread of its own, on which it may wait for its source:"
                                        + " only its processor time limits its predicted"
                                        + " rate")
                                .formatted(component.id()));
            } else if (isCluster) {
                sentences.add(
                        ("'%s' takes %.3f ms per tuple, including waits, on a thread of its"
                                        + " own here; as an executor of Storm it would wait,"
                                        + " too: on a cluster it processes at most %.0f"
                                        + " tuples/s")
                                .formatted(
                                        component.id(),
                                        ns / 1e6,
                                        component.executors() * 1e9 / ns));
            } else {
                sentences.add(
                        ("'%s' takes %.3f ms per tuple, including waits, on a thread of its"
                                        + " own; %.3f ms of that are processor time. It is"
                                        + " unknown whether the system that it waits for"
                                        + " sustains more requests at once")
                                .formatted(
                                        component.id(),
                                        ns / 1e6,
                                        component.thread().processorNs() / 1e6));
            }
        }
    }

    private void addLateAcks() {
        for (ComponentModel component : topology.components()) {
            if (topology.acked() && component.holds()) {
                sentences.add(
                        ("'%s' acks tuples later than it executes them, as a window does;"
                                        + " how much later depends on the rate in an unknown"
                                        + " way, so latency is not predicted")
                                .formatted(component.id()));
            }
        }
    }

    private void addUnmeasured() {
        if (isCluster || !topology.heap().measured()) {
            sentences.add(
                    "memory and garbage collection are not predicted: "
                            + (isCluster
                                    ? "the heap that a worker needs on another node is unknown"
                                    : "several topologies shared the process, or one of its threads"
                                            + " ended; record the topology alone"));
        } else if (!topology.heap().collected()) {
            sentences.add(
                    "garbage collection: none was recorded, so its stops are unknown; record the"
                            + " topology for longer (--seconds)");
        }
        if (isCluster && topology.edges().stream().allMatch(edge -> edge.bytes() == 0)) {
            sentences.add(
                    "bandwidth: tuples were recorded without their sizes, so links are"
                            + " assumed never to be full; 'eyewall schedule record' on a"
                            + " cluster measures sizes");
        }
        if (!isCluster && !topology.acked()) {
            sentences.add(
                    "latency: messages are not acked, so it was not measured; it is"
                            + " predicted from a spout's emit to the end of the last bolt");
        }
        if (!isCluster) {
            sentences.add(
                    "latency begins at a spout's emit; from the time at which a message was"
                            + " due it is longer, because the spout backs off between calls."
                            + " Sources are assumed to be Poisson processes; bursts take"
                            + " longer");
        }
    }
}
