package io.eyewall.benchmarks.random;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RandomTopologyTest {
    private static final List<RandomTopology> DRAWN =
            LongStream.range(0, 1_000).mapToObj(RandomTopology::of).toList();

    @Test
    void aSeedDrawsTheSameAgain() {
        assertThat(RandomTopology.of(7)).isEqualTo(RandomTopology.of(7));
        assertThat(DRAWN.stream().map(drawn -> drawn.parts()).distinct().count())
                .isGreaterThan(990);
    }

    @Test
    void allAreTopologiesOfStorms() {
        assertThat(DRAWN)
                .allSatisfy(
                        drawn ->
                                assertThat(TopologyMaker.make(drawn, 0, 1, 0).get_bolts_size())
                                        .isEqualTo(drawn.parts().size() - 1));
    }

    @Test
    void noRateIsMoreThanCanBeDone() {
        assertThat(DRAWN)
                .allSatisfy(
                        drawn ->
                                assertThat(drawn.ratePerSecond(2) * drawn.workUs() / 1e6)
                                        .isLessThan(0.9 * 2));
    }

    @Test
    void allKindsAreDrawn() {
        List<Part> parts = DRAWN.stream().flatMap(drawn -> drawn.parts().stream()).toList();
        assertThat(parts.stream().flatMap(part -> part.inputs().stream()).map(i -> i.grouping()))
                .contains(Part.Grouping.values());
        assertThat(parts).anyMatch(Part::waits).anyMatch(part -> part.ticks() > 0);
        assertThat(parts).anyMatch(part -> part.tasks() > part.executors());
        assertThat(DRAWN).anyMatch(RandomTopology::acked).anyMatch(drawn -> !drawn.acked());
        assertThat(DRAWN).anyMatch(drawn -> drawn.partOfMost() > 0);
        assertThat(DRAWN.stream().map(drawn -> drawn.parts().size())).contains(2, 5, 9);
    }
}
