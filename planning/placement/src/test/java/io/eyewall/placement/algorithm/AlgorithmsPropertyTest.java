package io.eyewall.placement.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.placement.Instances;
import io.eyewall.placement.load.ExecutorId;
import io.eyewall.placement.plan.Layout;
import io.eyewall.placement.plan.Problem;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Properties of all algorithms, or of the default one, on generated problems. */
class AlgorithmsPropertyTest {
    private static final Algorithms ALGORITHMS = Algorithms.onClassPath();

    @Property(tries = 60)
    void noExecutorIsLostAndRulesOfPlaceHold(@ForAll("seeds") long seed) {
        Problem problem = pinnedToLastPlace(Instances.small(seed));
        for (String name : ALGORITHMS.names()) {
            Layout layout = place(name, problem, seed);

            assertThat(layout.isComplete()).as(name).isTrue();
            for (int e = 0; e < problem.executorCount(); e++) {
                assertThat(problem.isAllowed(e, layout.place(e))).as(name).isTrue();
            }
        }
    }

    @Property(tries = 60)
    void theSameSeedLeadsToTheSamePlaces(@ForAll("seeds") long seed) {
        for (String name : ALGORITHMS.names()) {
            int[] first = place(name, Instances.small(seed), 7).places();
            int[] second = place(name, Instances.small(seed), 7).places();

            assertThat(first).as(name).isEqualTo(second);
        }
    }

    @Property(tries = 100)
    void affinityIsNeverWorseThanItsStart(@ForAll("seeds") long seed) {
        Problem problem = startingSomewhere(Instances.small(seed), seed);
        Layout start = Layout.atStart(problem);

        Layout layout = place("affinity", problem, seed);

        assertThat(start.score().betterThan(layout.score())).isFalse();
    }

    @Property(tries = 60)
    void nobodyMovesOnlyBecausePlacesChangedTheirRoles(@ForAll("seeds") long seed) {
        Problem problem = startingSomewhere(Instances.small(seed), seed);
        int[] places = place("affinity", problem, seed).places();

        for (int e = 0; e < places.length; e++) {
            int[] changed = places.clone();
            boolean allowed = true;
            for (int other = 0; other < places.length; other++) {
                if (places[other] == places[e]) {
                    changed[other] = problem.start(e);
                } else if (places[other] == problem.start(e)) {
                    changed[other] = places[e];
                }
                allowed &= problem.isAllowed(other, changed[other]);
            }
            if (allowed) {
                assertThat(at(problem, changed).score().betterThan(at(problem, places).score()))
                        .isFalse();
            }
        }
    }

    private static Layout at(Problem problem, int[] places) {
        Layout layout = new Layout(problem);
        layout.moveAll(places);
        return layout;
    }

    @Property(tries = 60)
    void affinityKeepsLimitsThatAnotherAlgorithmKeeps(@ForAll("seeds") long seed) {
        assertAffinityKeepsLimitsThatAnotherAlgorithmKeeps(seed);
    }

    /**
     * Seeds for which the property above once failed: without moves that change the cost there was
     * no search, and rounding hid an excess of a ten-thousandth.
     */
    @ParameterizedTest
    @ValueSource(
            longs = {
                1928, 6025, 6507, 6735, 9736, 11391, 12723, 13969, 14055, 14348, 14653, 15288,
                17431, 22000, 22550, 24631, 27094, 29299, 30888, 32316, 32431, 34086, 34821, 34931,
                38524, 42151, 42551, 44860, 48113, 50153, 55069, 56406, 57756, 58450, 801431,
                804168, 804484, 804488, 806590, 806650, 809945, 810890, 811309, 816647, 818049,
                819515, 819957, 822611, 822794, 824233, 824361, 824385, 828328, 828362, 828557,
                828639
            })
    void affinityKeepsLimitsThatItOnceMissed(long seed) {
        assertAffinityKeepsLimitsThatAnotherAlgorithmKeeps(seed);
    }

    private static void assertAffinityKeepsLimitsThatAnotherAlgorithmKeeps(long seed) {
        Problem problem = Instances.small(seed);
        Layout affinity = place("affinity", problem, seed);
        for (String other : List.of("round-robin", "tstorm", "pinned")) {
            Layout layout = place(other, problem, seed);
            if (layout.score().isFeasible()) {
                assertThat(affinity.score().isFeasible()).as(other).isTrue();
                assertThat(affinity.cost()).as(other).isLessThanOrEqualTo(layout.cost() * 1.02 + 1);
            }
        }
    }

    @Property(tries = 40)
    void sumsKeptWhileMovingAreThoseMadeAnew(@ForAll("seeds") long seed) {
        Problem problem = startingSomewhere(Instances.small(seed), seed);
        Layout moved = place("affinity", problem, seed);
        Layout fresh = new Layout(problem);

        fresh.moveAll(moved.places());

        assertThat(moved.cost()).isCloseTo(fresh.cost(), within(fresh.cost()));
        assertThat(moved.violation()).isCloseTo(fresh.violation(), within(1));
        for (int v = 0; v < problem.tree().vertices().size(); v++) {
            assertThat(moved.cores(v)).isCloseTo(fresh.cores(v), within(1));
        }
    }

    private static org.assertj.core.data.Offset<Double> within(double size) {
        return org.assertj.core.data.Offset.offset(1e-6 * Math.max(1, size));
    }

    private static Layout place(String name, Problem problem, long seed) {
        PlacementAlgorithm algorithm = ALGORITHMS.get(name);
        Layout layout = new Layout(problem);
        algorithm.place(layout, new Parameters(algorithm, Map.of()), seed);
        return layout;
    }

    private static Problem startingSomewhere(Problem problem, long seed) {
        Map<ExecutorId, String> start = new HashMap<>();
        for (int e = 0; e < problem.executorCount(); e++) {
            int place = Math.floorMod(seed * 31 + e * 17L, problem.tree().placeCount());
            start.put(problem.executor(e), problem.tree().place(place).id());
        }
        return new Problem(
                problem.tree(), problem.snapshot(), problem.rules(), problem.weights(), start);
    }

    private static Problem pinnedToLastPlace(Problem problem) {
        String last = problem.tree().place(problem.tree().placeCount() - 1).id();
        return new Problem(
                problem.tree(),
                problem.snapshot(),
                problem.rules().withAllowedPlaces(Map.of(problem.executor(0), Set.of(last))),
                problem.weights(),
                Map.of());
    }

    @Provide
    Arbitrary<Long> seeds() {
        return Arbitraries.longs().between(0, 1_000_000);
    }
}
