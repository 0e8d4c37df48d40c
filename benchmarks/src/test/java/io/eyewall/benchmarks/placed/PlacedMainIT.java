package io.eyewall.benchmarks.placed;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command with threads, for a moment: answers and files, never speed. */
@Tag("more")
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
    void jsonOnTheStandardOutputIsAlone() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream before = System.out;
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        try {
            assertThat(
                            PlacedMain.run(
                                    "p4",
                                    "--virtual",
                                    "--ways",
                                    "off",
                                    "--seconds",
                                    "0.2",
                                    "--json",
                                    "-"))
                    .isZero();
        } finally {
            System.setOut(before);
        }
        List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
        assertThat(lines).hasSize(1);
        assertThat(new ObjectMapper().readTree(lines.get(0)).at("/scenarios/0/scenario").asText())
                .isEqualTo("P4");
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
