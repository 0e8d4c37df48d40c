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
 * What the performance model says of one topology, learnt from what is seen of it. One thread at a
 * time.
 */
final class ModelReader {
    private static final Logger LOG = LoggerFactory.getLogger(ModelReader.class);

    private final MachineConstants machine;
    private @Nullable Forecaster forecaster;
    private String id = "";
    private boolean failed;

    ModelReader(MachineConstants machine) {
        this.machine = machine;
    }

    /** Beside what it has done since it was asked last; null while too little is known. */
    @Nullable Forecast look(Sample now) {
        Forecaster known = forecaster;
        if (known == null || !id.equals(now.plan().id())) {
            known = new Forecaster(now.plan(), machine, Optional.empty());
            forecaster = known;
            id = now.plan().id();
        }
        try {
            return known.add(now.atNs(), now.metrics()).orElse(null);
        } catch (RuntimeException e) { // a fault of the model's, not of the topology
            if (!failed) {
                failed = true;
                LOG.warn("the model of {} begins anew: it can't take what was measured", id, e);
            }
            forecaster = null;
            return null;
        }
    }
}
