package io.eyewall.toolkit.generate;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.toolkit.Collect;
import io.eyewall.toolkit.Run;
import io.eyewall.toolkit.failure.DeadLetters;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.storm.topology.TopologyBuilder;
import org.junit.jupiter.api.Test;

class GeneratorTest {
    @Test
    void buriesANumberThatCannotBeGenerated() throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "in", Generator.of(number -> List.of(6 / (number - 2)), "number").count(4).build());
        builder.setBolt("out", new Collect("made")).shuffleGrouping("in");
        builder.setBolt("dead", new Collect("not-made")).shuffleGrouping("in", DeadLetters.STREAM);
        Run.untilDrained(builder.createTopology(), "in");
        assertThat(Collect.firstsOf("made")).containsExactly(-3L, -6L, 6L);
        assertThat(Collect.of("not-made"))
                .containsExactly(
                        List.of(
                                "can't be decoded: java.lang.ArithmeticException: / by zero",
                                "generator-0@2",
                                "number 2"));
    }

    @Test
    void generatesFailedMessagesAgainAndEnds() throws Exception {
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
