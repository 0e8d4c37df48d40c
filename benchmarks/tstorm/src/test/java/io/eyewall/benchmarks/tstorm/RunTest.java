package io.eyewall.benchmarks.tstorm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What spouts have written becomes figures, a table and a plot. */
class RunTest {
    private static final long START_MS = 1_000_000;

    @TempDir private Path folder = Path.of(""); // until JUnit sets it

    private Run run(String scheduler) throws IOException {
        Files.writeString(
                folder.resolve("times-1-7"),
                """
                a 1001000 2000
                a 1021000 1000
                a 1022000 3000
                f 1023000
                a 1024000 80""");
        Files.writeString(folder.resolve("times-2-7"), "a 1025000 8000\na 10250");
        Files.writeString(folder.resolve("token"), "a 1 1");
        Phase phase = new Phase("gamma 1.0", START_MS, START_MS, START_MS + 40_000, 5, 10, 1.25);
        return new Run(scheduler, START_MS, List.of(phase), Run.read(folder));
    }

    @Test
    void linesThatAKillHasCutAreLeftOut() throws Exception {
        Run.Figures figures = run("Storm").figures(START_MS + 20_000, START_MS + 40_000);
        assertThat(figures.acked()).isEqualTo(4);
        assertThat(figures.failed()).isEqualTo(1);
        assertThat(figures.meanMs()).isEqualTo((1_000 + 3_000 + 80 + 8_000) / 4.0 / 1e3);
        assertThat(figures.p99Ms()).isEqualTo(8);
    }

    @Test
    void aTableComparesWithTheFirstRow() throws Exception {
        assertThat(FigureTable.of(List.of(run("Storm"), run("Eyewall"))))
                .contains("| Storm, gamma 1.0 | 5 | 10 | 3.02 | +0% | 8.0 | 0 | 1 | 1.25 |")
                .contains("| Eyewall, gamma 1.0 | 5 | 10 | 3.02 | +0% |");
    }

    @Test
    void aPlotIsAFileOfItsOwn() throws Exception {
        Path file = folder.resolve("plot.svg");
        TimesPlot.write(file, Workload.THROUGHPUT, List.of(run("Storm"), run("Eyewall")));
        assertThat(file)
                .content()
                .startsWith("<svg xmlns=\"http://www.w3.org/2000/svg\"")
                .contains("Throughput Test", "Storm, 10 workers", "gamma 1.0, 5 nodes")
                .endsWith("</svg>\n");
    }
}
