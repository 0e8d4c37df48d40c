package io.eyewall.engine.adaptation;

import static io.eyewall.engine.adaptation.Readings.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.eyewall.placement.load.ExecutorLoad;
import io.eyewall.placement.load.Snapshot;
import io.eyewall.placement.load.Traffic;
import io.eyewall.placement.place.CostTree;
import io.eyewall.placement.plan.Layout;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests loads and traffic from given counters; executors are named by component and task. */
class LoadMeterTest {
    private static final CostTree TWO_CORES = CoreTree.flat(2);

    private static Snapshot measure(Readings readings) {
        return measure(TWO_CORES, readings);
    }

    private static Snapshot measure(CostTree tree, Readings readings) {
        return LoadMeter.measure(tree, readings.before(), readings.after())
                .orElseThrow()
                .snapshot();
    }

    private static void assertLoad(Snapshot window, String executor, double cores) {
        assertThat(window.executors())
                .filteredOn(load -> load.executor().equals(id(executor)))
                .singleElement()
                .extracting(ExecutorLoad::cores)
                .satisfies(load -> assertThat(load).isCloseTo(cores, within(1e-9)));
    }

    @Test
    void assignsDirectCallsToTheCallee() {
        Snapshot window =
                measure(
                        new Readings(0.9)
                                .executor("s1", 0, 0.9)
                                .executor("a2", 0, 0.7)
                                .calledBy("s", 0.7)
                                .executor("b3", 0, 0.4)
                                .calledBy("a", 0.4)
                                .sends("s1", "a2", 100)
                                .sends("a2", "b3", 100));

        assertLoad(window, "s1", 0.2);
        assertLoad(window, "a2", 0.3);
        assertLoad(window, "b3", 0.4);
    }

    @Test
    void dividesDirectCallsAmongCallersByTuples() {
        Snapshot window =
                measure(
                        new Readings(0.8, 0.5)
                                .executor("s1", 0, 0.5)
                                .executor("s2", 0, 0.3)
                                .executor("s3", 1, 0.5)
                                .executor("a4", 0, 0.4)
                                .calledBy("s", 0.4)
                                .sends("s1", "a4", 300)
                                .sends("s2", "a4", 100));

        assertLoad(window, "s1", 0.2);
        assertLoad(window, "s2", 0.2);
        assertLoad(window, "s3", 0.5);
        assertLoad(window, "a4", 0.4);
    }

    @Test
    void assignsUntimedWorkOfACoreToItsExecutors() {
        Snapshot window =
                measure(new Readings(1, 0.1).executor("a1", 0, 0.1).executor("b2", 0, 0.3));

        assertLoad(window, "a1", 0.25);
        assertLoad(window, "b2", 0.75);
    }

    @Test
    void excludesCrossingsFromOwnTime() {
        long tuples = 10_000_000; // 0.6 s at each end
        Snapshot window =
                measure(
                        new Readings(1, 0.8)
                                .executor("a1", 0, 0.4)
                                .executor("b2", 1, 0.2)
                                .sends("a1", "b2", tuples));

        assertLoad(window, "a1", 0.4);
        assertLoad(window, "b2", 0.2);
        assertThat(window.traffic()).containsExactly(new Traffic(id("a1"), id("b2"), tuples, 0));
    }

    /** Cores 0 and 1 are on one node, core 2 is on another, twice as far away. */
    @Test
    void usesThePlannersPricesOfCrossings() {
        CostTree tree = CoreTree.ofNumaNodes(List.of(0, 0, 1), 2);
        double[] busy = {0.65, 0.45, 0.5};
        long tuples = 2_500_000; // 0.15 s at each end within a node
        Readings readings =
                new Readings(busy)
                        .executor("a1", 0, 0.2)
                        .executor("b2", 1, 0.3)
                        .executor("c3", 2, 0.2)
                        .sends("a1", "b2", tuples)
                        .sends("a1", "c3", tuples);

        Snapshot window = measure(tree, readings);

        assertLoad(window, "a1", 0.2);
        assertLoad(window, "b2", 0.3);
        assertLoad(window, "c3", 0.2);
        Layout asItIs =
                Layout.atStart(
                        new CoreAdviser(tree).problem(window, Map.of(), readings.after().places()));
        for (int core = 0; core < busy.length; core++) {
            assertThat(asItIs.fullness(tree.indexOf(CoreAdviser.placeName(core))))
                    .isCloseTo(busy[core], within(1e-9));
        }
    }

    @Test
    void countsNoLoadForDedicatedExecutors() {
        Snapshot window =
                measure(
                        new Readings(0.2)
                                .executor("a1", 0, 0.2)
                                .executor("b2", 0, 0.9)
                                .dedicated());

        assertLoad(window, "a1", 0.2);
        assertLoad(window, "b2", 0);
    }

    @Test
    void measuresDifferencesOfCounters() {
        Readings readings = new Readings(0.5).executor("a1", 0, 0.5).executor("b2", 0, 0);
        readings.sends("a1", "b2", 7);
        CounterSnapshot now = readings.after();
        CounterSnapshot later = new CounterSnapshot(now.nowNs() * 2, now.busyNs(), now.executors());

        Snapshot window = LoadMeter.measure(TWO_CORES, now, later).orElseThrow().snapshot();

        assertLoad(window, "a1", 0);
        assertThat(window.traffic()).isEmpty();
    }

    @Test
    void measuresNothingIfExecutorsChangedOrTimeStoodStill() {
        Readings one = new Readings(0.5, 0).executor("a1", 0, 0.5);
        Readings moved = new Readings(0.5, 0).executor("a1", 1, 0.5);
        Readings two = new Readings(0.5, 0).executor("a1", 0, 0.5).executor("b2", 0, 0.5);

        assertThat(LoadMeter.measure(TWO_CORES, one.before(), moved.after())).isEmpty();
        assertThat(LoadMeter.measure(TWO_CORES, one.before(), two.after())).isEmpty();
        assertThat(LoadMeter.measure(TWO_CORES, one.after(), one.after())).isEmpty();
    }
}
