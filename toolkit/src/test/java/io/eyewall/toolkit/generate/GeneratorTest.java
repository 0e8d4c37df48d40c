package io.eyewall.toolkit.generate;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.toolkit.Collect;
import io.eyewall.toolkit.Run;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.storm.topology.TopologyBuilder;
import org.junit.jupiter.api.Test;

class GeneratorTest {
    @Test
    void whatFailsIsMadeAgainAndThereIsAnEnd() throws Exception {
        Collect.failNext("generated", 5);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "in",
                Generator.of(number -> List.of(number), "number")
                        .count(1000)
                        .perSecond(5000)
                        .retryAfter(Duration.ofMillis(1))
                        .build(),
                3);
        builder.setBolt("out", new Collect("generated")).shuffleGrouping("in");
        Run.untilDrained(builder.createTopology(), "in");
        assertThat(Collect.firstsOf("generated"))
                .map(Long.class::cast)
                .containsExactlyInAnyOrderElementsOf(LongStream.range(0, 1000).boxed().toList());
    }
}
