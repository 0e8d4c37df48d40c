package io.eyewall.console.watch;

import io.eyewall.console.model.Sample;
import io.eyewall.control.forecast.Forecast;
import io.eyewall.control.forecast.Forecaster;
import io.eyewall.model.calibration.MachineConstants;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the performance model says of one topology, learnt from what is seen of it. It is always
 * learnt from, so that who opens a page finds a model; it predicts only for who reads. One thread
 * at a time.
 */
final class ModelReader {
    private static final Logger LOG = LoggerFactory.getLogger(ModelReader.class);

    private final Optional<MachineConstants> machine;
    private final PredictionBudget budget;
    private @Nullable Forecaster forecaster;
    private String id = "";
    private boolean failed;

    /**
     * @param machine empty: nothing is predicted
     * @param budget of all topologies
     */
    ModelReader(Optional<MachineConstants> machine, PredictionBudget budget) {
        this.machine = machine;
        this.budget = budget;
    }

    /**
     * Learns, and predicts.
     *
     * @param read whether anybody reads that
     * @return beside what it has done since it was asked last; null while too little is known, or
     *     not now
     */
    @Nullable Forecast look(Sample now, boolean read) {
        if (machine.isEmpty()) {
            return null;
        }
        Forecaster known = forecaster;
        if (known == null || !id.equals(now.plan().id())) {
            known = new Forecaster(now.plan(), machine.get(), Optional.empty());
            forecaster = known;
            id = now.plan().id();
        }
        try {
            known.add(now.atNs(), now.metrics());
            return read && budget.isLeft(System.nanoTime()) ? predict(known) : null;
        } catch (RuntimeException e) { // a fault of the model's, not of the topology
            if (!failed) {
                failed = true;
                LOG.warn("the model of {} begins anew: it can't take what was measured", id, e);
            }
            forecaster = null;
            return null;
        }
    }

    private @Nullable Forecast predict(Forecaster known) {
        long beganNs = PredictionBudget.cpuNs();
        try {
            return known.forecast().orElse(null);
        } finally {
            budget.spent(System.nanoTime(), PredictionBudget.cpuNs() - beganNs);
        }
    }
}
