package io.eyewall.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;
import org.junit.jupiter.api.Test;

/** The example in the Javadoc of {@link TopologyTestDriver}, verbatim. */
class ExampleTest {
    @Test
    void countsWords() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("lines", new LineSpout());
        builder.setBolt("split", new SplitBolt()).shuffleGrouping("lines");
        builder.setBolt("count", new CountBolt(), 2).fieldsGrouping("split", new Fields("word"));

        try (TopologyTestDriver driver =
                TopologyTestDriver.of(builder.createTopology()).feeding("lines").start()) {
            Object message = driver.spout("lines").emit("the cat the dog");
            driver.runUntilIdle();
            assertThat(driver.values("count")).contains(List.of("the", 2), List.of("cat", 1));
            assertThat(driver.acked()).containsExactly(message);
        }
    }
}
