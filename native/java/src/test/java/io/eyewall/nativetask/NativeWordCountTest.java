package io.eyewall.nativetask;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.testkit.TopologyTestDriver;
import java.util.List;
import org.apache.storm.Config;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Spout and bolts in C++. */
class NativeWordCountTest {
    @ParameterizedTest
    @ValueSource(strings = {"", "Loop"})
    void countsAllWordsOfAllLinesWithinMaxSpoutPending(String style) {
        String library = WordCountLibrary.path();
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("lines", new NativeSpout(library, "Lines" + style).output("line"));
        builder.setBolt("split", new NativeBolt(library, "Split" + style).output("word"), 2)
                .shuffleGrouping("lines");
        builder.setBolt("count", new NativeBolt(library, "Count").output("word", "count"), 3)
                .fieldsGrouping("split", new Fields("word"));
        Config conf = new Config();
        conf.put("example.lines", "1000");
        conf.setMaxSpoutPending(10);
        try (TopologyTestDriver driver =
                TopologyTestDriver.of(builder.createTopology()).withConf(conf).start()) {
            driver.runUntilIdle();
            List<List<Object>> counts = driver.values("count");
            assertThat(counts).hasSize(5000);
            assertThat(counts)
                    .contains(List.of("the", 2000L), List.of("cat", 1000L), List.of("dog", 1000L))
                    .doesNotContain(List.of("the", 2001L));
            assertThat(driver.acked()).hasSize(1000);
            assertThat(driver.failed()).isEmpty();
        }
    }
}
