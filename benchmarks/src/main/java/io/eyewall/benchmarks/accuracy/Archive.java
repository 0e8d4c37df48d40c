package io.eyewall.benchmarks.accuracy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * Measurements as JSON in a folder, so that the model can be evaluated again without measuring
 * again, and an interrupted run can continue.
 *
 * @param folder the folder; empty to keep nothing
 * @param old whether the archive is read-only: no missing measurement is made
 */
record Archive(Optional<Path> folder, boolean old) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** A measurement, which takes long. */
    interface Measurement<T> {
        /** Makes the measurement. */
        T make() throws Exception;
    }

    /**
     * Returns the archived result with the given name, or makes the measurement and archives its
     * result.
     *
     * @throws IOException if the result is missing from a read-only archive, or cannot be read or
     *     written
     * @throws IllegalStateException if the measurement fails
     */
    <T> T get(String name, Class<T> type, Measurement<T> measurement)
            throws IOException, InterruptedException {
        if (folder.isPresent()) {
            Path file =
                    folder.get()
                            .resolve(
                                    name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.]+", "-")
                                            + ".json");
            if (old || Files.exists(file)) {
                return JSON.readValue(file.toFile(), type);
            }
            T made = make(measurement);
            Files.createDirectories(folder.get());
            JSON.writeValue(file.toFile(), made);
            return made;
        }
        return make(measurement);
    }

    private static <T> T make(Measurement<T> measurement) throws InterruptedException {
        try {
            return measurement.make();
        } catch (InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
