package io.eyewall.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * The command on the descriptions that come with it: the papers' orderings, and what is printed.
 */
class SimulateCommandTest {
    private static final Path EXAMPLES = Path.of("..", "examples", "simulations");

    @TempDir private Path folder = Path.of(""); // until JUnit sets it

    private record Ended(int code, String out, String err) {}

    @Test
    void throughputTestOfTStorm() throws Exception {
        Map<String, JsonNode> runs = sooner("tstorm-throughput.yaml");

        assertNodes(runs, Map.of("Storm", 10, "gamma 1", 10, "gamma 1.7", 7, "gamma 6", 2));
        double storm = meanMs(runs, "Storm");
        // paper: 9.25 ms; -83%, -84%, similar
        assertThat(storm).isBetween(7.0, 12.0);
        for (String gamma : List.of("gamma 1", "gamma 1.7", "gamma 6")) {
            assertThat(meanMs(runs, gamma)).as(gamma).isLessThan(0.3 * storm);
        }
    }

    @Test
    @Tag("complete")
    void wordCountOfTStorm() throws Exception {
        Map<String, JsonNode> runs = sooner("tstorm-words.yaml");

        assertNodes(runs, Map.of("Storm", 10, "gamma 1", 10, "gamma 1.8", 7, "gamma 2.2", 5));
        // paper: the more nodes, the faster; all of them faster than Storm
        assertThat(meanMs(runs, "gamma 1")).isLessThan(meanMs(runs, "gamma 1.8"));
        assertThat(meanMs(runs, "gamma 1.8")).isLessThan(meanMs(runs, "gamma 2.2"));
        assertThat(meanMs(runs, "gamma 2.2")).isLessThan(meanMs(runs, "Storm"));
    }

    @Test
    @Tag("complete")
    void logStreamOfTStorm() throws Exception {
        Map<String, JsonNode> runs = sooner("tstorm-log.yaml");

        assertNodes(runs, Map.of("Storm", 10, "gamma 1", 10, "gamma 1.7", 7, "gamma 2", 5));
        // paper: faster than Storm with 10 nodes and with 7, like Storm with 5
        double storm = meanMs(runs, "Storm");
        assertThat(meanMs(runs, "gamma 1")).isLessThan(meanMs(runs, "gamma 1.7"));
        assertThat(meanMs(runs, "gamma 1.7")).isLessThan(0.95 * storm);
        assertThat(meanMs(runs, "gamma 2")).isBetween(0.85 * storm, 1.15 * storm);
    }

    @Test
    void aChainIsFastestInOneWorker() throws Exception {
        Map<String, JsonNode> runs = runs("tstorm-chain.yaml", "duration: 200s", "duration: 200s");

        double one = meanMs(runs, "1 node, 1 worker");
        double five = meanMs(runs, "5 nodes, 5 workers");
        assertThat(one).isLessThan(five);
        assertThat(five).isLessThan(meanMs(runs, "5 nodes, 10 workers"));
    }

    @Tag("complete") // ControlTest says it in less time
    @Test
    void tstormFindsAnOverload() throws Exception {
        Map<String, JsonNode> runs =
                runs("tstorm-overload.yaml", "duration: 600s", "duration: 350s");

        // paper: found 120 s after the start, and relieved
        JsonNode plan = run(runs, "T-Storm").get("changes").get(1);
        assertThat(plan.get("what").asText()).contains("overload");
        assertThat(plan.get("sec").asDouble()).isBetween(80.0, 140.0);
        assertThat(meanMs(runs, "T-Storm")).isLessThan(0.02 * meanMs(runs, "Storm"));
        // what a worker needs beside its executors drives nobody from where it is
        assertThat(run(runs, "affinity").get("changes").size()).isLessThanOrEqualTo(3);
        assertThat(meanMs(runs, "affinity")).isLessThan(0.02 * meanMs(runs, "Storm"));
    }

    @Test
    @Tag("complete")
    void configurationsOfTheFemtocellTopology() throws Exception {
        Map<String, JsonNode> runs = runs("femtocell.yaml", "duration: 60s", "duration: 20s");

        // more spouts: more, then less
        assertThat(acked(runs, "<1,2,1,1>")).isGreaterThan(1.2 * acked(runs, "<1,1,1,1>"));
        assertThat(acked(runs, "<1,8,1,1>")).isLessThan(acked(runs, "<1,2,1,1>"));
        assertThat(acked(runs, "<1,32,1,1>")).isLessThan(acked(runs, "<1,8,1,1>"));
        // sixteen threads in one process are slower than in sixteen
        assertThat(acked(runs, "<1,8,8,1>")).isLessThan(0.9 * acked(runs, "<1,8,8,16>"));
        // latency grows with alpha_node: 0, 1/2, 1
        assertThat(meanMs(runs, "5k/s <1,2,2,1>")).isLessThan(meanMs(runs, "5k/s <1,2,2,2>"));
        assertThat(meanMs(runs, "5k/s <1,2,2,2>")).isLessThan(meanMs(runs, "5k/s <1,2,2,4>"));
    }

    @Test
    void fourLeavesCarryFourTimesOneSharedLink() throws Exception {
        Map<String, JsonNode> runs = runs("leaves.yaml", "title", "title");

        double shared = acked(runs, "one shared link");
        assertThat(shared).isBetween(122_000.0, 126_000.0); // 1 Gbit/s of 1,000 bytes each
        // paper: 2.94 times while the processor binds, 4 times when the network does
        assertThat(acked(runs, "box, CPU-bound") / shared).isBetween(2.6, 3.0);
        assertThat(acked(runs, "box, network-bound") / shared).isBetween(3.9, 4.1);
    }

    @Test
    void chainsComeTogetherOnCores() throws Exception {
        Map<String, JsonNode> runs = runs("cores.yaml", "batch: 50", "batch: 500");

        // dealt out, all bolts of a kind share one core; four chains fit into four cores
        assertThat(run(runs, "affinity").get("moves").asInt()).isPositive();
        assertThat(acked(runs, "as dealt out")).isLessThan(4e6);
        assertThat(acked(runs, "affinity")).isBetween(5.9e6, 6.1e6);
    }

    @Tag("complete") // ControlTest says it in less time
    @Test
    void failuresAreSurvived() throws Exception {
        Map<String, JsonNode> runs = runs("failures.yaml", "rate: 2000", "rate: 300");

        for (JsonNode run : runs.values()) {
            JsonNode series = run.get("topologies").get(0).get("series");
            JsonNode last = series.get(series.size() - 1);
            assertThat(last.get("ackedPerSec").asDouble()).isBetween(540.0, 660.0);
            assertThat(last.get("failedPerSec").asDouble()).isZero();
            assertThat(run.get("changes").toString()).contains("node node-1 is lost");
        }
        assertThat(meanMs(runs, "smooth")).isLessThan(meanMs(runs, "restart"));
    }

    @Test
    void printsATableAndWritesPlots() throws Exception {
        Path html = folder.resolve("plots.html");
        Path svg = folder.resolve("plots.svg");

        Ended ended =
                execute(
                        shortLeaves().toString(),
                        "--html",
                        html.toString(),
                        "--svg",
                        svg.toString());

        assertThat(ended.err()).isEmpty();
        assertThat(ended.code()).isZero();
        assertThat(ended.out())
                .startsWith("Four leaves\n\nrun ")
                .contains("one shared link", "box, CPU-bound", "box, network-bound");
        assertThat(Files.readString(html))
                .contains("<svg ", "Simulated by Eyewall; nothing of this was measured.", "<pre>");
        assertThat(Files.readString(svg))
                .startsWith("<svg xmlns=")
                .contains("<polyline", "Nodes in use", "(simulated)")
                .doesNotContain("NaN");
    }

    @Test
    void theDescriptionInTheDocumentationRuns() throws Exception {
        String page = Files.readString(Path.of("..", "docs", "guides", "simulator.md"));
        int begin = page.indexOf("```yaml\n") + "```yaml\n".length();

        Map<String, JsonNode> runs =
                simulated("words.yaml", page.substring(begin, page.indexOf("```", begin)));

        assertThat(runs).containsOnlyKeys("affinity", "T-Storm");
        for (JsonNode run : runs.values()) {
            JsonNode series = run.get("topologies").get(0).get("series");
            double last = series.get(series.size() - 1).get("ackedPerSec").asDouble();
            assertThat(last).isBetween(170.0, 230.0);
            assertThat(run.get("changes").toString()).contains("node node-3 dies", "x2.0");
        }
    }

    @Test
    void saysWhatIsWrong() throws Exception {
        Path wrong = folder.resolve("wrong.yaml");
        Files.writeString(wrong, example("leaves.yaml").replace("on: sink", "on: sun"));

        Ended ended = execute(wrong.toString());

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err())
                .startsWith("eyewall: " + wrong)
                .contains("run 'one shared link'", "words/count may run on nodes [sun] only");
    }

    @Test
    void saysWhereItCanNotWrite() throws Exception {
        Path nowhere = folder.resolve("none").resolve("plots.svg");

        Ended ended = execute(shortLeaves().toString(), "--svg", nowhere.toString());

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.err()).contains("--svg " + nowhere + " can't be written");
    }

    private Path shortLeaves() throws IOException {
        Path file = folder.resolve("short.yaml");
        String text = example("leaves.yaml");
        Files.writeString(
                file, text.replace("duration: 20s", "duration: 2s").replace("warm-up: 10s\n", ""));
        return file;
    }

    private static String example(String name) {
        try {
            return Files.readString(EXAMPLES.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * T-Storm's experiments with a plan after 60 s, of 200 s instead of 1,000 s, without affinity.
     */
    private Map<String, JsonNode> sooner(String name) throws IOException {
        return simulated(
                name,
                example(name)
                        .replace("duration: 1000s", "duration: 200s")
                        .replace("warm-up: 500s", "warm-up: 110s")
                        .replace("generate: 300s", "generate: 60s")
                        .replace("at: 400s", "at: 80s")
                        .replaceAll("\\n  (affinity|\"Storm, 10 workers\"): .*", ""));
    }

    /** The runs of an example, of which one thing is changed to be done sooner. */
    private Map<String, JsonNode> runs(String name, String from, String to) throws IOException {
        assertThat(example(name)).contains(from);
        return simulated(name, example(name).replace(from, to));
    }

    private Map<String, JsonNode> simulated(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.writeString(file, text);
        Ended ended = execute(file.toString(), "--json");
        assertThat(ended.err()).isEmpty();
        Map<String, JsonNode> runs = new LinkedHashMap<>();
        for (String line : ended.out().lines().toList()) {
            JsonNode run = new ObjectMapper().readTree(line);
            runs.put(run.get("run").asText(), run);
        }
        return runs;
    }

    private static void assertNodes(Map<String, JsonNode> runs, Map<String, Integer> expected) {
        expected.forEach(
                (run, nodes) ->
                        assertThat(run(runs, run).get("nodes").asInt()).as(run).isEqualTo(nodes));
    }

    private static JsonNode run(Map<String, JsonNode> runs, String run) {
        return Objects.requireNonNull(runs.get(run), run);
    }

    private static double meanMs(Map<String, JsonNode> runs, String run) {
        return run(runs, run).get("meanMs").asDouble();
    }

    private static double acked(Map<String, JsonNode> runs, String run) {
        return run(runs, run).get("ackedPerSec").asDouble();
    }

    private static Ended execute(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code =
                new CommandLine(new SimulateCommand())
                        .setOut(new PrintWriter(out))
                        .setErr(new PrintWriter(err))
                        .execute(args);
        return new Ended(code, out.toString(), err.toString());
    }
}
