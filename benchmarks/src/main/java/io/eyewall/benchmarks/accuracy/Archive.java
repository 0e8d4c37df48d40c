package io.eyewall.benchmarks.accuracy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * What was measured, as JSON in a folder, so that the model can be asked again without measuring
 * again, and so that who was interrupted can go on.
 *
 * @param folder where; empty for nowhere
 * @param old whether it is only read: what is not there was not measured
 */
record Archive(Optional<Path> folder, boolean old) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Something that takes long. */
    interface Measurement<T> {
        /** Does it. */
        T make() throws Exception;
    }

    /**
     * What is there under that name, or what comes of the measurement, which is kept there.
     *
     * @throws IOException if it is not there and the archive is old, or can't be read or written
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
