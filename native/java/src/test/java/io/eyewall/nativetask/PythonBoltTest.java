package io.eyewall.nativetask;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.testkit.TopologyTestDriver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.topology.IRichBolt;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bolts and spouts in Python, in processes of their own. */
class PythonBoltTest {
    @BeforeAll
    static void python() {
        PythonFiles.assumePython();
    }

    private static TopologyTestDriver start(IRichBolt bolt, int tasks, Config conf) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "words", PythonFiles.spout("examples", "wordcount", "Lines").output("word"));
        builder.setBolt("bolt", bolt, tasks)
                .fieldsGrouping("words", new Fields("word"))
                .addConfigurations(conf);
        return TopologyTestDriver.of(builder.createTopology()).feeding("words").start();
    }

    private static TopologyTestDriver faulty() {
        return start(PythonFiles.bolt("tests", "faulty", "Faulty").output("word"), 1, new Config());
    }

    private static Map<List<Object>, Integer> counts(String type) {
        PythonBolt bolt = PythonFiles.bolt("examples", "wordcount", type).output("word", "count");
        Map<List<Object>, Integer> seen = new HashMap<>();
        try (TopologyTestDriver driver = start(bolt, 2, new Config())) {
            List<Object> messages = new ArrayList<>();
            for (int i = 0; i < 3000; i++) {
                messages.add(driver.spout("words").emit(i % 7 == 0 ? "straße" : "word" + i % 50));
            }
            Drive.until(driver, () -> driver.pending().isEmpty());
            assertThat(driver.acked()).containsExactlyInAnyOrderElementsOf(messages);
            driver.values("bolt").forEach(value -> seen.merge(value, 1, Integer::sum));
        }
        assertThat(seen).hasSize(3000);
        return seen;
    }

    @Test
    void countsByTupleAndByBatchAlike() {
        assertThat(counts("CountBatch"))
                .isEqualTo(counts("Count"))
                .containsKey(List.of("straße", 429L))
                .doesNotContainKey(List.of("straße", 430L));
    }

    @Test
    void everythingInPythonCountsWithinMaxSpoutPending() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "lines", PythonFiles.spout("examples", "wordcount", "Lines").output("line"));
        builder.setBolt("split", PythonFiles.bolt("examples", "wordcount", "Split").output("word"))
                .shuffleGrouping("lines");
        builder.setBolt(
                        "count",
                        PythonFiles.bolt("examples", "wordcount", "Count").output("word", "count"),
                        2)
                .fieldsGrouping("split", new Fields("word"));
        Config conf = new Config();
        conf.put("example.lines", "1000");
        conf.setMaxSpoutPending(100);
        try (TopologyTestDriver driver =
                TopologyTestDriver.of(builder.createTopology()).withConf(conf).start()) {
            Drive.until(driver, () -> driver.acked().size() == 1000);
            assertThat(new HashSet<>(driver.acked())).hasSize(1000);
            assertThat(driver.values("count"))
                    .hasSize(5000)
                    .contains(List.of("the", 2000L), List.of("cat", 1000L), List.of("dog", 1000L));
        }
    }

    /** Whole columns through NumPy and Arrow come to the same as one number after the other. */
    @Test
    void addsUpReadingsInWholeColumns() {
        PythonFiles.assumeArrow();
        int readings = 20_000;
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "readings",
                PythonFiles.spout("examples", "readings", "Readings").output("sensor", "value"));
        builder.setBolt(
                        "plausible",
                        PythonFiles.bolt("examples", "readings", "Plausible")
                                .output("sensor", "value"))
                .shuffleGrouping("readings");
        builder.setBolt(
                        "totals",
                        PythonFiles.bolt("examples", "readings", "Totals")
                                .output("sensor", "readings", "sum"),
                        2)
                .fieldsGrouping("plausible", new Fields("sensor"));
        Config conf = new Config();
        conf.put("example.readings", String.valueOf(readings));
        Map<Object, Double> sums = new HashMap<>();
        long counted = 0;
        try (TopologyTestDriver driver =
                TopologyTestDriver.of(builder.createTopology()).withConf(conf).start()) {
            Drive.until(driver, () -> driver.acked().size() == readings);
            for (List<Object> total : driver.values("totals")) {
                counted += (Long) total.get(1);
                sums.merge(total.get(0), (Double) total.get(2), Double::sum);
            }
        }

        Map<Object, Double> expected = new HashMap<>();
        long plausible = 0;
        for (int number = 0; number < readings; number++) {
            double value = number % 1000 / 4.0;
            if (value >= 10 && value <= 200) {
                plausible++;
                expected.merge("sensor-" + number % 16, value, Double::sum);
            }
        }
        assertThat(counted).isEqualTo(plausible);
        assertThat(sums).isEqualTo(expected);
    }

    @Test
    void getsTicks() {
        Config conf = new Config();
        conf.put(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 1);
        PythonBolt bolt = PythonFiles.bolt("examples", "wordcount", "Mean").output("mean");
        try (TopologyTestDriver driver = start(bolt, 1, conf)) {
            driver.spout("words").emit(1.0);
            driver.spout("words").emit(2.0);
            Drive.until(driver, () -> driver.pending().isEmpty());
            driver.advance(Duration.ofMillis(1500));
            Drive.until(driver, () -> !driver.values("bolt").isEmpty());
            assertThat(driver.values("bolt")).containsExactly(List.of(1.5));
        }
    }

    @Test
    void whatABoltRaisesFailsTheTopologyWithWhereItWas() {
        try (TopologyTestDriver driver = faulty()) {
            driver.spout("words").emit("raise");
            assertThatThrownBy(() -> Drive.until(driver, () -> false))
                    .hasStackTraceContaining("'bolt'")
                    .hasStackTraceContaining("faulty.py")
                    .hasStackTraceContaining("ValueError: no word for this task");
        }
    }

    @Test
    void bytesThatAreNoValueFailTheTopologyByName() {
        try (TopologyTestDriver driver = faulty()) {
            driver.spout("words").emit("opaque");
            assertThatThrownBy(() -> Drive.until(driver, () -> false))
                    .hasStackTraceContaining("'bolt'")
                    .hasStackTraceContaining("a value of 11 bytes that Kryo cannot read");
        }
    }

    @Test
    void answersLongerThanTheRingComeThrough() {
        try (TopologyTestDriver driver = faulty()) {
            driver.spout("words").emit("many");
            Drive.until(driver, () -> driver.pending().isEmpty());
            assertThat(driver.values("bolt")).hasSize(200_000);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "exit",
                "nonsense index",
                "nonsense backwards",
                "nonsense length",
                "nonsense frame",
                "nonsense anchors",
                "nonsense done"
            })
    void aCrashOrNonsenseFailsWhatTheTaskHadAndIsSurvived(String word) {
        try (TopologyTestDriver driver = faulty()) {
            Object good = driver.spout("words").emit("good");
            Drive.until(driver, () -> driver.pending().isEmpty());
            Object bad = driver.spout("words").emit(word);
            Drive.until(driver, () -> driver.pending().isEmpty());
            Object better = driver.spout("words").emit("better");
            Drive.until(driver, () -> driver.pending().isEmpty());
            assertThat(driver.failed()).containsExactly(bad);
            assertThat(driver.acked()).containsExactly(good, better);
        }
    }

    @Test
    void aChildThatClaimsToHaveReadTooMuchIsFoundWithTheNextTuples() {
        try (TopologyTestDriver driver = faulty()) {
            driver.spout("words").emit("nonsense head");
            Drive.until(
                    driver,
                    () -> {
                        driver.spout("words").emit("good");
                        return !driver.failed().isEmpty();
                    });
            Object better = driver.spout("words").emit("better");
            Drive.until(driver, () -> driver.pending().isEmpty());
            assertThat(driver.acked()).contains(better);
        }
    }

    @Test
    void aTaskThatCrashesAgainAndAgainFailsTheTopologyWithWhy() {
        try (TopologyTestDriver driver = faulty()) {
            assertThatThrownBy(
                            () -> {
                                for (int i = 0; i < 100; i++) {
                                    driver.spout("words").emit("exit");
                                    Drive.until(driver, () -> driver.pending().isEmpty());
                                }
                            })
                    .hasStackTraceContaining(
                            "ended with exit value 3; giving up after 5 processes in a row");
        }
    }

    @Test
    void aMissingModuleAndAMissingInterpreterAreNamed() {
        assertThatThrownBy(
                        () -> {
                            try (TopologyTestDriver driver =
                                    start(
                                            PythonFiles.bolt("tests", "nowhere", "Faulty"),
                                            1,
                                            new Config())) {
                                Drive.until(driver, () -> false);
                            }
                        })
                .hasStackTraceContaining("No module named 'nowhere'");
        assertThatThrownBy(
                        () ->
                                start(
                                        PythonFiles.bolt("tests", "faulty", "Faulty")
                                                .interpreter("python-of-nobody"),
                                        1,
                                        new Config()))
                .hasStackTraceContaining("python-of-nobody")
                .hasStackTraceContaining("pip install ./python");
    }
}
