package io.eyewall.local.multilang;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.ErrorReport;
import io.eyewall.local.Eyewall;
import io.eyewall.local.Recorder;
import io.eyewall.local.TopologyHandle;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.storm.Config;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.spout.ShellSpout;
import org.apache.storm.task.ShellBolt;
import org.apache.storm.topology.IRichBolt;
import org.apache.storm.topology.IRichSpout;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Children that never read, read slowly, or don't want to end; they run {@code deaf.py}. */
@NullUnmarked // fields are set by the framework
@EnabledIf(
        value = "io.eyewall.local.multilang.Children#canBePython",
        disabledReason = "python3 not on the path")
@Timeout(120)
class ShellDeafTest {
    private static final int WAIT_SECS = 25;

    /** Some fill a pipe, and are fewer than may be on their way to a child. */
    private static final List<String> LARGE_WORDS =
            IntStream.range(0, 4).mapToObj(i -> String.valueOf(i).repeat(200_000)).toList();

    @TempDir Path folder;
    private String name;

    @BeforeEach
    void name(TestInfo test) {
        name = test.getTestMethod().orElseThrow().getName();
    }

    /** Runs the script as a bolt. */
    static class DeafBolt extends ShellBolt implements IRichBolt {
        DeafBolt(String... command) {
            super(command);
            changeChildCWD(false);
            setEnv(Children.ENVIRONMENT);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("word"));
        }

        @Override
        public Map<String, Object> getComponentConfiguration() {
            return null;
        }
    }

    /** Runs the script as a spout. */
    static class DeafSpout extends ShellSpout implements IRichSpout {
        DeafSpout(String... command) {
            super(command);
            changeChildCWD(false);
            setEnv(Children.ENVIRONMENT);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("word"));
        }

        @Override
        public Map<String, Object> getComponentConfiguration() {
            return null;
        }
    }

    private static String[] command(Path folder, String modes) {
        String[] running = Children.running("deaf.py");
        return new String[] {running[0], running[1], folder.toString(), modes};
    }

    /** A bolt of that kind, which gets more than its pipe holds. */
    static StormTopology topology(String key, Path folder, String modes) {
        return topology(key, folder, modes, LARGE_WORDS);
    }

    private static StormTopology topology(
            String key, Path folder, String modes, List<String> words) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("words", new ShellBoltTest.Words(key, words, true));
        builder.setBolt("echo", new DeafBolt(command(folder, modes))).shuffleGrouping("words");
        return builder.createTopology();
    }

    /** All that ever were. */
    static List<Long> processes(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(".pid"))
                    .map(file -> Long.valueOf(file.replace(".pid", "")))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean isAlive(long pid) {
        return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    }

    private void awaitProcesses(int count) {
        Recorder.await(WAIT_SECS, count + " processes", () -> processes(folder).size() == count);
    }

    private void awaitAllGone() {
        Recorder.await(
                WAIT_SECS, "all gone", () -> processes(folder).stream().noneMatch(this::isAlive));
    }

    private static Config timeout(int secs) {
        Config conf = new Config();
        conf.put(Config.TOPOLOGY_SUBPROCESS_TIMEOUT_SECS, secs);
        conf.put(Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS, 600);
        return conf;
    }

    @ParameterizedTest
    @CsvSource({"deaf, 1", "'deaf,stubborn', 1"})
    void aBoltsChildThatNeverReadsIsKilledAndItsTuplesFail(String modes, int processes)
            throws Exception {
        isKilledAndItsTuplesFail(modes, processes);
    }

    @Test
    @Tag("complete")
    void aBoltsChildThatNeverReadsIsKilledWithItsChildren() throws Exception {
        isKilledAndItsTuplesFail("deaf,stubborn,parent", 2);
    }

    private void isKilledAndItsTuplesFail(String modes, int processes) throws Exception {
        String key = name + modes;
        try (TopologyHandle topology =
                Eyewall.start(name, timeout(2), topology(key, folder, modes))) {
            awaitProcesses(processes);
            List<Long> first = processes(folder);
            Recorder.await(
                    WAIT_SECS,
                    "all are acked by the next child",
                    () -> Recorder.seen(key + ".acked").size() == LARGE_WORDS.size());
            assertThat(Recorder.seen(key + ".failed")).isNotEmpty();
            Recorder.await(
                    WAIT_SECS, "the first is gone", () -> first.stream().noneMatch(this::isAlive));
            assertThat(topology.errors())
                    .extracting(ErrorReport::stackTrace)
                    .anySatisfy(
                            error ->
                                    assertThat(error)
                                            .contains("2 s", "topology.subprocess.timeout.secs"));
            assertThat(topology.failure()).isEmpty();
        }
        awaitAllGone();
    }

    @ParameterizedTest
    @CsvSource({"mute, 1", "'mute,stubborn,parent', 2"})
    void closingEndsAChildThatNeverSaysAWord(String modes, int processes) throws Exception {
        isEndedByClosing(modes, processes);
    }

    @ParameterizedTest
    @CsvSource({"deaf, 1", "parent, 2"})
    void closingEndsAChildThatNeverReads(String modes, int processes) throws Exception {
        isEndedByClosing(modes, processes);
    }

    @ParameterizedTest
    @Tag("complete")
    @CsvSource({"'deaf,stubborn', 1", "'deaf,stubborn,parent', 2"})
    void closingEndsAChildThatNeverReadsNorHears(String modes, int processes) throws Exception {
        isEndedByClosing(modes, processes);
    }

    private void isEndedByClosing(String modes, int processes) throws Exception {
        try (TopologyHandle topology =
                Eyewall.start(name, timeout(600), topology(name + modes, folder, modes))) {
            awaitProcesses(processes);
            if (modes.contains("deaf")) {
                Recorder.await(WAIT_SECS, "the pipe is full", ShellDeafTest::isAWriterStuck);
            }
            assertThat(topology.failure()).isEmpty();
        }
        awaitAllGone();
    }

    /** Whether a thread is writing to a child right now, which without a reader is for ever. */
    private static boolean isAWriterStuck() {
        return Thread.getAllStackTraces().values().stream()
                .anyMatch(
                        stack ->
                                stack.length > 0
                                        && stack[0].getMethodName().equals("writeBytes")
                                        && Stream.of(stack)
                                                .anyMatch(
                                                        frame ->
                                                                frame.getMethodName()
                                                                        .equals("writeBoltMsg")));
    }

    @Test
    void theEndOfTheJvmEndsAChildThatNeverReads() throws Exception {
        isEndedWithTheJvm("deaf", 1);
    }

    @ParameterizedTest
    @Tag("complete")
    @CsvSource({
        "'deaf,stubborn,parent', 2",
        "'mute,stubborn', 1",
        "'slow,stubborn', 1",
        "'mute,stubborn,parent', 2"
    })
    void theEndOfTheJvmEndsAChildWhateverItDoes(String modes, int processes) throws Exception {
        isEndedWithTheJvm(modes, processes);
    }

    private void isEndedWithTheJvm(String modes, int processes) throws Exception {
        Process application =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx256m",
                                "-cp",
                                System.getProperty("java.class.path"),
                                DeafApp.class.getName(),
                                folder.toString(),
                                String.valueOf(processes),
                                modes)
                        .inheritIO()
                        .start();
        try {
            assertThat(application.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(application.exitValue()).isZero();
            assertThat(processes(folder)).hasSize(processes);
            awaitAllGone();
        } finally {
            application.destroyForcibly();
        }
    }

    @Test
    void aSpoutsChildThatNeverReadsIsKilledWithItsChildren() throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("heard", new DeafSpout(command(folder, "spout,deaf,stubborn,parent")));
        builder.setBolt("sink", new Sink(name)).globalGrouping("heard");
        try (TopologyHandle topology = Eyewall.start(name, timeout(2), builder.createTopology())) {
            awaitProcesses(2);
            List<Long> first = processes(folder);
            Recorder.await(
                    WAIT_SECS, "works in its second life", () -> !Recorder.seen(name).isEmpty());
            Recorder.await(
                    WAIT_SECS, "the first is gone", () -> first.stream().noneMatch(this::isAlive));
            assertThat(topology.failure()).isEmpty();
        }
        awaitAllGone();
    }

    @Test
    void aSlowChildIsLeftInPeace() throws Exception {
        List<String> words = IntStream.range(0, 400).mapToObj(i -> "w" + i).toList();
        try (TopologyHandle topology =
                Eyewall.start(name, timeout(2), topology(name, folder, "slow", words))) {
            Recorder.await(
                    WAIT_SECS,
                    "all are acked",
                    () -> Recorder.seen(name + ".acked").size() == words.size());
            assertThat(Recorder.seen(name + ".failed")).isEmpty();
            assertThat(topology.errors()).isEmpty();
        }
        assertThat(processes(folder)).hasSize(1);
    }
}
