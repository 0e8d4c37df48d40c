package io.eyewall.cli.top;

import io.eyewall.cli.plan.Recordings;
import io.eyewall.control.forecast.Forecast;
import io.eyewall.control.forecast.Forecaster;
import io.eyewall.model.calibration.MachineConstants;
import io.eyewall.model.calibration.Recording;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The model's predictions for the polled topologies. For one thread. */
final class Forecasts {
    private final MachineConstants machine;
    private final Optional<Recording> recording;
    private final Map<String, Forecaster> byKey = new HashMap<>();

    private Forecasts(MachineConstants machine, Optional<Recording> recording) {
        this.machine = machine;
        this.recording = recording;
    }

    /**
     * @param recording to calibrate the model on; null: on what is seen
     * @throws IOException if a file can't be read
     */
    static Forecasts of(@Nullable Path recording) throws IOException {
        return new Forecasts(
                Recordings.machineIfReadable(),
                recording == null
                        ? Optional.empty()
                        : Optional.of(Recordings.read(recording, Recording.class)));
    }

    /**
     * @param key of the topology and its process
     * @return empty while too little is known
     */
    Optional<Forecast> of(String key, TopSample sample) {
        Forecaster forecaster =
                byKey.computeIfAbsent(
                        key, absent -> new Forecaster(sample.plan(), machine, recording));
        forecaster.add(sample.atNs(), sample.metrics());
        return forecaster.forecast();
    }

    /** Forgets all topologies but those. */
    void keep(Set<String> keys) {
        byKey.keySet().retainAll(keys);
    }
}
