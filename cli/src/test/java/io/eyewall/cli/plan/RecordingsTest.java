package io.eyewall.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.model.calibration.MachineConstants;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingsTest {
    @Test
    void constantsThatWereWrittenAreRead(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("machine.json");

        assertThat(Recordings.machine(file)).isEqualTo(MachineConstants.ASSUMED);
        Recordings.write(file, MachineConstants.ASSUMED);
        assertThat(Recordings.machine(file)).isEqualTo(MachineConstants.ASSUMED);
    }

    @Test
    void constantsOfAnotherVersionAreToBeMeasuredAgain(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("machine.json");
        Files.writeString(
                file,
                "{\"measured\": true, \"callNs\": 15, \"ackNs\": 20, \"crossingNs\": 60,"
                        + " \"crossingSdNs\": 5, \"wakeNs\": 50000}");

        assertThatThrownBy(() -> Recordings.machine(file))
                .hasMessageContainingAll(
                        file.toString(), "woken threads (wake)", "eyewall calibrate");
    }

    /** Written before the price of a sleep was measured. */
    @Test
    void constantsWithoutThePriceOfASleepAreToBeMeasuredAgain(@TempDir Path directory)
            throws Exception {
        Path file = directory.resolve("machine.json");
        Files.writeString(
                file,
                "{\"measured\": true, \"callNs\": 15, \"ackNs\": 20, \"crossingNs\": 60,"
                        + " \"crossingSdNs\": 5, \"wake\": {\"quantilesNs\": [5e4]}, \"wakingNs\": 5000,"
                        + " \"late\": {\"quantilesNs\": [5e4]}}");

        assertThatThrownBy(() -> Recordings.machine(file))
                .hasMessageContainingAll(file.toString(), "sleep", "eyewall calibrate");
    }
}
