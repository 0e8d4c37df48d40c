package io.eyewall.local.multilang;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.ErrorReport;
import io.eyewall.local.Eyewall;
import io.eyewall.local.Recorder;
import io.eyewall.local.TopologyHandle;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.storm.Config;
import org.apache.storm.topology.TopologyBuilder;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests child processes that never read, read slowly, or refuse to end; they run {@code deaf.py}.
 * The tests wait for time limits of seconds, so they run in parallel.
 */
@NullUnmarked // fields are set by the framework
@EnabledIf(
        value = "io.eyewall.local.multilang.Children#canBePython",
        disabledReason = "python3 not on the path")
@Timeout(240)
@Tag("more")
class ShellDeafTest {
    private static final int WAIT_SECS = 60;

    /** The lock for tests that search for stuck writers, so that they don't find another test's. */
    private static final String WRITERS = "writers to children";

    @TempDir Path folder;
    private String name;

    @BeforeEach
    void name(TestInfo test) {
        name = test.getTestMethod().orElseThrow().getName() + "-" + folder.getFileName();
    }

    private boolean isAlive(long pid) {
        return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    }

    private void awaitProcesses(int count) {
        Recorder.await(
                WAIT_SECS, count + " processes", () -> Deaf.processes(folder).size() == count);
    }

    private void awaitAllGone() {
        Recorder.await(
                WAIT_SECS,
                "all gone",
                () -> Deaf.processes(folder).stream().noneMatch(this::isAlive));
    }

    private static Config timeout(int secs) {
        Config conf = new Config();
        conf.put(Config.TOPOLOGY_SUBPROCESS_TIMEOUT_SECS, secs);
        conf.put(Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS, 600);
        return conf;
    }

    @ParameterizedTest
    @Execution(ExecutionMode.CONCURRENT)
    @ResourceLock(value = WRITERS, mode = ResourceAccessMode.READ)
    @CsvSource({"deaf, 1", "'deaf,stubborn', 1"})
    void aBoltsChildThatNeverReadsIsKilledAndItsTuplesFail(String modes, int processes)
            throws Exception {
        isKilledAndItsTuplesFail(modes, processes);
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    @ResourceLock(value = WRITERS, mode = ResourceAccessMode.READ)
    @Tag("complete")
    void aBoltsChildThatNeverReadsIsKilledWithItsChildren() throws Exception {
        isKilledAndItsTuplesFail("deaf,stubborn,parent", 2);
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    @ResourceLock(value = WRITERS, mode = ResourceAccessMode.READ)
    @EnabledOnOs(OS.LINUX) // elsewhere nobody knows the orphan
    void aBoltsChildThatDiesTakesAlongWhoKeepsItsPipes() throws Exception {
        isKilledAndItsTuplesFail("orphan", 2);
    }

    private void isKilledAndItsTuplesFail(String modes, int processes) throws Exception {
        String key = name + modes;
        try (TopologyHandle topology =
                Eyewall.start(name, timeout(2), Deaf.topology(key, folder, modes))) {
            awaitProcesses(processes);
            List<Long> first = Deaf.processes(folder);
            Recorder.await(
                    WAIT_SECS,
                    "all are acked by the next child",
                    () -> Recorder.seen(key + ".acked").size() == Deaf.LARGE_WORDS.size());
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
    @Execution(ExecutionMode.CONCURRENT)
    @CsvSource({"mute, 1", "'mute,stubborn,parent', 2"})
    void closingEndsAChildThatNeverSaysAWord(String modes, int processes) throws Exception {
        isEndedByClosing(modes, processes);
    }

    @ParameterizedTest
    @Execution(ExecutionMode.CONCURRENT)
    @ResourceLock(WRITERS)
    @CsvSource({"deaf, 1", "parent, 2"})
    void closingEndsAChildThatNeverReads(String modes, int processes) throws Exception {
        isEndedByClosing(modes, processes);
    }

    @ParameterizedTest
    @Execution(ExecutionMode.CONCURRENT)
    @ResourceLock(WRITERS)
    @Tag("complete")
    @CsvSource({"'deaf,stubborn', 1", "'deaf,stubborn,parent', 2"})
    void closingEndsAChildThatNeverReadsNorHears(String modes, int processes) throws Exception {
        isEndedByClosing(modes, processes);
    }

    private void isEndedByClosing(String modes, int processes) throws Exception {
        try (TopologyHandle topology =
                Eyewall.start(name, timeout(600), Deaf.topology(name + modes, folder, modes))) {
            awaitProcesses(processes);
            if (modes.contains("deaf")) {
                Recorder.await(WAIT_SECS, "the pipe is full", ShellDeafTest::isAWriterStuck);
            }
            assertThat(topology.failure()).isEmpty();
        }
        awaitAllGone();
    }

    /** Returns whether a thread is writing to a child; without a reader the write never ends. */
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
    @Execution(ExecutionMode.CONCURRENT)
    void theEndOfTheJvmEndsAChildThatNeverReads() throws Exception {
        isEndedWithTheJvm("deaf", 1);
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    @EnabledOnOs(OS.LINUX)
    void theEndOfTheJvmEndsWhomADeadChildHasLeft() throws Exception {
        isEndedWithTheJvm("orphan", 2);
    }

    @ParameterizedTest
    @Execution(ExecutionMode.CONCURRENT)
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
                                "-XX:TieredStopAtLevel=1",
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
            assertThat(Deaf.processes(folder)).hasSize(processes);
            awaitAllGone();
        } finally {
            application.destroyForcibly();
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void aSpoutsChildThatNeverReadsIsKilledWithItsChildren() throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("heard", Deaf.spout(folder, "spout,deaf,stubborn,parent"));
        builder.setBolt("sink", new Sink(name)).globalGrouping("heard");
        try (TopologyHandle topology = Eyewall.start(name, timeout(2), builder.createTopology())) {
            awaitProcesses(2);
            List<Long> first = Deaf.processes(folder);
            Recorder.await(
                    WAIT_SECS, "works in its second life", () -> !Recorder.seen(name).isEmpty());
            Recorder.await(
                    WAIT_SECS, "the first is gone", () -> first.stream().noneMatch(this::isAlive));
            assertThat(topology.failure()).isEmpty();
        }
        awaitAllGone();
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    @ResourceLock(WRITERS) // it may fall behind, but not for the others' sake
    void aSlowChildIsLeftInPeace() throws Exception {
        List<String> words = IntStream.range(0, 400).mapToObj(i -> "w" + i).toList();
        try (TopologyHandle topology =
                Eyewall.start(name, timeout(2), Deaf.topology(name, folder, "slow", words))) {
            Recorder.await(
                    WAIT_SECS,
                    "all are acked",
                    () -> Recorder.seen(name + ".acked").size() == words.size());
            assertThat(Recorder.seen(name + ".failed")).isEmpty();
            assertThat(topology.errors()).isEmpty();
        }
        assertThat(Deaf.processes(folder)).hasSize(1);
    }
}
