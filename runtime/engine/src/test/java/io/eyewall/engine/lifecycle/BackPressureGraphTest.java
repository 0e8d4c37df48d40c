package io.eyewall.engine.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.fixture.Plans;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import io.eyewall.topology.TopologyPlan;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.FutureTask;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.storm.topology.BoltDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.junit.jupiter.api.Test;

class BackPressureGraphTest {
    /** Builds a topology of a spout "s" and bolts from edges such as "s>a". */
    private static BackPressureGraph graph(String... edges) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("s", new TestSpout(), 1);
        Set<String> bolts = new HashSet<>();
        for (String edge : edges) {
            bolts.add(edge.substring(2));
        }
        for (String bolt : bolts) {
            BoltDeclarer declarer = builder.setBolt(bolt, new TestBolt(), 1);
            for (String edge : edges) {
                if (edge.endsWith(">" + bolt)) {
                    declarer.shuffleGrouping(edge.substring(0, 1));
                }
            }
        }
        return new BackPressureGraph(Plans.of(builder));
    }

    @Test
    void treatsEachComponentOfAChainAsItsOwnCycle() {
        BackPressureGraph graph = graph("s>a", "a>b");

        assertThat(graph.cycleOf("s")).containsExactly("s");
        assertThat(graph.cycleOf("a")).containsExactly("a");
        assertThat(graph.cycleOf("b")).containsExactly("b");
    }

    private static TopologyBuilder chain(int length, boolean closed) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("s", new TestSpout(), 1);
        String before = "s";
        for (int i = 0; i < length; i++) {
            BoltDeclarer bolt = builder.setBolt("b" + i, new TestBolt(), 1).shuffleGrouping(before);
            if (i == 0 && closed) {
                bolt.shuffleGrouping("b" + (length - 1));
            }
            before = "b" + i;
        }
        return builder;
    }

    @Test
    void followsAChainLongerThanTheStackIsDeep() throws Exception {
        TopologyPlan plan = Plans.of(chain(5_000, false));
        FutureTask<BackPressureGraph> made = new FutureTask<>(() -> new BackPressureGraph(plan));
        Thread small = new Thread(null, made, "small stack", 1);
        small.start();
        BackPressureGraph graph = made.get();

        assertThat(graph.cycleOf("b4999")).containsExactly("b4999");
        assertThat(graph.queuedOnly(1_000)).hasSize(5);
    }

    @Test
    void findsALoopOfThousands() {
        BackPressureGraph graph = new BackPressureGraph(Plans.of(chain(3_000, true)));

        assertThat(graph.cycleOf("b17")).hasSize(3_000).isSameAs(graph.cycleOf("b2999"));
        assertThat(graph.cycleOf("s")).containsExactly("s");
    }

    @Test
    void findsASelfLoop() {
        BackPressureGraph graph = graph("s>a", "a>a", "a>b");

        assertThat(graph.cycleOf("a")).containsExactly("a");
        assertThat(graph.cycleOf("b")).containsExactly("b");
    }

    @Test
    void findsALoopOfSeveralButNotItsNeighbours() {
        BackPressureGraph graph = graph("s>a", "a>b", "b>c", "c>a", "c>d");

        assertThat(graph.cycleOf("a")).containsExactlyInAnyOrder("a", "b", "c");
        assertThat(graph.cycleOf("c")).containsExactlyInAnyOrder("a", "b", "c");
        assertThat(graph.cycleOf("d")).containsExactly("d");
        assertThat(graph.cycleOf("s")).containsExactly("s");
    }

    @Test
    void joinsOnlyLoopsThatShareAComponent() {
        BackPressureGraph graph = graph("s>a", "a>b", "b>a", "b>c", "c>b", "c>d", "d>e", "e>d");

        assertThat(graph.cycleOf("a")).containsExactlyInAnyOrder("a", "b", "c");
        assertThat(graph.cycleOf("d")).containsExactlyInAnyOrder("d", "e");
    }

    @Test
    void ignoresAckStreams() {
        BackPressureGraph graph = graph("s>a");

        assertThat(graph.cycleOf("__acker")).containsExactly("__acker");
        assertThat(graph.cycleOf("s")).containsExactly("s");
    }

    /** Two components are on one cycle if each can be reached from the other. */
    @Property(tries = 60)
    void agreesWithReachability(@ForAll long seed, @ForAll @IntRange(min = 2, max = 6) int bolts) {
        Random random = new Random(seed);
        boolean[][] reaches = new boolean[bolts][bolts];
        List<String> edges = new ArrayList<>();
        for (int to = 0; to < bolts; to++) {
            edges.add("s>" + name(to));
            for (int from = 0; from < bolts; from++) {
                if (random.nextInt(3) == 0) {
                    edges.add(name(from) + ">" + name(to));
                    reaches[from][to] = true;
                }
            }
        }
        for (int via = 0; via < bolts; via++) {
            for (int from = 0; from < bolts; from++) {
                for (int to = 0; to < bolts; to++) {
                    reaches[from][to] |= reaches[from][via] && reaches[via][to];
                }
            }
        }

        BackPressureGraph graph = graph(edges.toArray(String[]::new));

        for (int from = 0; from < bolts; from++) {
            for (int to = 0; to < bolts; to++) {
                assertThat(graph.cycleOf(name(from)).contains(name(to)))
                        .as("%s with %s in %s", name(from), name(to), edges)
                        .isEqualTo(from == to || (reaches[from][to] && reaches[to][from]));
            }
        }
    }

    @Test
    void cutsLongChains() {
        BackPressureGraph graph = graph("s>a", "a>b", "b>c", "c>d", "s>c");

        assertThat(graph.queuedOnly(5)).isEmpty();
        assertThat(graph.queuedOnly(3)).containsExactly("c");
        assertThat(graph.queuedOnly(2)).containsExactlyInAnyOrder("b", "d");
        assertThat(graph.queuedOnly(1)).contains("a", "b", "c", "d");
        assertThat(graph.queuedOnly(0)).contains("a", "b", "c", "d");
    }

    @Test
    void cutsEachCycleAtItsFirstComponent() {
        assertThat(graph("s>a", "a>a", "a>b").queuedOnly(32)).containsExactly("a");
        assertThat(graph("s>a", "a>b", "b>c", "c>a", "c>d").queuedOnly(32)).containsExactly("a");
    }

    /** Calls along all edges except those to components that are not called directly. */
    @Property(tries = 100)
    void callsNestNoDeeperThanAllowed(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 8) int bolts,
            @ForAll @IntRange(min = 2, max = 6) int depth) {
        Random random = new Random(seed);
        List<String> edges = new ArrayList<>(List.of("s>a"));
        for (int to = 0; to < bolts; to++) {
            for (int from = 0; from < bolts; from++) {
                if (random.nextInt(4) == 0 || from == to - 1) {
                    edges.add(name(from) + ">" + name(to));
                }
            }
        }

        Set<String> queuedOnly = graph(edges.toArray(String[]::new)).queuedOnly(depth);

        for (String from : List.of("s", "a", "b", "c", "d", "e", "f", "g", "h")) {
            assertThat(nest(from, edges, queuedOnly, depth + 1))
                    .as("calls from %s in %s without %s", from, edges, queuedOnly)
                    .isLessThanOrEqualTo(depth);
        }
    }

    /** Returns how deep calls nest that begin at a component, up to a limit. */
    private static int nest(String from, List<String> edges, Set<String> uncalled, int limit) {
        int deepest = 0;
        for (String edge : edges) {
            String to = edge.substring(2);
            if (limit > 1 && edge.startsWith(from + ">") && !uncalled.contains(to)) {
                deepest = Math.max(deepest, nest(to, edges, uncalled, limit - 1));
            }
        }
        return deepest + 1;
    }

    private static String name(int bolt) {
        return String.valueOf((char) ('a' + bolt));
    }
}
