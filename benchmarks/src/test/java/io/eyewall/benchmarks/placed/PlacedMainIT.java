package io.eyewall.benchmarks.placed;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command with threads, for a moment: answers and files, never speed. */
class PlacedMainIT {
    @TempDir private Path directory;

    @Test
    void givesRightAnswersAndWritesReports() throws Exception {
        Path html = directory.resolve("placed.html");
        Path json = directory.resolve("placed.json");

        int status =
                PlacedMain.run(
                        "p2",
                        "P4",
                        "--seconds",
                        "0.2",
                        "--ways",
                        "affinity,off",
                        "--html",
                        html.toString(),
                        "--json",
                        json.toString());

        assertThat(status).isZero();
        assertThat(Files.readString(json))
                .contains("\"way\" : \"best static\"", "\"untilGoodSec\"");
        assertThat(Files.readString(html))
                .contains("P2: tuples per second</title>", "P4: cores of processor time</title>")
                .doesNotContain("<script", "<link", "@import", "url(", "NaN", "Infinity");
    }

    @Test
    void wrongUsageIsStatusTwo() {
        assertThat(PlacedMain.run("P6")).isEqualTo(2);
        assertThat(PlacedMain.run("--seconds", "0")).isEqualTo(2);
        assertThat(PlacedMain.run("--ways", "afinity")).isEqualTo(2);
        assertThat(PlacedMain.run("--html", directory.resolve("no/such.html").toString()))
                .isEqualTo(2);
    }
}
