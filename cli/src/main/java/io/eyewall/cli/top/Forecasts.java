package io.eyewall.cli.top;

import io.eyewall.cli.plan.Recordings;
import io.eyewall.control.figures.TopologySample;
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

/** The model's predictions for the polled topologies. Used by one thread. */
final class Forecasts {
    private final MachineConstants machine;
    private final Optional<Recording> recording;
    private final Map<String, Forecaster> byKey = new HashMap<>();

    private Forecasts(MachineConstants machine, Optional<Recording> recording) {
        this.machine = machine;
        this.recording = recording;
    }

    /**
     * Reads this machine's constants and the recording.
     *
     * @param recording the recording that calibrates the model; null to calibrate on the samples
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
     * Adds a sample and returns the prediction.
     *
     * @param key identifies the topology and its process
     * @return empty while too little has been measured
     */
    Optional<Forecast> of(String key, TopologySample sample) {
        Forecaster forecaster =
                byKey.computeIfAbsent(
                        key, absent -> new Forecaster(sample.plan(), machine, recording));
        forecaster.add(sample.atNs(), sample.metrics());
        return forecaster.forecast();
    }

    /** Discards the data of all other topologies. */
    void keep(Set<String> keys) {
        byKey.keySet().retainAll(keys);
    }
}
