package io.eyewall.model.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.eyewall.model.calibration.MachineConstants;
import io.eyewall.model.capacity.Placement;
import io.eyewall.model.routing.Routing;
import io.eyewall.model.routing.Routing.Kind;
import io.eyewall.model.topology.ComponentModel;
import io.eyewall.model.topology.EdgeModel;
import io.eyewall.model.topology.TopologyModel;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PredictionTest {
    private static final double ENDLESS = Double.POSITIVE_INFINITY;

    private static Setting cores(int cores) {
        return Setting.engine(cores, MachineConstants.ASSUMED, 100);
    }

    private static ComponentModel bolt(String id, int executors, double ns) {
        return new ComponentModel(id, false, executors, executors, ns, 1);
    }

    private static TopologyModel chain(Kind kind, List<Double> shares, int bolts, int pending) {
        return new TopologyModel(
                "chain",
                List.of(new ComponentModel("in", true, 1, 1, 1_000, 1), bolt("out", bolts, 9_000)),
                List.of(new EdgeModel("in", "out", new Routing(kind, shares), 1, 100)),
                Map.of("in", 1.0),
                pending > 0,
                pending);
    }

    @Test
    void oneCoreBearsTheSumOfItsWork() {
        Prediction one = Prediction.of(chain(Kind.SHUFFLE, List.of(), 1, 0), cores(1), ENDLESS);

        assertThat(one.maxPerSec()).isCloseTo(1e9 / 10_000, within(1e-3));
        assertThat(one.bottleneck()).isEqualTo("core-0");
        assertThat(one.latency().meanNs()).isInfinite();
    }

    @Test
    void calledDirectlyATreeIsOneServiceWithoutWaiting() {
        Prediction half = Prediction.of(chain(Kind.SHUFFLE, List.of(), 1, 0), cores(1), 50_000);

        // The spout is told after its next call, which calls all that follows.
        assertThat(half.latency().meanNs()).isBetween(9_000.0, 25_000.0);
        assertThat(half.load().cores()).isCloseTo(0.5, within(1e-9));
        assertThat(half.busyCores()).isCloseTo(0.5, within(0.02));
        assertThat(half.cores()).as("with its sleeps").isBetween(0.5, 0.56);
    }

    /** It sleeps for a millisecond on threads of its own; the core only hands tuples over. */
    @Test
    void dedicatedThreadsLimitTheRate() {
        TopologyModel sleepy =
                new TopologyModel(
                        "sleepy",
                        List.of(
                                new ComponentModel("in", true, 1, 1, 1_000, 1),
                                new ComponentModel(
                                        "nap",
                                        false,
                                        8,
                                        8,
                                        1_000,
                                        1,
                                        new ComponentModel.OwnThread(1e6, 0))),
                        List.of(
                                new EdgeModel(
                                        "in", "nap", new Routing(Kind.SHUFFLE, List.of()), 1, 0)),
                        Map.of("in", 1.0),
                        true,
                        1_000);
        Prediction full = Prediction.of(sleepy, cores(1), ENDLESS);

        assertThat(full.maxPerSec()).isCloseTo(8_000, within(1e-3));
        assertThat(full.bottleneck()).startsWith("the thread of nap");
        assertThat(full.load().cores()).isCloseTo(0.016, within(1e-9));
        assertThat(full.latency().meanNs()).isBetween(100e6, 150e6); // 1,000 of 8,000 per second
        assertThat(Prediction.of(sleepy, cores(1), 100).latency().meanNs()).isBetween(1e6, 2e6);
        assertThat(new Search(sleepy, PredictionTest::cores).bestOfSize(1).executors())
                .hasEntrySatisfying("nap", threads -> assertThat(threads).isGreaterThan(8));
    }

    @Test
    void crossingsTakeTimeAtBothEnds() {
        // Half of the tuples cross: core 0 has 1,000 + 4,500 + 50, core 1 4,500 + 50.
        Prediction two = Prediction.of(chain(Kind.SHUFFLE, List.of(), 2, 0), cores(2), ENDLESS);

        assertThat(two.maxPerSec()).isCloseTo(1e9 / 5_550, within(1e-3));
    }

    /** Half of them would cross, at 200 ns; at full load no core needs to send any away. */
    @Test
    void shuffledTuplesStayWhereAllCoresAreBusy() {
        TopologyModel twice = spouts(2);

        assertThat(Prediction.of(twice, cores(2), ENDLESS).maxPerSec())
                .isCloseTo(2e9 / 10_000, within(1e-3));
        assertThat(Prediction.of(twice, cores(2), 190_000).load().cores())
                .isCloseTo(1.9, within(1e-9));
        assertThat(Prediction.of(twice, cores(2), 100_000).load().cores())
                .isCloseTo(1 + 0.5 * 0.02, within(1e-9));
    }

    /** Were nothing to cross, they would not be busy, and then all would be shared by turns. */
    @Test
    void asManyShuffledTuplesCrossAsKeepTheCoresBusy() {
        double cores = Prediction.of(spouts(2), cores(2), 149_000).load().cores();

        assertThat(cores).isBetween(1.5, 1.49 + 0.5 * 0.0298);
    }

    /** The other core emits nothing, so its tasks get nothing from there. */
    @Test
    void shuffledTuplesOfOneCoreGoToAll() {
        Prediction uneven = Prediction.of(spouts(1), cores(2), ENDLESS);
        Prediction storm =
                Prediction.of(
                        spouts(2), Setting.storm(List.of(new Setting.Node("a", 2, 2, 1e9))), 1e4);

        assertThat(uneven.maxPerSec()).isCloseTo(1e9 / 5_550, within(1e-3));
        assertThat(storm.load().snapshot(storm.placement()).traffic())
                .hasSize(4)
                .allSatisfy(one -> assertThat(one.tuplesPerSec()).isCloseTo(2_500, within(1e-6)));
    }

    private static TopologyModel spouts(int spouts) {
        return new TopologyModel(
                "chain",
                List.of(
                        new ComponentModel("in", true, spouts, spouts, 1_000, 1),
                        bolt("out", 2, 9_000)),
                List.of(new EdgeModel("in", "out", Routing.of(Kind.SHUFFLE), 1, 100)),
                Map.of("in", 1.0),
                false,
                0);
    }

    @Test
    void localTuplesLeaveAFullCoreOnlyForAnIdleOne() {
        TopologyModel topology = chain(Kind.LOCAL_OR_SHUFFLE, List.of(), 2, 0);

        assertThat(Prediction.of(topology, cores(2), ENDLESS).maxPerSec())
                .isCloseTo(1e9 / 5_550, within(1e-3));
        assertThat(Prediction.of(topology, cores(1), ENDLESS).maxPerSec())
                .isCloseTo(1e5, within(1e-3));
    }

    @Test
    void aHotKeyKeepsItsCoreFull() {
        TopologyModel even = chain(Kind.FIELDS, List.of(0.5, 0.5), 2, 0);
        TopologyModel skewed = chain(Kind.FIELDS, List.of(0.1, 0.9), 2, 0);

        assertThat(Prediction.of(even, cores(2), ENDLESS).maxPerSec())
                .isCloseTo(1e9 / 5_550, within(1.0));
        // The second has 0.9 * (9,000 + 100).
        assertThat(Prediction.of(skewed, cores(2), ENDLESS).maxPerSec())
                .isCloseTo(1e9 / 8_190, within(1.0));
        assertThat(skewed.edges().get(0).routing().hotShare()).isCloseTo(0.8, within(1e-9));
        assertThat(skewed.edges().get(0).routing().shares(4)[0]).isCloseTo(0.85, within(1e-9));
    }

    /** Two bolts by one key, in a row: what comes to a task goes on at its core. */
    @Test
    void aKeyThatIsKeptCrossesOnce() {
        Prediction kept = Prediction.of(keys(Kind.SAME_KEY), cores(2), ENDLESS);
        Prediction mixed = Prediction.of(keys(Kind.FIELDS), cores(2), ENDLESS);

        // Half of the spout's tuples cross, at 100 ns on either side; half of those of "a", too.
        assertThat(mixed.load().cores() * 1e9 / mixed.maxPerSec())
                .isCloseTo(19_000 + 0.5 * 200 + 0.5 * 200, within(1.0));
        assertThat(kept.load().cores() * 1e9 / kept.maxPerSec())
                .isCloseTo(19_000 + 0.5 * 200, within(1.0));
    }

    private static TopologyModel keys(Kind second) {
        return new TopologyModel(
                "keys",
                List.of(
                        new ComponentModel("in", true, 1, 1, 1_000, 1),
                        bolt("a", 2, 9_000),
                        bolt("b", 2, 9_000)),
                List.of(
                        new EdgeModel("in", "a", Routing.of(Kind.FIELDS), 1, 0),
                        new EdgeModel("a", "b", Routing.of(second), 1, 0)),
                Map.of("in", 1.0),
                false,
                0);
    }

    @Test
    void maxPendingBoundsLatencyOfSpoutsThatAlwaysHaveMore() {
        TopologyModel topology = chain(Kind.SHUFFLE, List.of(), 1, 50);
        Setting setting = cores(2);
        Placement apart =
                new Placement(
                        setting.tree(),
                        topology,
                        Map.of("in", new int[] {0}, "out", new int[] {1}));
        Setting.Node node = new Setting.Node("a", 8, 1, Double.POSITIVE_INFINITY);

        Prediction here = Prediction.of(setting, apart, ENDLESS);
        Prediction storm = Prediction.of(topology, Setting.storm(List.of(node)), ENDLESS);

        assertThat(here.latency().meanNs() * here.maxPerSec() / 1e9).isBetween(40.0, 100.0);
        assertThat(storm.latency().meanNs() * storm.maxPerSec() / 1e9).isCloseTo(50, within(1.0));
    }

    @Test
    void waitsOfUserCodeUseNoCore() {
        TopologyModel topology =
                new TopologyModel(
                        "db",
                        List.of(
                                new ComponentModel("in", true, 1, 1, 1_000, 0),
                                new ComponentModel(
                                        "db",
                                        false,
                                        1,
                                        1,
                                        500,
                                        0,
                                        new ComponentModel.OwnThread(1e6, 20_000))),
                        List.of(new EdgeModel("in", "db", Routing.of(Kind.SHUFFLE), 1, 0)),
                        Map.of("in", 1.0),
                        true,
                        100);

        Prediction one = Prediction.of(topology, cores(1), ENDLESS);
        Prediction slow = Prediction.of(topology, cores(1), 500);
        Search.Found best = new Search(topology, PredictionTest::cores).bestOfSize(1);

        assertThat(one.maxPerSec()).isCloseTo(1_000, within(1e-6));
        assertThat(one.bottleneck()).isEqualTo("the thread of db[0]");
        // A core has 1,500 ns and what waking takes for each; the thread computes for 20,000.
        assertThat(slow.busyCores()).isBetween(500 * 21_500e-9, 500 * 33_000e-9);
        assertThat(slow.cores()).as("with the core's sleeps").isBetween(0.017, 0.04);
        assertThat(best.executors().get("db")).isGreaterThan(8);
        assertThat(best.prediction().maxPerSec()).isGreaterThan(8_000);
    }

    @Test
    void advisesThePendingThatKeepsThePercentile() {
        Setting setting = cores(2);
        TopologyModel topology = chain(Kind.SHUFFLE, List.of(), 2, 1000);
        Prediction full = Prediction.of(topology, setting, ENDLESS);

        PendingAdvice advice =
                PendingAdvice.forLatency(1e6, setting, full.placement()).orElseThrow();

        assertThat(advice.p99Ns()).isLessThanOrEqualTo(1e6);
        assertThat(advice.perSec()).isLessThanOrEqualTo(1.05 * full.maxPerSec());
        assertThat(PendingAdvice.forLatency(1, setting, full.placement())).isEmpty();
    }

    @Test
    void spoutsThatShareNothingFullDoNotHoldEachOtherBack() {
        TopologyModel two =
                new TopologyModel(
                        "two",
                        List.of(
                                new ComponentModel("fast", true, 2, 2, 1_000, 1),
                                bolt("slow", 1, 9_000)),
                        List.of(new EdgeModel("fast", "slow", Routing.of(Kind.GLOBAL), 0, 0)),
                        Map.of("fast", 1.0),
                        false,
                        0);

        assertThat(Prediction.of(two, cores(2), ENDLESS).maxPerSec()).isCloseTo(2e6, within(1.0));
    }

    @Test
    void searchAddsExecutorsUntilTheCoresAreFull() {
        Search search = new Search(chain(Kind.SHUFFLE, List.of(), 1, 0), PredictionTest::cores);

        Search.Found best = search.bestOfSize(2);

        assertThat(best.executors()).containsEntry("out", 2);
        assertThat(best.prediction().maxPerSec()).isGreaterThan(1.8e5);
        assertThat(search.cheapest(60_000, ENDLESS, 4).orElseThrow().prediction().setting().size())
                .isEqualTo(1);
        assertThat(search.cheapest(120_000, ENDLESS, 4).orElseThrow().prediction().setting().size())
                .isEqualTo(2);
        assertThat(search.cheapest(1e9, ENDLESS, 4)).isEmpty();
    }

    @Test
    void aStormExecutorIsAThreadAndLinksFillUp() {
        Setting.Node slow = new Setting.Node("a", 8, 1, 1e6);
        Setting.Node other = new Setting.Node("b", 8, 1, 1e6);
        TopologyModel topology = chain(Kind.SHUFFLE, List.of(), 1, 0);

        Prediction apart = Prediction.of(topology, Setting.storm(List.of(slow, other)), ENDLESS);
        Prediction together = Prediction.of(topology, Setting.storm(List.of(slow)), ENDLESS);

        assertThat(apart.bottleneck()).isEqualTo("the link of a (out)");
        assertThat(apart.maxPerSec()).isCloseTo(1e4, within(1.0)); // 100 bytes each
        assertThat(together.bottleneck()).isEqualTo("the thread of out[0]");
        assertThat(together.maxPerSec()).isCloseTo(1e9 / 9_250, within(1.0));
    }

    /**
     * Both ends of what crosses are full at once: a second link beside one alone brings nothing.
     */
    @Test
    void secondLinksRaiseTheRateToTheNextBottleneck() {
        TopologyModel topology = chain(Kind.SHUFFLE, List.of(), 1, 0);
        Setting narrow =
                Setting.storm(
                        List.of(
                                new Setting.Node("a", 4, 1, 1_000_000),
                                new Setting.Node("b", 4, 1, 1_000_000)));
        Prediction prediction = Prediction.of(topology, narrow, ENDLESS);

        assertThat(prediction.fullLinks()).containsExactly("a", "b");
        WhatIfAnswer.Links links = WhatIfAnswer.Links.predict(topology, prediction).orElseThrow();
        assertThat(links.of()).containsExactly("a", "b");
        assertThat(links.maxPerSec()).isCloseTo(2 * prediction.maxPerSec(), within(1.0));
        assertThat(
                        Prediction.of(topology, narrow.withSecondLinks(Set.of("a")), ENDLESS)
                                .maxPerSec())
                .isCloseTo(prediction.maxPerSec(), within(1.0));
    }

    @Test
    void suggestsNoSecondLinksIfNoneIsFull() {
        TopologyModel topology = chain(Kind.SHUFFLE, List.of(), 1, 0);

        assertThat(WhatIfAnswer.Links.predict(topology, Prediction.of(topology, cores(2), ENDLESS)))
                .isEmpty();
    }

    @Test
    void placedByTrafficTuplesStayOnTheirNode() {
        List<Setting.Node> nodes =
                List.of(new Setting.Node("a", 8, 1, 1e6), new Setting.Node("b", 8, 1, 1e6));
        TopologyModel topology = chain(Kind.SHUFFLE, List.of(), 2, 0);

        Prediction dealt = Prediction.of(topology, Setting.storm(nodes), ENDLESS);
        Prediction placed =
                Prediction.of(topology, Setting.storm(nodes).placedByTraffic(), ENDLESS);

        assertThat(dealt.bottleneck()).contains("link");
        assertThat(placed.bottleneck()).contains("thread");
        assertThat(placed.maxPerSec()).isGreaterThan(5 * dealt.maxPerSec());
    }

    @Test
    void refusesACycleThatMultipliesTuples() {
        TopologyModel cycle =
                new TopologyModel(
                        "cycle",
                        List.of(new ComponentModel("in", true, 1, 1, 1, 1), bolt("b", 1, 1)),
                        List.of(
                                new EdgeModel("in", "b", Routing.of(Kind.SHUFFLE), 1, 0),
                                new EdgeModel("b", "b", Routing.of(Kind.SHUFFLE), 1.1, 0)),
                        Map.of("in", 1.0),
                        false,
                        0);

        assertThatThrownBy(() -> Prediction.of(cycle, cores(1), ENDLESS))
                .hasMessageContaining("cycle");
    }

    private static TopologyModel computing(double threadCpuNs) {
        return new TopologyModel(
                "computing",
                List.of(
                        new ComponentModel("in", true, 1, 1, 1_000, 1),
                        new ComponentModel(
                                "own",
                                false,
                                8,
                                8,
                                1_000,
                                1,
                                new ComponentModel.OwnThread(1e6, threadCpuNs))),
                List.of(new EdgeModel("in", "own", new Routing(Kind.SHUFFLE, List.of()), 1, 0)),
                Map.of("in", 1.0),
                true,
                1_000);
    }

    /** Eight threads that compute for half of their time: of two processors not four are used. */
    @Test
    void threadsOfTheirOwnTakeNoMoreProcessorsThanThereAre() {
        Prediction two = Prediction.of(computing(5e5), cores(2), ENDLESS);

        assertThat(two.bottleneck()).isEqualTo("all processors");
        assertThat(two.cores()).isCloseTo(2, within(1e-6));
        assertThat(two.maxPerSec()).isCloseTo(2e9 / 502_000, within(10.0));

        Prediction eight = Prediction.of(computing(5e5), cores(8), ENDLESS);
        assertThat(eight.bottleneck()).startsWith("the thread of own");
        assertThat(eight.maxPerSec()).isCloseTo(8_000, within(1.0));
        assertThat(eight.cores()).isCloseTo(8_000 * 502e-6, within(0.1));
    }

    @Test
    void sleepsAreInTheProcessorTimeBelowFullLoad() {
        Prediction little = Prediction.of(chain(Kind.SHUFFLE, List.of(), 1, 100), cores(1), 1_000);

        assertThat(little.busyCores()).isCloseTo(0.01, within(0.002));
        // The spout is asked about twice per message.
        assertThat(little.cores() - little.busyCores()).isBetween(0.008, 0.04);
        assertThat(little.coresAsCalibrated()).isCloseTo(0.01, within(1e-9));
    }

    @Test
    void doesNotPredictLatencyIfTuplesAreAckedLate() {
        TopologyModel chain = chain(Kind.SHUFFLE, List.of(), 1, 100);
        TopologyModel windows =
                new TopologyModel(
                        "windows",
                        List.of(chain.component("in"), chain.component("out").holding()),
                        chain.edges(),
                        chain.sourceWeights(),
                        true,
                        100);
        Prediction held = Prediction.of(windows, cores(1), 1_000);

        assertThat(held.holding()).containsExactly("out");
        assertThat(held.latency().isKnown()).isFalse();
        assertThat(held.latencyFromDue().isKnown()).isFalse();
        assertThat(held.maxPerSec()).as("the rest is").isCloseTo(1e5, within(1e-3));
        assertThat(held.cores()).isPositive();
        assertThat(Prediction.of(windows.withExecutors(Map.of("out", 2)), cores(2), 1e3).holding())
                .containsExactly("out");
        assertThat(Prediction.of(chain, cores(1), 1_000).holding()).isEmpty();
    }

    @Test
    void messagesTakeLongerFromWhenTheyWereDue() {
        TopologyModel chain = chain(Kind.SHUFFLE, List.of(), 1, 100);
        Prediction little = Prediction.of(chain, cores(1), 100);

        assertThat(little.latency().meanNs()).isCloseTo(9_000, within(1_000.0));
        assertThat(little.latencyFromDue().meanNs()).isBetween(300_000.0, 800_000.0);
        assertThat(Prediction.of(chain, cores(1), ENDLESS).latencyFromDue().isKnown())
                .as("nothing is due where there is always more")
                .isFalse();
    }

    /** A chain of single executors starts on one core; by default it does not stay there. */
    @Test
    void heavySingleExecutorsAreOnAsManyCoresAsTheyNeed() {
        TopologyModel diamond =
                new TopologyModel(
                        "diamond",
                        List.of(
                                new ComponentModel("in", true, 1, 1, 1_000, 0),
                                new ComponentModel("a", false, 1, 1, 40_000, 0),
                                new ComponentModel("b", false, 1, 1, 80_000, 0),
                                new ComponentModel("c", false, 1, 1, 40_000, 0)),
                        List.of(
                                new EdgeModel(
                                        "in", "a", new Routing(Kind.SHUFFLE, List.of()), 1, 0),
                                new EdgeModel(
                                        "in", "b", new Routing(Kind.SHUFFLE, List.of()), 1, 0),
                                new EdgeModel(
                                        "a", "c", new Routing(Kind.SHUFFLE, List.of()), 1, 0)),
                        Map.of("in", 1.0),
                        true,
                        500);

        Prediction placed = Prediction.of(diamond, cores(2), ENDLESS);
        Prediction left = Prediction.of(diamond, cores(2).withoutMoves(), ENDLESS);
        assertThat(left.maxPerSec()).isCloseTo(1e9 / 161_000, within(1.0));
        assertThat(placed.maxPerSec()).isGreaterThan(1.9 * left.maxPerSec());

        // A tenth of that fits one core, and takes fewer wake-ups there.
        Prediction little = Prediction.of(diamond, cores(2), 1_000);
        assertThat(little.placement().executors()).extracting(one -> one.place()).containsOnly(0);
    }
}
