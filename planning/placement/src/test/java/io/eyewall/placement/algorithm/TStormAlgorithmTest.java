package io.eyewall.placement.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.placement.load.ExecutorId;
import io.eyewall.placement.load.ExecutorLoad;
import io.eyewall.placement.load.Snapshot;
import io.eyewall.placement.load.Traffic;
import io.eyewall.placement.place.CostTree;
import io.eyewall.placement.place.Crossings;
import io.eyewall.placement.place.Level;
import io.eyewall.placement.place.Limits;
import io.eyewall.placement.place.Vertex;
import io.eyewall.placement.plan.Layout;
import io.eyewall.placement.plan.Problem;
import io.eyewall.placement.plan.Rules;
import io.eyewall.placement.plan.Weights;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** T-Storm's algorithm on the paper's own experiment, and in cases that the paper leaves open. */
class TStormAlgorithmTest {
    @ParameterizedTest
    @CsvSource({"1,10", "1.7,7", "6,2"})
    void usesAsManyNodesAsInThePapersThroughputTest(double gamma, int nodes) {
        // given section V's 10 nodes, 40 slots and 5 + 15 + 15 + 10 executors
        Problem problem = problem(nodes(10, 4, 4), throughputTest(0.02), Rules.cluster());

        // when
        Layout layout = place(problem, gamma);

        // then
        long used = IntStream.of(layout.places()).map(problem::unitOf).distinct().count();
        assertThat(used).isEqualTo(nodes);
        assertThat(layout.score().isFeasible()).isTrue();
    }

    @Test
    void keepsWithinCapacityOfNodes() {
        // given 4.5 cores of load on nodes of one core each
        Problem problem = problem(nodes(10, 4, 1), throughputTest(0.1), Rules.cluster());

        Layout layout = place(problem, 6);

        assertThat(layout.score().isFeasible()).isTrue();
    }

    @Test
    void placesEveryExecutorWhereCapacityIsShort() {
        Problem problem = problem(nodes(2, 1, 1), throughputTest(0.1), Rules.cluster());

        Layout layout = place(problem, 1);

        assertThat(layout.isComplete()).isTrue();
        assertThat(layout.fullness(0)).isBetween(2.0, 2.6);
        assertThat(layout.fullness(1)).isBetween(2.0, 2.6);
    }

    private static Layout place(Problem problem, double gamma) {
        TStormAlgorithm algorithm = new TStormAlgorithm();
        Layout layout = new Layout(problem);
        algorithm.place(layout, new Parameters(algorithm, Map.of(TStormAlgorithm.GAMMA, gamma)), 0);
        return layout;
    }

    private static Problem problem(CostTree tree, Snapshot snapshot, Rules rules) {
        return new Problem(tree, snapshot, rules, Weights.trafficOnly(), Map.of());
    }

    private static CostTree nodes(int nodes, int slots, double cores) {
        List<Vertex> nodeList = new ArrayList<>();
        for (int n = 0; n < nodes; n++) {
            List<Vertex> slotList = new ArrayList<>();
            for (int s = 0; s < slots; s++) {
                slotList.add(
                        Vertex.place(Level.PROCESS, "node-" + n + ":" + (6700 + s), Limits.NONE));
            }
            nodeList.add(Vertex.of(Level.NODE, "node-" + n, Limits.cores(cores), slotList));
        }
        return new CostTree(Vertex.of(Level.RACK, "rack", nodeList), new Crossings(Map.of()));
    }

    /**
     * Connects spout to identity bolt to counter bolt by shuffle grouping, and all of them to the
     * ackers.
     */
    private static Snapshot throughputTest(double cores) {
        List<ExecutorId> spouts = component("spout", 1, 5);
        List<ExecutorId> identities = component("identity", 6, 15);
        List<ExecutorId> counters = component("counter", 21, 15);
        List<ExecutorId> ackers = component("__acker", 36, 10);
        List<Traffic> traffic = new ArrayList<>();
        shuffle(spouts, identities, 1000, traffic);
        shuffle(identities, counters, 1000, traffic);
        shuffle(spouts, ackers, 1000, traffic);
        shuffle(identities, ackers, 1000, traffic);
        shuffle(counters, ackers, 1000, traffic);
        shuffle(ackers, spouts, 1000, traffic);
        List<ExecutorLoad> loads = new ArrayList<>();
        for (List<ExecutorId> component : List.of(spouts, identities, counters, ackers)) {
            component.forEach(e -> loads.add(new ExecutorLoad(e, cores, 0)));
        }
        return new Snapshot(loads, traffic);
    }

    private static List<ExecutorId> component(String name, int firstTask, int count) {
        return IntStream.range(firstTask, firstTask + count)
                .mapToObj(task -> new ExecutorId("throughput", name, task, task))
                .toList();
    }

    private static void shuffle(
            List<ExecutorId> from, List<ExecutorId> to, double rate, List<Traffic> traffic) {
        double each = rate / from.size() / to.size();
        for (ExecutorId sender : from) {
            for (ExecutorId receiver : to) {
                traffic.add(new Traffic(sender, receiver, each, each * 10_000));
            }
        }
    }
}
