package io.eyewall.control.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.control.health.Crashes;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.engine.metrics.ExecutorMetrics;
import io.eyewall.engine.metrics.LatencySnapshot;
import io.eyewall.engine.metrics.TopologyMetrics;
import io.eyewall.testkit.fake.FakePlans;
import io.eyewall.topology.ComponentPlan;
import io.eyewall.topology.ExecutorPlan;
import io.eyewall.topology.TopologyPlan;
import java.util.List;
import java.util.Map;
import org.apache.storm.generated.ComponentObject;
import org.apache.storm.generated.ExecutorStats;
import org.junit.jupiter.api.Test;

/** Figures are of the time between two samples, whatever happened to the counters in it. */
class TopologyFiguresTest {
    private static final long SECOND_NS = 1_000_000_000L;
    private static final ExecutorPlan SPOUT = new ExecutorPlan("in", 1, 1);
    private static final ExecutorPlan ONE = new ExecutorPlan("out", 2, 2);
    private static final ExecutorPlan OTHER = new ExecutorPlan("out", 3, 3);
    private static final TopologyPlan PLAN =
            FakePlans.of(
                    "t",
                    "t-1-2",
                    List.of(
                            component("in", ComponentPlan.Kind.SPOUT, List.of(1)),
                            component("out", ComponentPlan.Kind.BOLT, List.of(2, 3)),
                            component("__metrics", ComponentPlan.Kind.BOLT, List.of(4))),
                    List.of(SPOUT, ONE, OTHER));

    private static ComponentPlan component(
            String id, ComponentPlan.Kind kind, List<Integer> tasks) {
        return new ComponentPlan(id, kind, new ComponentObject(), tasks, Map.of(), Map.of());
    }

    private static ExecutorMetrics executor(
            ExecutorPlan plan, long tuples, long usefulNs, int queued, long callNs) {
        boolean spout = plan.equals(SPOUT);
        return new ExecutorMetrics(
                plan,
                0,
                false,
                7,
                spout ? Map.of("default", tuples, "__ack_init", tuples) : Map.of(),
                Map.of(),
                spout ? 0 : tuples,
                tuples,
                0,
                usefulNs,
                0,
                -1,
                queued,
                spout ? 5 : 0,
                0,
                callNs,
                new ExecutorStats());
    }

    private static TopologySample sample(int second, ExecutorMetrics... executors) {
        return new TopologySample(
                second * SECOND_NS,
                second * 1_000L,
                PLAN,
                TopologyStatus.ACTIVE,
                second,
                new TopologyMetrics(
                        List.of(executors),
                        List.of(),
                        LatencySnapshot.EMPTY,
                        LatencySnapshot.EMPTY,
                        List.of()),
                Map.of(3, 7L, 4, 2L, 9, 1L),
                Crashes.NONE,
                null);
    }

    private static TopologySample first() {
        return sample(
                5,
                executor(SPOUT, 1_000, 0, 0, 0),
                executor(ONE, 600, SECOND_NS, 0, 0),
                executor(OTHER, 400, 0, 0, 0));
    }

    private static TopologySample second() {
        return sample(
                7,
                executor(SPOUT, 1_200, 0, 0, 0),
                executor(ONE, 760, 2 * SECOND_NS, 50, 0),
                executor(OTHER, 440, SECOND_NS / 5, 20, 0));
    }

    @Test
    void aComponentsFiguresAreThoseOfItsExecutors() {
        ComponentFigures out = TopologyFigures.between(first(), second()).component("out");

        assertThat(out.tuples()).isEqualTo(1_200);
        assertThat(out.perSec()).isEqualTo(100);
        assertThat(out.rates().busy()).isEqualTo(0.3);
        assertThat(out.callNs()).isEqualTo(6e6);
        assertThat(out.worstBusy()).isEqualTo(0.5);
        assertThat(out.worstTask()).isEqualTo(2);
        assertThat(out.fullestMailbox()).isEqualTo(50);
        assertThat(out.errors()).isEqualTo(7);
    }

    @Test
    void messagesAreThoseOfSpouts() {
        TopologyFigures figures = TopologyFigures.between(first(), second());

        assertThat(figures.components().keySet()).containsExactly("in", "out");
        assertThat(figures.acked()).isEqualTo(1_200);
        assertThat(figures.ackedPerSec()).isEqualTo(100);
        assertThat(figures.emittedPerSec()).as("without Storm's own streams").isEqualTo(100);
        assertThat(figures.pending()).isEqualTo(5);
        assertThat(figures.queued()).isEqualTo(70);
        assertThat(figures.errors()).as("those of system tasks included").isEqualTo(10);
    }

    @Test
    void sinceTheStartRatesAreMeans() {
        TopologyFigures figures = TopologyFigures.sinceStart(second(), 8);

        assertThat(figures.ackedPerSec()).isEqualTo(150);
        assertThat(figures.component("out").perSec()).isEqualTo(150);
    }

    /** Its time is counted only when it returns, but its executor was busy all the time. */
    @Test
    void aCallThatHasNotReturnedIsBusy() {
        TopologySample stalled =
                sample(
                        7,
                        executor(SPOUT, 1_000, 0, 0, 0),
                        executor(ONE, 600, SECOND_NS, 0, 9 * SECOND_NS),
                        executor(OTHER, 400, 0, 0, SECOND_NS));

        TopologyFigures figures = TopologyFigures.between(first(), stalled);

        assertThat(figures.of(stalled.metrics().executors().get(1)).busy()).isEqualTo(1);
        assertThat(figures.of(stalled.metrics().executors().get(2)).busy()).isEqualTo(0.5);
        assertThat(figures.component("out").worstBusy()).isEqualTo(1);
    }

    @Test
    void aComponentWithoutExecutorsIsListed() {
        ComponentFigures out = TopologyFigures.between(first(), sample(7)).component("out");

        assertThat(out.counters().executors()).isZero();
        assertThat(out.worstTask()).isEqualTo(-1);
        assertThat(out.perSec()).isZero();
    }
}
