package io.eyewall.model.whatif;

import io.eyewall.model.calibration.Calibration;
import io.eyewall.model.calibration.Estimate;
import io.eyewall.model.topology.ComponentModel;
import io.eyewall.model.topology.TopologyModel;
import java.util.ArrayList;
import java.util.List;

/**
 * The uncertainty of the highest throughput: each cost is varied by its standard deviation, and the
 * effects are added up as if costs were independent. This overestimates the uncertainty if the sum
 * of several costs is known more precisely than each of them.
 *
 * @param relativeSd standard deviation of the highest throughput, divided by its value
 * @param experiment the experiment that would reduce the uncertainty most
 */
record Uncertainty(double relativeSd, String experiment) {
    static Uncertainty estimate(Calibration calibration, TopologyModel topology, Setting setting) {
        double estimated = maxPerSec(calibration, topology, setting);
        double variance = 0;
        double maxChange = 0;
        String experiment = "";
        for (ComponentModel component : topology.components()) {
            Estimate estimate = calibration.estimate(component.id());
            double varied =
                    maxPerSec(
                            calibration,
                            withAddedCost(topology, component, estimate.sdNs()),
                            setting);
            double change = (estimated - varied) / estimated;
            variance += change * change;
            if (Math.abs(change) > maxChange) {
                maxChange = Math.abs(change);
                experiment = estimate.experiment();
            }
        }
        return new Uncertainty(
                Math.sqrt(variance),
                experiment.isEmpty()
                        ? "record the topology for longer, while it works"
                        : experiment);
    }

    private static double maxPerSec(
            Calibration calibration, TopologyModel topology, Setting setting) {
        return Prediction.of(calibration, topology, setting, Double.POSITIVE_INFINITY).maxPerSec();
    }

    /** Returns the topology with a component whose service takes {@code byNs} longer. */
    private static TopologyModel withAddedCost(
            TopologyModel topology, ComponentModel component, double byNs) {
        List<ComponentModel> components = new ArrayList<>();
        for (ComponentModel other : topology.components()) {
            components.add(
                    other.equals(component)
                            ? other.withServiceNs(other.serviceNs() + byNs)
                            : other);
        }
        return new TopologyModel(
                topology.name(),
                components,
                topology.edges(),
                topology.sourceWeights(),
                topology.acked(),
                topology.maxPending());
    }
}
