package io.eyewall.console.watch;

import io.eyewall.control.figures.TopologySample;
import io.eyewall.control.forecast.Forecast;
import io.eyewall.control.forecast.Forecaster;
import io.eyewall.model.calibration.MachineConstants;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Feeds the performance model of one topology with its samples and asks it for predictions. The
 * model learns from every sample, so that a page that is opened finds it ready; predictions are
 * made only while a page is open. Used by one thread at a time.
 */
final class ModelReader {
    private static final Logger LOG = LoggerFactory.getLogger(ModelReader.class);

    private final Optional<MachineConstants> machine;
    private final PredictionBudget budget;
    private @Nullable Forecaster forecaster;
    private String id = "";
    private boolean failed;

    /**
     * @param machine the machine's constants; empty for no predictions
     * @param budget the processor time for predictions, shared by all topologies
     */
    ModelReader(Optional<MachineConstants> machine, PredictionBudget budget) {
        this.machine = machine;
        this.budget = budget;
    }

    /**
     * Adds a sample to the model and, if a page shows it, predicts.
     *
     * @param read whether a page shows the prediction
     * @return the prediction beside what was measured since the last call; null while the model
     *     knows too little, no page shows the prediction, or the budget is spent
     */
    @Nullable Forecast add(TopologySample now, boolean read) {
        if (machine.isEmpty()) {
            return null;
        }
        Forecaster current = forecaster;
        if (current == null || !id.equals(now.plan().id())) {
            current = new Forecaster(now.plan(), machine.get(), Optional.empty());
            forecaster = current;
            id = now.plan().id();
        }
        try {
            current.add(now.atNs(), now.metrics());
            return read && budget.isLeft(System.nanoTime()) ? predict(current) : null;
        } catch (RuntimeException e) { // a fault of the model, not of the topology
            if (!failed) {
                failed = true;
                LOG.warn(
                        "the performance model of topology {} starts anew: it could not process"
                                + " the measurements",
                        id,
                        e);
            }
            forecaster = null;
            return null;
        }
    }

    private @Nullable Forecast predict(Forecaster current) {
        long startNs = PredictionBudget.cpuNs();
        try {
            return current.forecast().orElse(null);
        } finally {
            budget.spent(System.nanoTime(), PredictionBudget.cpuNs() - startNs);
        }
    }
}
