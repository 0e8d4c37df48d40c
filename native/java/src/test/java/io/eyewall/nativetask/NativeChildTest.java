package io.eyewall.nativetask;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.testkit.TopologyTestDriver;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.storm.Config;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Native tasks in processes of their own. */
class NativeChildTest {
    private static final String LIBRARY = WordCountLibrary.path();

    private static TopologyTestDriver start(String component, boolean inChild) {
        TopologyBuilder builder = new TopologyBuilder();
        NativeBolt bolt = new NativeBolt(LIBRARY, component).output("word", "count");
        builder.setSpout("words", new NativeSpout(LIBRARY, "Lines").output("word"));
        builder.setBolt("bolt", inChild ? bolt.inChildProcess() : bolt, 2)
                .fieldsGrouping("words", new Fields("word"));
        return TopologyTestDriver.of(builder.createTopology()).feeding("words").start();
    }

    /** The processes of our tasks. */
    private static Stream<ProcessHandle> children() {
        return ProcessHandle.current()
                .children()
                .filter(
                        child ->
                                child.info()
                                        .command()
                                        .filter(command -> command.contains("eyewall-native-host"))
                                        .isPresent());
    }

    private static List<List<Object>> counts(boolean inChild, List<String> words) {
        try (TopologyTestDriver driver = start("Count", inChild)) {
            for (String word : words) {
                driver.spout("words").emit(word);
            }
            Drive.until(driver, () -> driver.pending().isEmpty());
            assertThat(driver.acked()).hasSize(words.size());
            assertThat(driver.failed()).isEmpty();
            return driver.values("bolt");
        }
    }

    @Test
    void saysWhatItSaysInThisProcess() {
        Random random = new Random(5);
        List<String> words = new ArrayList<>(List.of("", "straße", "x".repeat(3_000_000)));
        for (int i = 0; i < 20_000; i++) {
            words.add("word" + random.nextInt(500));
        }
        assertThat(counts(true, words)).containsExactlyInAnyOrderElementsOf(counts(false, words));
        assertThat(children()).isEmpty();
    }

    @Test
    void aCrashFailsWhatTheTaskHadAndIsSurvived() {
        try (TopologyTestDriver driver = start("Faulty", true)) {
            Object crash = driver.spout("words").emit("crash");
            Drive.until(driver, () -> !driver.failed().isEmpty());
            assertThat(driver.failed()).containsExactly(crash);
            List<Object> more = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                more.add(driver.spout("words").emit("word" + i));
            }
            Drive.until(driver, () -> driver.pending().isEmpty());
            assertThat(driver.acked()).containsExactlyInAnyOrderElementsOf(more);
        }
        assertThat(children()).isEmpty();
    }

    @Test
    void whatATaskThrowsFailsTheTopologyByName() {
        try (TopologyTestDriver driver = start("Faulty", true)) {
            driver.spout("words").emit("boom");
            assertThatThrownBy(() -> Drive.until(driver, () -> false))
                    .hasStackTraceContaining("'bolt'")
                    .hasStackTraceContaining("no word for this task: boom");
        }
        assertThat(children()).isEmpty();
    }

    @Test
    void anUnknownComponentIsRefusedByNameWithThoseThatThereAre() {
        assertThatThrownBy(
                        () -> {
                            try (TopologyTestDriver driver = start("Cuont", true)) {
                                Drive.until(driver, () -> false);
                            }
                        })
                .hasStackTraceContaining("has no component 'Cuont'; it has Lines, Split, Count");
        assertThat(children()).isEmpty();
    }

    @Test
    void nothingIsLostThoughProcessesAreKilledAgainAndAgain() {
        int kills = Integer.getInteger("eyewall.kills", 10);
        Random random = new Random(Long.getLong("eyewall.seed", 17));
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("lines", new NativeSpout(LIBRARY, "Lines").output("line"));
        builder.setBolt("split", new NativeBolt(LIBRARY, "Split").output("word").inChildProcess())
                .shuffleGrouping("lines");
        builder.setBolt(
                        "count",
                        new NativeBolt(LIBRARY, "Count").output("word", "count").inChildProcess(),
                        2)
                .fieldsGrouping("split", new Fields("word"));
        int lines = 400 * kills;
        Config conf = new Config();
        conf.put("example.lines", Integer.toString(lines));
        conf.setMaxSpoutPending(50);
        try (TopologyTestDriver driver =
                TopologyTestDriver.of(builder.createTopology()).withConf(conf).start()) {
            for (int kill = 1; kill <= kills; kill++) {
                int least = 200 * kill;
                List<ProcessHandle> alive = new ArrayList<>();
                Drive.until(
                        driver,
                        () -> {
                            alive.clear();
                            children().forEach(alive::add);
                            return driver.acked().size() >= least && alive.size() == 3;
                        });
                ProcessHandle victim = alive.get(random.nextInt(alive.size()));
                assertThat(victim.destroyForcibly()).isTrue();
            }
            Drive.until(driver, () -> driver.acked().size() >= lines);
            assertThat(new HashSet<>(driver.acked())).hasSize(lines);
        }
        assertThat(children()).isEmpty();
    }

    /** The second and the third process are killed while they start, as for want of memory. */
    @Test
    void aReplacementThatIsKilledWhileItStartsIsReplacedToo(@TempDir Path folder) throws Exception {
        Path host = LibraryFiles.program("eyewall-native-host", "eyewall.native.host");
        Path starts = folder.resolve("starts");
        Path program = folder.resolve("eyewall-native-host-dying");
        Files.writeString(
                program,
                """
                #!/bin/sh
                echo >>%s
                case $(wc -l <%s) in
                2 | 3) kill -9 $$ ;;
                esac
                exec %s "$@"
                """
                        .formatted(starts, starts, host));
        assertThat(program.toFile().setExecutable(true)).isTrue();
        System.setProperty("eyewall.native.host", program.toString());
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("words", new NativeSpout(LIBRARY, "Lines").output("word"));
        builder.setBolt("bolt", new NativeBolt(LIBRARY, "Faulty").output("word").inChildProcess())
                .shuffleGrouping("words");
        try (TopologyTestDriver driver =
                TopologyTestDriver.of(builder.createTopology()).feeding("words").start()) {
            Object before = driver.spout("words").emit("before");
            Drive.until(driver, () -> driver.acked().contains(before));
            Object crash = driver.spout("words").emit("crash");
            Drive.until(driver, () -> driver.failed().contains(crash));
            Object after = driver.spout("words").emit("after");
            Drive.until(driver, () -> driver.acked().contains(after));
            assertThat(starts).hasContent("\n".repeat(4));
        } finally {
            System.clearProperty("eyewall.native.host");
        }
        assertThat(children()).isEmpty();
    }

    @Test
    void aSpoutInAChildEmitsAndIsToldOfItsMessages() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "lines", new NativeSpout(LIBRARY, "Lines").output("line").inChildProcess());
        builder.setBolt("split", new NativeBolt(LIBRARY, "Split").output("word"))
                .shuffleGrouping("lines");
        Config conf = new Config();
        conf.put("example.lines", "5000");
        conf.setMaxSpoutPending(10);
        try (TopologyTestDriver driver =
                TopologyTestDriver.of(builder.createTopology()).withConf(conf).start()) {
            Drive.until(driver, () -> driver.acked().size() == 5000);
            assertThat(driver.values("split")).hasSize(25_000);
            Drive.until(driver, () -> children().findAny().isPresent());
            children().forEach(ProcessHandle::destroyForcibly);
            // the new one begins anew
            Drive.until(driver, () -> driver.acked().size() == 10_000);
        }
        assertThat(children()).isEmpty();
    }

    /** What is gathered doesn't fit into its ring any more when it is to be told of the end. */
    @Test
    @Timeout(60)
    void aTaskThatNeverComesBackIsKilledInTheEndThoughItsRingIsFull() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("words", new NativeSpout(LIBRARY, "Lines").output("word"));
        builder.setBolt("bolt", new NativeBolt(LIBRARY, "Faulty").inChildProcess())
                .shuffleGrouping("words");
        TopologyTestDriver driver =
                TopologyTestDriver.of(builder.createTopology()).feeding("words").start();
        driver.spout("words").emit("hang");
        driver.runUntilIdle();
        for (int i = 0; i < 132; i++) { // batches of seven: eighteen, and five words
            driver.spout("words").emit("x".repeat(8000));
        }
        driver.runUntilIdle();
        driver.close();
        assertThat(children()).isEmpty();
    }
}
