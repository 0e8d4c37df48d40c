package io.eyewall.benchmarks.scenario.child;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.benchmarks.scenario.Latency;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeasurementTest {
    private static final Measurement MEASUREMENT =
            new Measurement(
                    50_000_000,
                    5_000_000_000L,
                    7_500_000_000L,
                    8_000_000_000L,
                    1_000,
                    2_000,
                    12,
                    30,
                    250,
                    3,
                    40,
                    5,
                    1,
                    6,
                    70,
                    80,
                    List.of(1L, 2L),
                    new Latency(1, 2, 3, 4, 5),
                    Latency.NONE,
                    List.of("PS MarkSweep", "PS Scavenge"),
                    "17 (someone)",
                    List.of("one problem: a=b", "another"));

    @TempDir Path directory;

    @Test
    void survivesTheWayThroughAFile() throws IOException {
        Path file = directory.resolve("result");
        MEASUREMENT.write(file);

        assertThat(Measurement.read(file)).isEqualTo(MEASUREMENT);
    }

    @Test
    void aFileThatWasCutOffIsRefused() throws IOException {
        Path file = directory.resolve("result");
        Files.writeString(file, "units=5\n");

        assertThatThrownBy(() -> Measurement.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cut off");
    }

    @Test
    void ratesAreInMillionsOfUnits() {
        assertThat(MEASUREMENT.millionUnitsPerSec()).isEqualTo(10.0);
        assertThat(MEASUREMENT.cpuSecPerMillionUnits()).isEqualTo(0.15);
        assertThat(MEASUREMENT.coresUsed()).isEqualTo(1.5);
        assertThat(MEASUREMENT.coresOfOthers()).isEqualTo(0.1);
    }
}
