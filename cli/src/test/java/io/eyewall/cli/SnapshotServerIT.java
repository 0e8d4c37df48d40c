package io.eyewall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.eyewall.cli.terminal.ExitCode;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server's topology of the toolkit keeps its state, whatever happens to its process. */
@Timeout(300)
@Tag("complete")
class SnapshotServerIT {
    private static final String NAME = "counted";
    private static final int LIMIT_MS = 60_000;

    /** Log, results, id of the component that counts, its number of tasks. */
    private static final String COUNTS =
            """
            package app;

            import io.eyewall.toolkit.file.TailSource;
            import io.eyewall.toolkit.flow.FlowBuilder;
            import io.eyewall.toolkit.message.Encoder;
            import io.eyewall.toolkit.net.LineSink;
            import java.nio.file.Path;
            import org.apache.storm.Config;
            import org.apache.storm.StormSubmitter;

            public class Counts {
                public static void main(String[] args) throws Exception {
                    FlowBuilder flows = new FlowBuilder();
                    flows.source("lines", TailSource.of(Path.of(args[0]), "line").build(),
                                    tuple -> tuple.getString(0))
                            .keyBy(line -> 0)
                            .tasks(Integer.parseInt(args[3]))
                            .running(args[2], 0L, (Long count, String line) -> count + 1)
                            .map("text", count -> count.value().toString())
                            .to("file", LineSink.file(Path.of(args[1]), Encoder.field("value"))
                                    .build());
                    Config conf = new Config();
                    conf.put("eyewall.snapshot.interval.ms", 200);
                    conf.put(Config.TOPOLOGY_WORKER_CHILDOPTS, "-Xmx128m");
                    StormSubmitter.submitTopology("counted", conf, flows.build());
                }
            }
            """;

    private final Path directory;
    private String[] app = {};
    private int lines;

    SnapshotServerIT(@TempDir Path directory) {
        this.directory = directory;
    }

    @BeforeEach
    void build() throws Exception {
        Files.createFile(directory.resolve("log"));
        Path jar = AppJar.build(directory, Map.of("app.Counts", COUNTS), List.of());
        app = new String[] {jar.toString(), "app.Counts"};
    }

    private String[] args(List<String> before, String component, int tasks) {
        String log = directory.resolve("log").toString();
        String out = directory.resolve("out").toString();
        return Stream.of(
                        before.stream(),
                        Stream.of(app),
                        Stream.of(log, out, component, Integer.toString(tasks)))
                .flatMap(each -> each)
                .toArray(String[]::new);
    }

    private Child submit(TestServer server, String component, int tasks) throws Exception {
        return server.client("submit", List.of(), args(List.of(), component, tasks));
    }

    private JsonNode update(TestServer server, List<String> options, String component, int tasks)
            throws Exception {
        List<String> all = Stream.concat(options.stream(), Stream.of("--json")).toList();
        Child update = server.client("update", all, args(List.of(NAME), component, tasks));
        assertThat(update.out()).as(update.err()).isNotBlank();
        return new ObjectMapper().readTree(update.out());
    }

    /** Appends lines to the log, and waits until they are counted. */
    private void count(int more) throws Exception {
        Files.writeString(directory.resolve("log"), "x\n".repeat(more), StandardOpenOption.APPEND);
        lines += more;
        Path out = directory.resolve("out");
        await(lines + " lines", () -> Files.exists(out) && Files.readAllLines(out).size() >= lines);
    }

    private void assertOut(int from, int to) throws Exception {
        List<String> expected =
                IntStream.rangeClosed(from, to).mapToObj(Integer::toString).toList();
        List<String> out = Files.readAllLines(directory.resolve("out"));
        assertThat(out.subList(out.size() - expected.size(), out.size())).isEqualTo(expected);
    }

    private interface Condition {
        boolean holds() throws Exception;
    }

    private static void await(String what, Condition condition) throws Exception {
        for (int i = 0; !condition.holds(); i++) {
            assertThat(i).as("waits for " + what).isLessThan(LIMIT_MS / 100);
            Thread.sleep(100);
        }
    }

    private static JsonNode verb(String... words) throws Exception {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code =
                Main.commandLine()
                        .setOut(new PrintWriter(out))
                        .setErr(new PrintWriter(err))
                        .execute(words);
        assertThat(code).as(err.toString()).isEqualTo(ExitCode.OK);
        return new ObjectMapper().readTree(out.toString());
    }

    private static long top(String figure) throws Exception {
        JsonNode snapshots = verb("top", NAME, "--once", "--json").path("snapshots");
        assertThat(snapshots.has(figure)).as(snapshots.toString()).isTrue();
        return snapshots.path(figure).asLong();
    }

    private static void kill() throws Exception {
        verb("kill", NAME, "-w", "0", "--json");
    }

    private static String get(TestServer server, String path) throws IOException {
        URI uri = URI.create(server.console() + path);
        try (InputStream in = uri.toURL().openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** The first snapshot of the running version is never whole in this test. */
    @Test
    void anUpdateThatDoesNotFitIsRefusedBeforeTheFirstSnapshot() throws Exception {
        try (TestServer server = TestServer.start(directory)) {
            Child first =
                    server.client(
                            "submit",
                            List.of("-c", "eyewall.snapshot.interval.ms=86400000"),
                            args(List.of(), "count", 1));
            assertThat(first.exitCode()).as(first.err()).isZero();
            count(1);
            Child refused = server.client("update", List.of(), args(List.of(NAME), "other", 1));
            assertThat(refused.err())
                    .contains(
                            "the state that the running version saves of 'counted' is of another"
                                    + " topology: component 'count' is gone");
        } finally {
            kill();
        }
    }

    @Test
    void itsStateOutlivesProcessesVersionsAndKills() throws Exception {
        try (TestServer server = TestServer.start(directory)) {
            Child first = submit(server, "count", 1);
            assertThat(first.exitCode()).as(first.err()).isZero();
            count(3);
            JsonNode taken =
                    verb("snapshot", NAME, "--to", directory.resolve("copy").toString(), "--json");
            assertThat(directory.resolve("copy/snapshot-" + taken.path("snapshot").asLong()))
                    .isDirectory();

            ProcessHandle.of(taken.path("pid").asLong()).orElseThrow().destroyForcibly();
            count(2);
            assertOut(1, 5);
            server.awaitEvent(taken.path("id").asText(), "its state is that of snapshot ");

            JsonNode updated = update(server, List.of(), "count", 1);
            assertThat(updated.path("updated").asBoolean()).as(updated.toString()).isTrue();
            count(2);
            assertOut(1, 7);

            Child refused = server.client("update", List.of(), args(List.of(NAME), "other", 2));
            assertThat(refused.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(refused.err())
                    .contains("is not updated", "component 'count' is gone", "--drop-state");
            JsonNode dropped = update(server, List.of("--drop-state", "count"), "other", 2);
            assertThat(dropped.path("updated").asBoolean()).as(dropped.toString()).isTrue();
            count(2);
            assertOut(1, 2); // counted anew, behind the seven lines
            assertThat(get(server, "/metrics"))
                    .contains("eyewall_topology_snapshot_number{topology=\"counted\"}");
            assertThat(top("number")).isPositive();

            long number = verb("snapshot", NAME, "--json").path("snapshot").asLong();
            kill();
            await("its end", () -> !get(server, "/api/v1/topology/summary").contains(NAME));
            assertThat(submit(server, "count", 1).err())
                    .contains("refuses 'counted': snapshot", "component 'other' is gone");
            assertThat(submit(server, "other", 2).exitCode()).isZero();
            count(1);
            assertOut(3, 3);
            assertThat(top("restored")).isGreaterThanOrEqualTo(number);
        } finally {
            kill();
        }
    }
}
