package io.eyewall.benchmarks.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class DrawTest {
    private static final List<Draw> DRAWN = LongStream.range(0, 200).mapToObj(Draw::of).toList();

    @Test
    void someSeedsDrawSeveralTopologies() {
        assertThat(DRAWN.stream().map(draw -> draw.topologies().size())).contains(1, 2, 3);
        assertThat(DRAWN.stream().filter(draw -> draw.topologies().size() > 1).count())
                .isBetween(10L, 50L);
        assertThat(DRAWN)
                .allSatisfy(
                        draw ->
                                assertThat(draw.topologies().get(0))
                                        .isEqualTo(RandomTopology.of(draw.seed())));
        assertThat(DRAWN.get(9)).isEqualTo(Draw.of(9));
    }

    @Test
    void severalThatHaveARateShareTheCores() {
        assertThat(DRAWN)
                .allSatisfy(
                        draw -> {
                            double work = 0;
                            for (int t = 0; t < draw.topologies().size(); t++) {
                                work +=
                                        draw.ratePerSecond(t, 2)
                                                * draw.topologies().get(t).workUs()
                                                / 1e6;
                            }
                            assertThat(work).isLessThan(0.9 * 2);
                        });
    }

    @Test
    void changesAreReadAsTheyAreWritten() {
        for (Draw draw : DRAWN) {
            for (Change change : Change.of(draw)) {
                assertThat(Change.parse(change.toString())).isEqualTo(change);
            }
        }
        for (String wrong : List.of("", "drop", "drop=b1", "melt=0.b1", "only=x", "drop=0")) {
            assertThatThrownBy(() -> Change.parse(wrong))
                    .as(wrong)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("'" + wrong + "'");
        }
        assertThatThrownBy(() -> Draw.of(7, List.of(Change.parse("drop=5.b1"))))
                .hasMessageContaining("topologies");
        assertThatThrownBy(() -> Draw.of(7, List.of(Change.parse("single=0.b99"))))
                .hasMessageContaining("no such component");
        assertThatThrownBy(() -> Draw.of(7, List.of(Change.parse("drop=0.s"))))
                .hasMessageContaining("others need it");
    }

    /** It fails as long as it has a bolt that waits. */
    @Test
    void shrinksToWhatStillFails() throws Exception {
        int shrunk = 0;
        for (Draw draw : DRAWN) {
            if (hasWaitingBolt(draw)) {
                Draw smallest = new Shrinker(DrawTest::hasWaitingBolt, 1_000).shrink(draw);

                assertThat(hasWaitingBolt(smallest)).isTrue();
                assertThat(smallest.topologies()).hasSize(1);
                assertThat(smallest.topologies().get(0).partOfMost()).isEqualTo(0);
                assertThat(Change.of(smallest))
                        .noneMatch(
                                change -> {
                                    Draw less = change.apply(smallest);
                                    return hasWaitingBolt(less);
                                });
                assertThat(Draw.of(draw.seed(), smallest.changes())).isEqualTo(smallest);
                shrunk++;
            }
        }
        assertThat(shrunk).isGreaterThan(50);
    }

    private static boolean hasWaitingBolt(Draw draw) {
        return draw.topologies().stream()
                .anyMatch(one -> one.parts().stream().anyMatch(Part::waits));
    }

    @Test
    void triesNoMoreThanItMay() throws Exception {
        List<Draw> tried = new ArrayList<>();
        Shrinker shrinker =
                new Shrinker(
                        draw -> {
                            tried.add(draw);
                            return false;
                        },
                        3);

        assertThat(shrinker.shrink(DRAWN.get(1))).isEqualTo(DRAWN.get(1));
        assertThat(tried).hasSize(3);
    }

    @Test
    void aSmallerDrawIsKnownByItsCommand() {
        Draw draw = Draw.of(1);
        Draw simpler = Change.of(draw).get(0).apply(draw);

        assertThat(Shrinker.command(draw)).isEqualTo("benchmarks/random-speed 1 1");
        assertThat(Shrinker.command(simpler))
                .isEqualTo("benchmarks/random-speed 1 1 --change " + Change.of(draw).get(0));
    }
}
