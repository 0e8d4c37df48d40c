package io.eyewall.engine.adaptation;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.placement.advice.Advice;
import io.eyewall.placement.algorithm.Algorithms;
import io.eyewall.placement.algorithm.Parameters;
import io.eyewall.placement.algorithm.PlacementAlgorithm;
import io.eyewall.placement.load.Snapshot;
import io.eyewall.placement.place.CostTree;
import io.eyewall.placement.plan.Plan;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests which plans the prices of this machine lead to, from counters as they are measured. */
class CoreAdviserTest {
    private static final PlacementAlgorithm AFFINITY = Algorithms.onClassPath().get("affinity");
    private static final int WINDOWS = 3;
    private static final Duration PERIOD = Duration.ofSeconds(5);

    private static Advice advise(Readings readings) {
        return advise(CoreTree.flat(readings.after().busyNs().size()), readings);
    }

    private static Advice advise(CostTree tree, Readings readings) {
        CoreAdviser adviser = new CoreAdviser(tree);
        Parameters parameters = new Parameters(AFFINITY, Map.of());
        Snapshot window =
                LoadMeter.measure(tree, readings.before(), readings.after())
                        .orElseThrow()
                        .snapshot();
        Advice advice = adviser.advise(AFFINITY, parameters, PERIOD, window, 0, readings.after());
        for (int i = 1; i < WINDOWS && !advice.verdict().isAdopted(); i++) {
            advice = adviser.advise(AFFINITY, parameters, PERIOD, window, 0, readings.after());
        }
        return advice;
    }

    private static List<String> moved(Advice advice) {
        return advice.verdict().isAdopted()
                ? advice.plan().moves().stream()
                        .map(Plan.Move::executor)
                        .map(id -> id.component() + id.firstTask())
                        .toList()
                : List.of();
    }

    @Test
    void keepsACheapChainOnOneCore() {
        Advice advice =
                advise(
                        new Readings(1, 0)
                                .executor("s1", 0, 0.9)
                                .executor("a2", 0, 0.6)
                                .calledBy("s", 0.6)
                                .executor("b3", 0, 0.3)
                                .calledBy("a", 0.3)
                                .sends("s1", "a2", 30_000_000)
                                .sends("a2", "b3", 30_000_000));

        assertThat(moved(advice)).isEmpty();
    }

    @Test
    void joinsACutChain() {
        Advice advice =
                advise(
                        new Readings(0.7, 0.7)
                                .executor("s1", 0, 0.1)
                                .executor("a2", 1, 0.1)
                                .sends("s1", "a2", 10_000_000));

        assertThat(moved(advice)).hasSize(1);
    }

    @Test
    void separatesChainsThatShareACore() {
        Advice advice =
                advise(
                        new Readings(1, 0)
                                .executor("s1", 0, 0.5)
                                .executor("a2", 0, 0.25)
                                .calledBy("s", 0.25)
                                .executor("t3", 0, 0.5)
                                .executor("b4", 0, 0.25)
                                .calledBy("t", 0.25)
                                .sends("s1", "a2", 10_000_000)
                                .sends("t3", "b4", 10_000_000));

        assertThat(moved(advice))
                .isIn(List.of("s1", "a2"), List.of("b4", "t3"), List.of("t3", "b4"));
        assertThat(advice.reason()).contains("overload");
    }

    @Test
    void movesAHeavyBoltFromABusyCore() {
        // given 100,000 tuples per second: 3 us in the spout, 2 us in one bolt, 5 us in the other
        Advice advice =
                advise(
                        new Readings(1, 0)
                                .executor("s1", 0, 1)
                                .executor("a2", 0, 0.7)
                                .calledBy("s", 0.7)
                                .executor("b3", 0, 0.5)
                                .calledBy("a", 0.5)
                                .sends("s1", "a2", 100_000)
                                .sends("a2", "b3", 100_000));

        assertThat(moved(advice)).isIn(List.of("b3"), List.of("s1", "a2"));
    }

    /**
     * A bolt that fills a core by itself gains the time that its spout needs, and no more. Tests
     * when that is worth a second core.
     *
     * @param spout share of the core that the spout needs
     */
    @ParameterizedTest
    @CsvSource({"0.01, false", "0.05, false", "0.12, true", "0.3, true"})
    void separatesAHeavyBoltFromADemandingSpout(double spout, boolean leaves) {
        Advice advice =
                advise(
                        new Readings(1, 0)
                                .executor("s1", 0, 1)
                                .executor("a2", 0, 1 - spout)
                                .calledBy("s", 1 - spout)
                                .sends("s1", "a2", 50_000));

        assertThat(moved(advice).isEmpty()).as(advice.reason()).isEqualTo(!leaves);
    }

    /** Two heavy chains on two cores each; a core of the other pair is an equally cheap target. */
    @Test
    void keepsHeavyTrafficOnOneNode() {
        List<Integer> nodes = List.of(0, 1, 0, 1);
        Readings readings =
                new Readings(1, 1, 0, 0)
                        .executor("s1", 0, 0.5)
                        .executor("a2", 0, 0.5)
                        .executor("t3", 1, 0.5)
                        .executor("b4", 1, 0.5)
                        .sends("s1", "a2", 500_000)
                        .sends("t3", "b4", 500_000);

        Map<String, String> places = new HashMap<>();
        advise(CoreTree.ofNumaNodes(nodes, 2.1), readings)
                .plan()
                .assignment()
                .forEach((id, place) -> places.put(id.component() + id.firstTask(), place));

        assertThat(Set.copyOf(places.values())).hasSize(4);
        for (List<String> chain : List.of(List.of("s1", "a2"), List.of("t3", "b4"))) {
            assertThat(chain.stream().map(one -> nodeOf(nodes, places.get(one))).distinct())
                    .as("nodes of %s in %s", chain, places)
                    .hasSize(1);
        }
    }

    private static int nodeOf(List<Integer> nodes, @Nullable String place) {
        for (int core = 0; core < nodes.size(); core++) {
            if (CoreAdviser.placeName(core).equals(place)) {
                return nodes.get(core);
            }
        }
        throw new AssertionError("no core is called " + place);
    }

    @Test
    void doesNotMoveABoundExecutor() {
        Advice advice =
                advise(
                        new Readings(1, 0)
                                .executor("s1", 0, 0.5)
                                .bound()
                                .executor("t2", 0, 0.5)
                                .bound());

        assertThat(moved(advice)).isEmpty();
    }
}
