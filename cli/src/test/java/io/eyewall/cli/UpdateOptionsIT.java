package io.eyewall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.eyewall.cli.terminal.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Each option of {@code eyewall update} that says what is handed over, and how. */
@Timeout(300)
@Tag("complete")
class UpdateOptionsIT {
    private static final String NAME = "updated";
    private static final int MAX_OF_A_LOG = 6_000;

    private static final String NUMBERS =
            """
            package app;

            import java.nio.file.Files;
            import java.nio.file.Path;
            import java.util.Map;
            import org.apache.storm.Config;
            import org.apache.storm.StormSubmitter;
            import org.apache.storm.spout.SpoutOutputCollector;
            import org.apache.storm.state.KeyValueState;
            import org.apache.storm.task.OutputCollector;
            import org.apache.storm.task.TopologyContext;
            import org.apache.storm.topology.BasicOutputCollector;
            import org.apache.storm.topology.OutputFieldsDeclarer;
            import org.apache.storm.topology.TopologyBuilder;
            import org.apache.storm.topology.base.BaseBasicBolt;
            import org.apache.storm.topology.base.BaseRichSpout;
            import org.apache.storm.topology.base.BaseStatefulBolt;
            import org.apache.storm.tuple.Fields;
            import org.apache.storm.tuple.Tuple;
            import org.apache.storm.tuple.Values;

            public class NAME {
                static class Numbers extends BaseRichSpout {
                    transient SpoutOutputCollector out;
                    long next;

                    @Override
                    public void open(Map<String, Object> conf, TopologyContext context,
                            SpoutOutputCollector collector) {
                        out = collector;
                    }

                    @Override
                    public void nextTuple() {
                        try {
                            Thread.sleep(1);
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                        out.emit(new Values(next), next++);
                    }

                    @Override
                    public void declareOutputFields(OutputFieldsDeclarer declarer) {
                        declarer.declare(new Fields("n"));
                        declarer.declareStream("never", new Fields("n"));
                    }
                }

                static void write(String folder, String file, long number) {
                    try {
                        Files.writeString(Path.of(folder, file), Long.toString(number));
                    } catch (java.io.IOException e) {
                        throw new java.io.UncheckedIOException(e);
                    }
                }

            """;

    /** Folder, version, how many of "aside" (before "count" by name) and "report" (behind it). */
    private static final String STATEFUL =
            NUMBERS.replace("NAME", "Stateful")
                    + """
                static class Count extends BaseStatefulBolt<KeyValueState<String, Long>> {
                    final String folder;
                    final String version;
                    transient KeyValueState<String, Long> state;
                    transient OutputCollector out;

                    Count(String folder, String version) {
                        this.folder = folder;
                        this.version = version;
                    }

                    @Override
                    public void prepare(Map<String, Object> conf, TopologyContext context,
                            OutputCollector collector) {
                        out = collector;
                    }

                    @Override
                    public void initState(KeyValueState<String, Long> found) {
                        state = found;
                        write(folder, "found-" + version, state.get("n", 0L));
                    }

                    @Override
                    public void execute(Tuple tuple) {
                        state.put("n", state.get("n", 0L) + 1);
                        out.ack(tuple);
                    }

                    @Override
                    public void preCommit(long txid) {
                        write(folder, "counted-" + version, state.get("n", 0L));
                    }
                }

                static class Nothing extends BaseBasicBolt {
                    @Override
                    public void execute(Tuple tuple, BasicOutputCollector out) {}

                    @Override
                    public void declareOutputFields(OutputFieldsDeclarer declarer) {}
                }

                public static void main(String[] args) throws Exception {
                    TopologyBuilder builder = new TopologyBuilder();
                    builder.setSpout("words", new Numbers());
                    builder.setBolt("count", new Count(args[0], args[1])).shuffleGrouping("words");
                    builder.setBolt("aside", new Nothing(), Integer.parseInt(args[2]))
                            .shuffleGrouping("words", "never");
                    builder.setBolt("report", new Nothing(), Integer.parseInt(args[3]))
                            .shuffleGrouping("words", "never");
                    Config conf = new Config();
                    conf.put(Config.TOPOLOGY_STATE_PROVIDER,
                            "io.eyewall.state.RocksDbKeyValueStateProvider");
                    conf.put("eyewall.state.dir", args[0] + "/kept");
                    conf.put(Config.TOPOLOGY_STATE_CHECKPOINT_INTERVAL, 100);
                    conf.setMaxSpoutPending(100);
                    conf.put(Config.TOPOLOGY_WORKER_CHILDOPTS, "-Xmx128m");
                    StormSubmitter.submitTopology("updated", conf, builder.createTopology());
                }
            }
            """;

    /** A port that one process can have; five messages under way, which take half a second. */
    private static final String GREEDY =
            NUMBERS.replace("NAME", "Greedy")
                    + """
                static class Port extends BaseBasicBolt {
                    final int port;
                    transient java.net.ServerSocket socket;

                    Port(int port) {
                        this.port = port;
                    }

                    @Override
                    public void prepare(Map<String, Object> conf, TopologyContext context) {
                        try {
                            socket = new java.net.ServerSocket(port);
                        } catch (java.io.IOException e) {
                            throw new java.io.UncheckedIOException(e);
                        }
                    }

                    @Override
                    public void execute(Tuple tuple, BasicOutputCollector out) {
                        try {
                            Thread.sleep(100);
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                    }

                    @Override
                    public void declareOutputFields(OutputFieldsDeclarer declarer) {}
                }

                public static void main(String[] args) throws Exception {
                    TopologyBuilder builder = new TopologyBuilder();
                    builder.setSpout("numbers", new Numbers());
                    builder.setBolt("port", new Port(Integer.parseInt(args[0])))
                            .shuffleGrouping("numbers");
                    Config conf = new Config();
                    conf.setMaxSpoutPending(5);
                    conf.put(Config.TOPOLOGY_WORKER_CHILDOPTS, "-Xmx128m");
                    StormSubmitter.submitTopology("updated", conf, builder.createTopology());
                }
            }
            """;

    /** Goes on when it can't submit, as Storm's ConfigurableTopology does. */
    private static final String CALM =
            NUMBERS.replace("NAME", "Calm")
                    + """
                public static void main(String[] args) {
                    TopologyBuilder builder = new TopologyBuilder();
                    builder.setSpout("numbers", new Numbers());
                    try {
                        StormSubmitter.submitTopology(
                                "updated", new Config(), builder.createTopology());
                    } catch (Exception e) {
                        System.out.println("never mind");
                    }
                }
            }
            """;

    private final Path directory;
    private String[] app = {};

    UpdateOptionsIT(@TempDir Path directory) {
        this.directory = directory;
    }

    private void build(String main, String source) throws Exception {
        Path jar = AppJar.build(directory, Map.of(main, source), List.of());
        app = new String[] {jar.toString(), main};
    }

    private String[] args(List<String> before, String... own) {
        return Stream.of(before.stream(), Stream.of(app), Stream.of(own))
                .flatMap(each -> each)
                .toArray(String[]::new);
    }

    private void submit(TestServer server, String... own) throws Exception {
        Child first = server.client("submit", List.of(), args(List.of(), own));
        assertThat(first.exitCode()).as(first.err()).isZero();
    }

    private JsonNode update(TestServer server, List<String> options, String... own)
            throws Exception {
        List<String> all = Stream.concat(options.stream(), Stream.of("--json")).toList();
        Child update = server.client("update", all, args(List.of(NAME), own));
        JsonNode report = new ObjectMapper().readTree(update.out());
        assertThat(report.path("topology").asText()).as(update.err()).isEqualTo(NAME);
        assertThat(update.exitCode() == 0).isEqualTo(report.path("updated").asBoolean());
        return report;
    }

    private static void assertUpdated(JsonNode report) {
        assertThat(report.path("updated").asBoolean()).as(report.toString()).isTrue();
    }

    private static void assertRefused(JsonNode report, String... why) {
        assertThat(report.path("updated").asBoolean()).as(report.toString()).isFalse();
        assertThat(report.path("message").asText()).contains(why);
    }

    private long awaitNumber(String file) throws Exception {
        Path path = directory.resolve(file);
        for (int i = 0; !Files.exists(path) || Files.size(path) == 0; i++) {
            int looks = i;
            assertThat(looks).as(() -> file + "\n" + logs()).isLessThan(900);
            Thread.sleep(100);
        }
        return Long.parseLong(Files.readString(path));
    }

    /** The ends of all logs of topologies, for who has to find out. */
    private String logs() {
        StringBuilder ends = new StringBuilder();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(each -> each.endsWith("worker.log")).toList()) {
                String log = Files.readString(file);
                ends.append(file).append('\n');
                ends.append(log.substring(Math.max(0, log.length() - MAX_OF_A_LOG)));
            }
        } catch (IOException e) {
            ends.append(e);
        }
        return ends.toString();
    }

    private static void kill() {
        PrintWriter out = new PrintWriter(new StringWriter());
        Main.commandLine().setOut(out).setErr(out).execute("kill", NAME, "-w", "0");
    }

    @Test
    void whoseTasksAreOthersKeepsNothingOrIsRefused() throws Exception {
        build("app.Stateful", STATEFUL);
        String folder = directory.toString();
        try (TestServer server = TestServer.start(directory)) {
            submit(server, folder, "1", "1", "1");
            awaitNumber("counted-1");

            JsonNode spout = update(server, List.of(), folder, "2", "1", "2");
            assertRefused(spout, "'words' from", "--moved");
            assertThat(spout.path("message").asText()).doesNotContain("'count' from");
            JsonNode moved = update(server, List.of("--moved", "words"), folder, "2", "1", "2");
            assertUpdated(moved);
            assertThat(awaitNumber("found-2")).isPositive();
            String old = moved.path("replaces").asText();
            String next = moved.path("id").asText();
            server.awaitEvent(old, "updated: replaced by " + next);
            server.awaitEvent(next, "submitted as an update of " + old);

            List<String> movedWords = List.of("--moved", "words");
            assertRefused(update(server, movedWords, folder, "3", "2", "2"), "'count' from");
            JsonNode anew = update(server, List.of("--without-state"), folder, "3", "2", "2");
            assertUpdated(anew);
            assertThat(awaitNumber("found-3")).isZero();
            assertThat(directory.resolve("kept").resolve(NAME))
                    .isDirectoryContaining("glob:**/rocksdb-before-" + anew.path("id").asText());
        } finally {
            kill();
        }
    }

    @Test
    void whatThereIsOneOfIsOpenedLateAndWhatIsUnderWayMayFinish() throws Exception {
        build("app.Greedy", GREEDY);
        String port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = Integer.toString(free.getLocalPort());
        }
        try (TestServer server = TestServer.start(directory)) {
            submit(server, port);
            awaitTaken(Integer.parseInt(port));
            assertRefused(update(server, List.of(), port), "'port'", "already in use");

            JsonNode drained =
                    update(server, List.of("--open-late", "port", "--drain", "15s"), port);
            assertUpdated(drained);
            assertThat(drained.path("unacked").asLong()).as(drained.toString()).isZero();
            JsonNode hurried =
                    update(server, List.of("--open-late", "port", "--drain", "0s"), port);
            assertUpdated(hurried);
            assertThat(hurried.path("unacked").asLong()).as(hurried.toString()).isPositive();
        } finally {
            kill();
        }
    }

    @Test
    void theReasonIsSaidAlsoWhereTheMainCatchesIt() throws Exception {
        build("app.Calm", CALM);
        try (TestServer server = TestServer.start(directory)) {
            Child update = server.client("update", List.of(), args(List.of(NAME)));

            assertThat(update.out()).contains("never mind");
            assertThat(update.err())
                    .contains("eyewall: topology '" + NAME + "' is not updated: there is no")
                    .doesNotContain("has submitted no topology");
            assertThat(update.exitCode()).isEqualTo(ExitCode.FAILED);
        }
    }

    private static void awaitTaken(int port) throws Exception {
        for (int i = 0; !isTaken(port); i++) {
            assertThat(i).as("looks at port " + port).isLessThan(900);
            Thread.sleep(100);
        }
    }

    private static boolean isTaken(int port) {
        try (Socket visitor = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return visitor.isConnected();
        } catch (IOException e) { // nobody is there yet
            return false;
        }
    }
}
