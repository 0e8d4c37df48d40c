package io.eyewall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code eyewall run --legacy} in a process of its own: storm-starter 0.9.3 as it was published,
 * and applications compiled against storm-core 0.9.7 and 0.10.2.
 */
@NullUnmarked // fields are set by the framework
@Timeout(180)
@Tag("more")
class LegacyIT {
    private static final String STARTER =
            LegacyApp.LIBRARIES.resolve("storm-starter.jar").toString();
    private static final String LIBRARY =
            LegacyApp.LIBRARIES.resolve("commons-collections.jar").toString();

    @TempDir static Path directory;
    private static String jar;
    private static String jar10;

    @BeforeAll
    static void buildApplications() throws IOException {
        jar = LegacyApp.build(directory).toString();
        jar10 = LegacyApp.build10(Files.createDirectory(directory.resolve("10"))).toString();
    }

    /** Of Storm 0.9 or 0.10. */
    private static String jarOf(String version) {
        return version.equals("0.10") ? jar10 : jar;
    }

    /** Runs until the condition holds on the standard output, then ends the command by a signal. */
    private static Child until(Predicate<String> reached, String... args) throws Exception {
        List<String> all = new ArrayList<>(List.of("run", "--legacy"));
        Collections.addAll(all, args);
        try (Child child = Child.start(directory, List.of(), all.toArray(String[]::new))) {
            child.awaitOut(reached);
            child.interrupt();
            assertThat(child.exitCode()).as(child.out() + child.err()).isIn(0, 130);
            assertThat(child.out()).as(child.err()).matches(reached, "reached");
            return child;
        }
    }

    private static Predicate<String> says(String... texts) {
        return out -> List.of(texts).stream().allMatch(out::contains);
    }

    /** The component's tuples in the last report, at least. */
    private static Predicate<String> counts(String component, long tuples) {
        return out -> {
            long last = 0;
            for (String line :
                    out.lines().filter(l -> l.startsWith("{") && l.endsWith("}")).toList()) {
                JsonNode count = read(line).path("components").path(component).path("tuples");
                last = Math.max(last, count.asLong());
            }
            return last >= tuples;
        };
    }

    private static JsonNode read(String line) {
        try {
            return new ObjectMapper().readTree(line);
        } catch (IOException e) {
            throw new AssertionError(line, e);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "ExclamationTopology, exclaim2, 50",
        "WordCountTopology, count, 5", // splits in Python
        "WordCountTopologyNode, count, 5",
        "SingleJoinExample, join, 20",
    })
    void runsStormStarter(String topology, String component, long tuples) throws Exception {
        countsOf(topology, component, tuples);
    }

    /** These count only every few seconds. */
    @ParameterizedTest
    @Tag("complete")
    @CsvSource({
        "RollingTopWords, finalRanker, 1",
        "TransactionalGlobalCount, sum, 5",
        "TransactionalWords, buckets, 5",
    })
    void runsAllOfStormStarter(String topology, String component, long tuples) throws Exception {
        countsOf(topology, component, tuples);
    }

    private void countsOf(String topology, String component, long tuples) throws Exception {
        until(
                counts(component, tuples),
                "--json",
                "--jars",
                LIBRARY,
                STARTER,
                "storm.starter." + topology);
    }

    @Test
    void answersTheCallsOfStormStartersDrpcTopologies() throws Exception {
        until(
                says("Result for \"hello\": hello!", "Result for \"goodbye\": goodbye!"),
                STARTER,
                "storm.starter.BasicDRPCTopology");
        until(
                says(
                        "Reach of foo.com/blog/1: 16",
                        "Reach of engineering.twitter.com/blog/5: 14",
                        "Reach of notaurl.com: 0"),
                STARTER,
                "storm.starter.ReachTopology");
        until(says("aaa!", "bbb!"), STARTER, "storm.starter.ManualDRPC");
    }

    @Test
    @Tag("complete")
    void answersTheQueriesOfStormStartersTridentTopologies() throws Exception {
        until(
                says("REACH: [[16]]", "REACH: [[0]]", "REACH: [[14]]"),
                STARTER,
                "storm.starter.trident.TridentReach");
        until(
                out -> out.matches("(?s).*DRPC RESULT: \\[\\[[1-9]\\d*]].*"),
                STARTER,
                "storm.starter.trident.TridentWordCount");
    }

    @Test
    void runsTheExample() throws Exception {
        until(says("counts {a=1, an=1, ", "the=3}"), jar, "legacy.LegacyWordCount");
    }

    @ParameterizedTest
    @Tag("complete")
    @CsvSource({"0.9, submitter", "0.9, cluster", "0.10, submitter", "0.10, cluster"})
    void bridgesWhatChangedSince(String version, String way) throws Exception {
        Child child =
                until(
                        says("all 20", way.equals("cluster") ? "state true" : "all 20"),
                        jarOf(version),
                        "old.Everything",
                        "storm.tuple.Values",
                        way);
        assertThat(child.out())
                .contains("org.apache.storm.tuple.Fields", "org.apache.storm.tuple.Values")
                .contains("org.apache.storm.trident.TridentTopology")
                .contains("true\ntrue\n")
                .contains("\"class\":\"org.apache.storm.metric.LoggingMetricsConsumer\"")
                .contains("int 7 true")
                .contains("sink 20, hook of task true", "sink 0, no hook");
    }

    @ParameterizedTest
    @Tag("complete")
    @CsvSource({"0.9, transactional", "0.9, opaque", "0.10, transactional"})
    void readsFromPartitionedTridentSpoutsOfOld(String version, String kind) throws Exception {
        until(says("seen {p0=2, p1=2, p2=2}"), jarOf(version), "old.Partitioned", kind);
    }

    @ParameterizedTest
    @Tag("complete")
    @ValueSource(strings = {"0.9", "0.10"})
    void makesDrpcClientsAsOfOld(String version) throws Exception {
        String port = freePort();
        until(
                says("answer hello!"),
                "--drpc",
                "-c",
                "drpc.port=" + port,
                "-c",
                "drpc.invocations.port=" + freePort(),
                "-c",
                "drpc.http.port=0",
                jarOf(version),
                "old.Client",
                port);
    }

    private static String freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return Integer.toString(socket.getLocalPort());
        }
    }

    @Test
    void refusesClojureByName() throws Exception {
        Child child =
                Child.run(directory, "run", "--legacy", STARTER, "storm.starter.clj.word_count");
        assertThat(child.exitCode()).isNotZero();
        assertThat(child.err())
                .contains("the application is written in Clojure", "backtype.storm.clojure");
    }

    @Test
    void needsNoOption() throws Exception {
        try (Child child =
                Child.start(directory, List.of(), "run", jar, "legacy.LegacyWordCount")) {
            child.awaitOut("counts {a=1, an=1, ");
            assertThat(child.err()).contains("was compiled against Storm 0.10 or older");
        }
    }
}
