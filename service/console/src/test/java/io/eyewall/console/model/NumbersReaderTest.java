package io.eyewall.console.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.control.figures.TopologySample;
import io.eyewall.control.health.Crashes;
import io.eyewall.control.health.Health;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.engine.metrics.CoreMetrics;
import io.eyewall.engine.metrics.EdgeMetrics;
import io.eyewall.engine.metrics.ExecutorMetrics;
import io.eyewall.engine.metrics.LatencySnapshot;
import io.eyewall.engine.metrics.TopologyMetrics;
import io.eyewall.testkit.fake.FakePlans;
import io.eyewall.topology.ComponentPlan;
import io.eyewall.topology.ExecutorPlan;
import io.eyewall.topology.StreamPlan;
import io.eyewall.topology.SubscriptionPlan;
import io.eyewall.topology.TopologyPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.storm.generated.ComponentObject;
import org.apache.storm.generated.ExecutorStats;
import org.apache.storm.generated.Grouping;
import org.apache.storm.generated.NullStruct;
import org.apache.storm.tuple.Fields;
import org.junit.jupiter.api.Test;

/** Rates are of the time between two samples, whatever happened to the counters in it. */
class NumbersReaderTest {
    private static final long SECOND_NS = 1_000_000_000L;
    private static final ExecutorPlan SPOUT = new ExecutorPlan("in", 1, 1);
    private static final ExecutorPlan ONE = new ExecutorPlan("out", 2, 2);
    private static final ExecutorPlan OTHER = new ExecutorPlan("out", 3, 3);

    private static TopologyPlan plan() {
        StreamPlan stream =
                new StreamPlan(
                        "default",
                        new Fields("n"),
                        false,
                        List.of(new SubscriptionPlan("out", Grouping.shuffle(new NullStruct()))));
        ComponentPlan in =
                new ComponentPlan(
                        "in",
                        ComponentPlan.Kind.SPOUT,
                        new ComponentObject(),
                        List.of(1),
                        Map.of("topology.executor.receive.buffer.size", 100),
                        Map.of("default", stream));
        ComponentPlan out =
                new ComponentPlan(
                        "out",
                        ComponentPlan.Kind.BOLT,
                        new ComponentObject(),
                        List.of(2, 3),
                        Map.of("topology.executor.receive.buffer.size", 100),
                        Map.of());
        return FakePlans.of("t", "t-1-2", List.of(in, out), List.of(SPOUT, ONE, OTHER));
    }

    private static ExecutorMetrics executor(
            ExecutorPlan plan, int core, int uptimeSecs, long tuples, long usefulNs, int queued) {
        boolean spout = plan.componentId().equals("in");
        return new ExecutorMetrics(
                plan,
                core,
                false,
                uptimeSecs,
                spout ? Map.of("default", tuples) : Map.of(),
                Map.of(),
                spout ? 0 : tuples,
                tuples,
                0,
                usefulNs,
                0,
                -1,
                queued,
                0,
                0,
                0,
                new ExecutorStats());
    }

    private static TopologySample sample(long atNs, List<ExecutorMetrics> executors, long... sent) {
        List<EdgeMetrics> edges = new ArrayList<>();
        for (int i = 0; i < sent.length; i++) {
            edges.add(new EdgeMetrics(1, "default", 2 + i % 2, sent[i]));
        }
        return new TopologySample(
                atNs,
                atNs / 1_000_000,
                plan(),
                TopologyStatus.ACTIVE,
                10,
                new TopologyMetrics(
                        executors,
                        edges,
                        new LatencySnapshot(10, 1, 1, 9, 9, 9),
                        new LatencySnapshot(5, 2, 2, 4, 4, 4),
                        List.of(new CoreMetrics(0, 2, atNs / 2, 0), new CoreMetrics(1, 1, 0, 0))),
                Map.of(3, 7L),
                Crashes.NONE,
                null);
    }

    private static final List<String> COMPONENTS = Columns.ALL.components();

    private static double component(Numbers numbers, int row, String column) {
        return numbers.components().get(row, COMPONENTS.indexOf(column));
    }

    private static Numbers read(TopologySample before, TopologySample now) {
        return NumbersReader.read(
                StructureReader.read("k", now.plan()),
                before,
                now,
                3,
                new Health(Health.Word.RUNNING, "running", ""));
    }

    private static TopologySample first() {
        return sample(
                0,
                List.of(
                        executor(SPOUT, 0, 5, 1_000, 0, 0),
                        executor(ONE, 0, 5, 600, SECOND_NS, 0),
                        executor(OTHER, 1, 5, 400, 0, 0)),
                600,
                400);
    }

    @Test
    void ratesAreOfTheTimeBetween() {
        Numbers numbers =
                read(
                        first(),
                        sample(
                                2 * SECOND_NS,
                                List.of(
                                        executor(SPOUT, 0, 7, 1_200, 0, 0),
                                        executor(ONE, 0, 7, 760, 2 * SECOND_NS, 50),
                                        executor(OTHER, 1, 7, 440, SECOND_NS / 5, 0)),
                                760,
                                440));

        assertThat(component(numbers, 0, "perSec")).isEqualTo(100);
        assertThat(component(numbers, 1, "perSec")).isEqualTo(100);
        assertThat(component(numbers, 1, "busy")).isEqualTo(0.3);
        assertThat(component(numbers, 1, "worstBusy")).isEqualTo(0.5);
        assertThat(component(numbers, 1, "worstTask")).isEqualTo(2);
        assertThat(component(numbers, 1, "worstFill")).isEqualTo(0.5);
        assertThat(component(numbers, 1, "fill")).isEqualTo(0.25);
        assertThat(component(numbers, 1, "callNs")).isEqualTo(6e6);
        assertThat(component(numbers, 1, "errors")).isEqualTo(7);
        assertThat(numbers.edges().get(0, 0)).isEqualTo(100);
        assertThat(numbers.edges().get(0, 1)).isEqualTo(1_200);
        assertThat(numbers.tasks().get(1, 0)).as("to task 2").isEqualTo(80);
        assertThat(numbers.tasks().get(2, 0)).as("to task 3").isEqualTo(20);
        assertThat(numbers.crossing().get(0, 0)).isEqualTo(80);
        assertThat(numbers.crossing().get(0, 1)).isEqualTo(20);
        assertThat(numbers.cores().get(0, 0)).isEqualTo(0.5);
        assertThat(numbers.totals().perSec()).isEqualTo(100);
        assertThat(numbers.totals().p99Ns()).isEqualTo(4);
        assertThat(numbers.totals().p99AllNs()).isEqualTo(9);
        assertThat(numbers.totals().moves()).isEqualTo(3);
    }

    @Test
    void whatWasReplacedBeginsAnew() {
        Numbers numbers =
                read(
                        first(),
                        sample(
                                SECOND_NS,
                                List.of(
                                        executor(SPOUT, 0, 6, 1_000, 0, 0),
                                        executor(ONE, 0, 0, 30, 0, 0),
                                        executor(OTHER, 1, 6, 400, 0, 0)),
                                30,
                                400));

        assertThat(component(numbers, 1, "perSec")).isEqualTo(30);
        assertThat(numbers.edges().get(0, 0)).isEqualTo(30);
    }

    @Test
    void tasksTakeTheirCountersToOtherExecutors() {
        ExecutorPlan both = new ExecutorPlan("out", 2, 3);
        TopologySample one =
                sample(
                        SECOND_NS,
                        List.of(
                                executor(SPOUT, 0, 6, 1_000, 0, 0),
                                executor(both, 0, 0, 1_100, SECOND_NS + SECOND_NS / 2, 0)),
                        650,
                        450);

        Numbers merged = read(first(), one);
        assertThat(component(merged, 1, "perSec")).isEqualTo(100);
        assertThat(component(merged, 1, "busy")).isEqualTo(0.5);

        TopologySample two =
                sample(
                        2 * SECOND_NS,
                        List.of(
                                executor(SPOUT, 0, 7, 1_000, 0, 0),
                                executor(ONE, 0, 0, 700, SECOND_NS, 0),
                                executor(OTHER, 1, 0, 600, SECOND_NS, 0)),
                        650,
                        450);
        Numbers split = read(one, two);
        assertThat(component(split, 1, "perSec")).isEqualTo(200);
        assertThat(component(split, 1, "busy")).isEqualTo(0.25);
    }

    @Test
    void whatIsSeenForTheFirstTimeHasDoneItSinceItBegan() {
        Numbers numbers =
                read(
                        sample(0, List.of()),
                        sample(
                                SECOND_NS,
                                List.of(
                                        executor(SPOUT, 0, 100, 1_000, 0, 0),
                                        executor(ONE, 0, 100, 600, SECOND_NS, 0),
                                        executor(OTHER, 1, 100, 400, 0, 0)),
                                600,
                                400));

        assertThat(numbers.totals().perSec()).isEqualTo(10);
        assertThat(component(numbers, 1, "perSec")).isEqualTo(10);
        assertThat(numbers.edges().get(0, 0)).isEqualTo(10);
    }

    @Test
    void aTaskMayCountInSeveralPlaces() {
        Numbers numbers =
                read(
                        sample(0, first().metrics().executors(), 600, 400, 10, 20),
                        sample(SECOND_NS, first().metrics().executors(), 700, 400, 15, 20));

        assertThat(numbers.edges().get(0, 0)).isEqualTo(105);
        assertThat(numbers.edges().get(0, 1)).isEqualTo(1_135);
    }
}
