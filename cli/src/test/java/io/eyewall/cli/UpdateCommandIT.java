package io.eyewall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.cli.terminal.ExitCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code eyewall update} of a topology with state on disk, whose counts are exact. */
@Timeout(300)
@Tag("complete")
class UpdateCommandIT {
    private static final String MAIN = "app.CountedWords";

    /** Folder, version, parallelism of the bolt that counts; slow until it is told to stop. */
    private static final String SOURCE =
            """
            package app;

            import io.eyewall.examples.state.ExactCountBolt;
            import io.eyewall.examples.state.OffsetSpout;
            import io.eyewall.examples.state.StatefulCountTopology;
            import java.io.UncheckedIOException;
            import java.nio.file.Files;
            import java.nio.file.Path;
            import java.nio.file.StandardOpenOption;
            import org.apache.storm.Config;
            import org.apache.storm.StormSubmitter;
            import org.apache.storm.topology.BasicOutputCollector;
            import org.apache.storm.topology.OutputFieldsDeclarer;
            import org.apache.storm.topology.TopologyBuilder;
            import org.apache.storm.topology.base.BaseBasicBolt;
            import org.apache.storm.tuple.Fields;
            import org.apache.storm.tuple.Tuple;

            public class CountedWords {
                static final long LIMIT = 60_000;

                static void append(String folder, String file, String line) {
                    try {
                        Files.writeString(Path.of(folder, file), line + "\\n",
                                StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                    } catch (java.io.IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }

                static class Words extends OffsetSpout {
                    final String folder;
                    final String version;
                    boolean stop;
                    int calls;

                    Words(String folder, String version) {
                        super(LIMIT);
                        this.folder = folder;
                        this.version = version;
                    }

                    @Override
                    public void nextTuple() {
                        if (!stop) {
                            stop = calls++ % 100 == 0 && Files.exists(Path.of(folder, "stop"));
                            try {
                                Thread.sleep(1);
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        }
                        super.nextTuple();
                    }

                    @Override
                    protected void onSaved(long offset) {
                        append(folder, "saved-" + version, Long.toString(offset));
                    }
                }

                static class Check extends BaseBasicBolt {
                    final String folder;

                    Check(String folder) {
                        this.folder = folder;
                    }

                    @Override
                    public void execute(Tuple tuple, BasicOutputCollector collector) {
                        long count = tuple.getLongByField("count");
                        if (count >= LIMIT / OffsetSpout.WORDS) {
                            append(folder, count == LIMIT / OffsetSpout.WORDS ? "counted" : "wrong",
                                    tuple.getStringByField("word"));
                        }
                    }

                    @Override
                    public void declareOutputFields(OutputFieldsDeclarer declarer) {}
                }

                public static void main(String[] args) throws Exception {
                    TopologyBuilder builder = new TopologyBuilder();
                    builder.setSpout("words", new Words(args[0], args[1]));
                    builder.setBolt("count", new ExactCountBolt(), Integer.parseInt(args[2]))
                            .fieldsGrouping("words", new Fields("word"));
                    builder.setBolt("check", new Check(args[0])).shuffleGrouping("count");
                    Config conf = new Config();
                    StatefulCountTopology.configure(conf, args[0] + "/counts");
                    conf.put(Config.TOPOLOGY_WORKER_CHILDOPTS, "-Xmx192m");
                    StormSubmitter.submitTopology("counted", conf, builder.createTopology());
                }
            }
            """;

    private final Path directory;

    UpdateCommandIT(@TempDir Path directory) {
        this.directory = directory;
    }

    private void awaitSaved(String version) throws Exception {
        Path file = directory.resolve("saved-" + version);
        for (int i = 0; !Files.exists(file) || Files.size(file) < 20; i++) {
            assertThat(i).as("saved by " + version).isLessThan(900);
            Thread.sleep(100);
        }
    }

    private void awaitAllCounted() throws Exception {
        Path file = directory.resolve("counted");
        for (int i = 0;
                !Files.exists(file) || Set.copyOf(Files.readAllLines(file)).size() < 100;
                i++) {
            assertThat(i).as("words with all their offsets").isLessThan(900);
            Thread.sleep(100);
        }
    }

    private static String eyewall(String... args) {
        StringWriter out = new StringWriter();
        Main.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(out)).execute(args);
        return out.toString();
    }

    @Test
    void countsAreExactThroughUpdates() throws Exception {
        Path jar = AppJar.build(directory, Map.of(MAIN, SOURCE), List.of());
        String[] args = {jar.toString(), MAIN, directory.toString()};
        try (TestServer server = TestServer.start(directory)) {
            Child missing =
                    server.client("update", List.of(), "counted", args[0], MAIN, args[2], "0", "2");
            assertThat(missing.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(missing.err()).contains("no topology 'counted' to update", "eyewall submit");

            Child first = server.client("submit", List.of(), args[0], MAIN, args[2], "1", "2");
            assertThat(first.exitCode()).as(first.err()).isZero();
            awaitSaved("1");

            Child more =
                    server.client("update", List.of(), "counted", args[0], MAIN, args[2], "2", "3");
            assertThat(more.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(more.err())
                    .contains(
                            "is not updated",
                            "continues: can't be started: task ids",
                            "'count' from")
                    .contains("--without-state")
                    .doesNotContain("eyewall//");

            for (int version = 2; version <= 4; version++) {
                Child update =
                        server.client(
                                "update",
                                version == 4 ? List.of("--json") : List.of(),
                                "counted",
                                args[0],
                                MAIN,
                                args[2],
                                Integer.toString(version),
                                "2");
                assertThat(update.exitCode()).as(update.err()).isZero();
                System.out.println(update.out().strip());
                assertThat(update.out())
                        .contains(version == 4 ? "\"updated\":true" : "'counted' is updated");
                awaitSaved(Integer.toString(version));
            }
            Files.writeString(directory.resolve("stop"), "");
            awaitAllCounted();
            assertThat(directory.resolve("wrong")).doesNotExist();
        } finally {
            eyewall("kill", "counted", "-w", "0");
        }
    }

    private long counted(Path folder) throws Exception {
        long sum = 0;
        if (Files.isDirectory(folder)) {
            try (var files = Files.list(folder)) {
                for (Path file : files.filter(each -> !each.toString().endsWith(".new")).toList()) {
                    for (String line : Files.readAllLines(file)) {
                        sum += Long.parseLong(line.split(" ")[1]);
                    }
                }
            }
        }
        return sum;
    }

    private void awaitCounted(Path folder, long words) throws Exception {
        for (int i = 0; counted(folder) < words; i++) {
            assertThat(i).as("counted of " + words + ": " + counted(folder)).isLessThan(900);
            Thread.sleep(100);
        }
    }

    @Test
    void tridentGoesOnWhereItWas() throws Exception {
        String main = "io.eyewall.examples.trident.TridentWordCountTopology";
        String source =
                "package app; public class Trident { public static void main(String[] args) {"
                        + main
                        + ".main(args); } }";
        Path jar = AppJar.build(directory, Map.of("app.Trident", source), List.of());
        Path counts = directory.resolve("trident-counts");
        int sentences = 6_000;
        long all = 3L * sentences * 3; // partitions, words in a sentence
        String[] args = {
            jar.toString(), "app.Trident", Integer.toString(sentences), counts.toString()
        };
        try (TestServer server = TestServer.start(directory)) {
            Child first = server.client("submit", List.of(), args);
            assertThat(first.exitCode()).as(first.err()).isZero();
            awaitCounted(counts, 500);
            String[] named = new String[args.length + 1];
            named[0] = "trident-word-count";
            System.arraycopy(args, 0, named, 1, args.length);
            Child update = server.client("update", List.of("--json"), named);
            assertThat(update.exitCode()).as(update.err()).isZero();
            assertThat(update.out()).contains("\"updated\":true");
            System.out.println(update.out().strip() + " at " + counted(counts) + " of " + all);
            awaitCounted(counts, all);
            assertThat(counted(counts)).isEqualTo(all);
        } finally {
            eyewall("kill", "trident-word-count", "-w", "0");
        }
    }
}
