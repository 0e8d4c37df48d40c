package io.eyewall.nativetask;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.testkit.TopologyTestDriver;
import java.lang.management.ManagementFactory;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.storm.Config;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;
import org.junit.jupiter.api.Test;

/** On one thread, with a virtual clock. */
class NativeBoltTest {
    private static final String LIBRARY = WordCountLibrary.path();

    private static TopologyTestDriver start(String component, Config conf) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("words", new NativeSpout(LIBRARY, "Lines").output("word"));
        builder.setBolt("bolt", new NativeBolt(LIBRARY, component).output("word", "count"), 2)
                .fieldsGrouping("words", new Fields("word"))
                .addConfigurations(conf);
        return TopologyTestDriver.of(builder.createTopology()).feeding("words").start();
    }

    @Test
    void countsAnchorsAndAcks() {
        try (TopologyTestDriver driver = start("Count", new Config())) {
            List<Object> messages = new ArrayList<>();
            for (String word : List.of("cat", "dog", "cat", "straße", "cat", "")) {
                messages.add(driver.spout("words").emit(word));
            }
            driver.runUntilIdle();
            assertThat(driver.values("bolt"))
                    .containsExactlyInAnyOrder(
                            List.of("cat", 1L),
                            List.of("cat", 2L),
                            List.of("cat", 3L),
                            List.of("dog", 1L),
                            List.of("straße", 1L),
                            List.of("", 1L));
            assertThat(driver.acked()).containsExactlyInAnyOrderElementsOf(messages);
            assertThat(driver.pending()).isEmpty();
        }
    }

    @Test
    void givesBackEveryKindOfValue() {
        List<Object> values =
                Arrays.asList(
                        null,
                        true,
                        (byte) -3,
                        (short) -300,
                        -70_000,
                        -5_000_000_000L,
                        1.5f,
                        -2.25,
                        'ß',
                        "größer 𝄞",
                        new BigInteger("-123456789012345678901234567890"),
                        new ArrayList<>(List.of("a", 1, 0)),
                        new HashMap<>(Map.of("key", 2L)));
        TopologyBuilder builder = new TopologyBuilder();
        String[] fields =
                IntStream.range(0, values.size()).mapToObj(i -> "f" + i).toArray(String[]::new);
        builder.setSpout("words", new NativeSpout(LIBRARY, "Lines").output(fields));
        builder.setBolt("bolt", new NativeBolt(LIBRARY, "Echo").output(fields))
                .shuffleGrouping("words");
        try (TopologyTestDriver driver =
                TopologyTestDriver.of(builder.createTopology()).feeding("words").start()) {
            driver.spout("words").emit(values.toArray());
            driver.runUntilIdle();
            assertThat(driver.values("bolt")).containsExactly(values);
        }
    }

    @Test
    void aValueThatKryoDoesNotKnowIsNamedWithWhatToDo() {
        try (TopologyTestDriver driver = start("Echo", new Config())) {
            driver.spout("words").emit(new UUID(1, 2));
            assertThatThrownBy(driver::runUntilIdle)
                    .hasStackTraceContaining("'bolt'")
                    .hasStackTraceContaining("a value of class java.util.UUID cannot be passed")
                    .hasStackTraceContaining("Config.registerSerialization");
        }
    }

    @Test
    void getsTicks() {
        Config conf = new Config();
        conf.put(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 1);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("words", new NativeSpout(LIBRARY, "Lines").output("word"));
        builder.setBolt("bolt", new NativeBolt(LIBRARY, "Echo").output("word"))
                .shuffleGrouping("words")
                .addConfigurations(conf);
        try (TopologyTestDriver driver =
                TopologyTestDriver.of(builder.createTopology()).feeding("words").start()) {
            driver.advance(Duration.ofMillis(2500));
            assertThat(driver.values("bolt")).containsExactly(List.of("tick"), List.of("tick"));
        }
    }

    @Test
    void whatATaskThrowsFailsTheTopologyByName() {
        try (TopologyTestDriver driver = start("Faulty", new Config())) {
            driver.spout("words").emit("boom 𝄞 €!");
            assertThatThrownBy(driver::runUntilIdle)
                    .hasStackTraceContaining("'bolt'")
                    .hasStackTraceContaining("no word for this task: boom 𝄞 €!");
        }
    }

    @Test
    void aBoltThatAnchorsToWhatItHasAckedIsToldSo() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("words", new NativeSpout(LIBRARY, "Lines").output("word"));
        builder.setBolt("bolt", new NativeBolt(LIBRARY, "Faulty").output("word"))
                .shuffleGrouping("words");
        try (TopologyTestDriver driver =
                TopologyTestDriver.of(builder.createTopology()).feeding("words").start()) {
            driver.spout("words").emit("early");
            driver.runUntilIdle();
            driver.spout("words").emit("late");
            assertThatThrownBy(driver::runUntilIdle)
                    .hasStackTraceContaining("'bolt'")
                    .hasStackTraceContaining(
                            "anchored a tuple to one that it had already acked or failed; ack a"
                                    + " tuple only after");
        }
    }

    @Test
    void anUnknownComponentIsRefusedByNameWithThoseThatThereAre() {
        assertThatThrownBy(() -> start("Cuont", new Config()))
                .hasStackTraceContaining("has no component 'Cuont'; it has Lines, Split, Count");
    }

    @Test
    void aMissingLibraryIsRefusedByName() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("words", new NativeSpout("libnone.so", "Lines").output("word"));
        assertThatThrownBy(() -> TopologyTestDriver.of(builder.createTopology()).start())
                .hasStackTraceContaining("task library 'libnone.so' not found");
    }

    @Test
    void aBoltThatIsUsedAsASpoutIsRefused() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("words", new NativeSpout(LIBRARY, "Count").output("word"));
        assertThatThrownBy(
                        () -> {
                            try (TopologyTestDriver driver =
                                    TopologyTestDriver.of(builder.createTopology()).start()) {
                                driver.runUntilIdle();
                            }
                        })
                .hasStackTraceContaining("'words'")
                .hasStackTraceContaining(
                        "the component is a bolt, and the topology has it as a spout");
    }

    @Test
    void isOpenedOnceHoweverLongTheConfigurationIs() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("lines", new NativeSpout(LIBRARY, "Lines").output("line"));
        Config conf = new Config();
        for (int i = 0; i < 10; i++) {
            conf.put("example.long." + i, "x".repeat(50_000));
        }
        conf.put("example.lines", "5");
        try (TopologyTestDriver driver =
                TopologyTestDriver.of(builder.createTopology()).withConf(conf).start()) {
            driver.runUntilIdle();
            assertThat(driver.values("lines")).hasSize(5);
        }
    }

    @Test
    void theJvmForgetsThreadsOfATaskThatHaveEnded() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("words", new NativeSpout(LIBRARY, "Lines").output("word"));
        builder.setBolt("bolt", new NativeBolt(LIBRARY, "Aside").output("word"))
                .shuffleGrouping("words");
        try (TopologyTestDriver driver =
                TopologyTestDriver.of(builder.createTopology()).feeding("words").start()) {
            List<Object> messages = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                messages.add(driver.spout("words").emit("word"));
            }
            Drive.until(driver, () -> driver.pending().isEmpty());
            assertThat(driver.acked()).containsExactlyInAnyOrderElementsOf(messages);
            assertThat(ManagementFactory.getThreadMXBean().getThreadCount()).isLessThan(150);
        }
    }
}
