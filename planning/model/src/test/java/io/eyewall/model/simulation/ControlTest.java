package io.eyewall.model.simulation;

import static io.eyewall.model.simulation.Specs.SEC;
import static io.eyewall.model.simulation.Specs.bolt;
import static io.eyewall.model.simulation.Specs.cluster;
import static io.eyewall.model.simulation.Specs.constant;
import static io.eyewall.model.simulation.Specs.nodes;
import static io.eyewall.model.simulation.Specs.scheduler;
import static io.eyewall.model.simulation.Specs.simulation;
import static io.eyewall.model.simulation.Specs.spout;
import static io.eyewall.model.simulation.Specs.topology;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Percentage.withPercentage;

import io.eyewall.model.simulation.result.ClusterSample;
import io.eyewall.model.simulation.result.ResultSample;
import io.eyewall.model.simulation.result.SimulationResult;
import io.eyewall.model.simulation.result.TopologyResult;
import io.eyewall.model.simulation.spec.Incident;
import io.eyewall.model.simulation.spec.SchedulerSpec;
import io.eyewall.model.simulation.spec.SchedulerSpec.Adopt;
import io.eyewall.model.simulation.spec.SchedulerSpec.Handover;
import io.eyewall.model.simulation.spec.SchedulerSpec.Initial;
import io.eyewall.model.simulation.spec.SourceSpec.Arrivals;
import io.eyewall.model.simulation.spec.TopologySpec;
import io.eyewall.model.simulation.spec.TopologySpec.Acking;
import io.eyewall.model.simulation.spec.WorkerSpec;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** From measurements to workers, and what happens to clusters. */
class ControlTest {
    private static final double US = 1e3;

    @ParameterizedTest
    @CsvSource({"1,10", "1.7,7", "6,2"})
    void tstormUsesAsManyNodesAsInThePaper(double gamma, int expected) {
        SimulationResult result =
                run(
                        400,
                        10,
                        scheduler(
                                "tstorm",
                                Map.of("gamma", gamma),
                                Adopt.ALWAYS,
                                Handover.SMOOTH,
                                Initial.ONE_PER_NODE),
                        List.of(),
                        throughputTest());

        assertThat(result.cluster().get(10).nodes()).isEqualTo(10);
        assertThat(result.nodes()).isEqualTo(expected);
        assertThat(result.topology("test").failed()).isZero();
    }

    @Test
    void aPlanTakesItsWayThroughMeasuringFetchingAndStarting() {
        SimulationResult result =
                run(
                        400,
                        10,
                        scheduler(
                                "tstorm",
                                Map.of("gamma", 2.0),
                                Adopt.ALWAYS,
                                Handover.SMOOTH,
                                Initial.ONE_PER_NODE),
                        List.of(),
                        throughputTest());

        // planned at 300 s, fetched and seen at the same time or 10 s later, ready 10 s after that
        List<Double> moved =
                result.cluster().stream()
                        .filter(sample -> sample.moves() > 0)
                        .map(ClusterSample::sec)
                        .toList();
        assertThat(moved).hasSize(1);
        assertThat(moved.get(0)).isBetween(310.0, 330.0);
    }

    @Test
    void smoothHandoverStopsNothingAndRestartsDo() {
        SimulationResult smooth = handover(Handover.SMOOTH);
        SimulationResult restart = handover(Handover.RESTART);

        assertThat(smooth.moves()).isPositive();
        assertThat(smooth.topology("test").failed()).isZero();
        assertThat(smooth.topology("test").series()).allMatch(sample -> sample.ackedPerSec() > 400);
        assertThat(restart.topology("test").series())
                .anyMatch(sample -> sample.ackedPerSec() < 400);
    }

    private static SimulationResult handover(Handover handover) {
        return run(
                400,
                10,
                scheduler(
                        "tstorm",
                        Map.of("gamma", 2.0),
                        Adopt.ALWAYS,
                        handover,
                        Initial.ONE_PER_NODE),
                List.of(),
                throughputTest());
    }

    @ParameterizedTest
    @EnumSource(Handover.class)
    void aNodeThatDiesIsReplaced(Handover handover) {
        SimulationResult result =
                run(
                        300,
                        4,
                        scheduler(
                                SchedulerSpec.NONE,
                                Map.of(),
                                Adopt.GAIN,
                                handover,
                                Initial.ONE_PER_NODE),
                        List.of(
                                new Incident.FailNode(100 * SEC, "node-2"),
                                new Incident.RestoreNode(200 * SEC, "node-2")),
                        throughputTest());

        TopologyResult topology = result.topology("test");
        assertThat(result.changes().get(0).what()).isEqualTo("node node-2 dies");
        assertThat(result.cluster().get(10).nodes()).as("at 110 s").isEqualTo(3);
        assertThat(topology.failed()).isPositive();
        ResultSample last = topology.series().get(topology.series().size() - 1);
        assertThat(last.ackedPerSec()).isCloseTo(500, withPercentage(10));
        assertThat(last.backlog()).isLessThan(100);
    }

    @Test
    void workersThatDieAreStartedAgainWhereTheyWere() {
        SimulationResult result =
                run(
                        200,
                        4,
                        scheduler(SchedulerSpec.NONE, Map.of()),
                        List.of(new Incident.KillWorkers(100 * SEC, "node-1")),
                        throughputTest());

        TopologyResult topology = result.topology("test");
        assertThat(topology.failed()).isPositive();
        assertThat(result.nodes()).isEqualTo(4);
        assertThat(topology.series().get(19).ackedPerSec()).isCloseTo(500, withPercentage(10));
        assertThat(result.moves()).isZero();
    }

    @Test
    void moreLoadIsSeenAndRelieved() {
        // given all in one worker, at 60% of its node, and then three times the load
        TopologySpec one = oneWorker(topologyOf(900));
        List<Incident> more = List.of(new Incident.Load(60 * SEC, "test", 3));
        SchedulerSpec affinity =
                scheduler("affinity", Map.of(), Adopt.GAIN, Handover.SMOOTH, Initial.ROUND_ROBIN);

        SimulationResult left = run(300, 4, scheduler(SchedulerSpec.NONE, Map.of()), more, one);
        SimulationResult relieved = run(300, 4, affinity, more, one);

        assertThat(left.topology("test").series().get(29).meanMs()).isGreaterThan(1000);
        assertThat(relieved.nodes()).isGreaterThan(1);
        assertThat(relieved.topology("test").series().get(29).meanMs()).isLessThan(100);
        assertThat(relieved.changes()).anyMatch(change -> change.what().contains("overload"));
    }

    @Test
    void algorithmsAreExchangedWhileItRuns() {
        SimulationResult result =
                run(
                        500,
                        10,
                        scheduler(SchedulerSpec.NONE, Map.of()),
                        List.of(new Incident.Use(350 * SEC, "tstorm", Map.of("gamma", 6.0))),
                        throughputTest());

        assertThat(result.cluster().get(34).nodes()).as("at 350 s").isEqualTo(10);
        assertThat(result.nodes()).isEqualTo(2);
    }

    @Test
    void saysWhatDoesNotFit() {
        assertThatThrownBy(
                        () -> run(10, 2, scheduler("best", Map.of()), List.of(), throughputTest()))
                .hasMessageContaining("no placement algorithm 'best'");
        assertThatThrownBy(
                        () ->
                                run(
                                        10,
                                        2,
                                        scheduler(SchedulerSpec.NONE, Map.of()),
                                        List.of(new Incident.FailNode(SEC, "node-9")),
                                        throughputTest()))
                .hasMessageContaining(
                        "an event names node 'node-9', but there are [node-1, node-2]");
    }

    private static SimulationResult run(
            double seconds,
            int nodes,
            SchedulerSpec scheduler,
            List<Incident> incidents,
            TopologySpec topology) {
        return Simulator.run(
                simulation(
                        seconds,
                        5,
                        cluster(nodes(nodes, 4, 2, Specs.INFINITE), Map.of(), WorkerSpec.PLAIN),
                        scheduler,
                        incidents,
                        topology));
    }

    /** T-Storm's, with a bolt less work and half of the messages. */
    private static TopologySpec throughputTest() {
        return topologyOf(500);
    }

    private static TopologySpec topologyOf(double rate) {
        TopologySpec plain =
                topology(
                        Acking.ACKERS,
                        0,
                        spout("spout", 5, rate, Arrivals.POISSON, constant(100 * US)),
                        bolt("identity", 15, constant(500 * US), "spout"),
                        bolt("counter", 15, constant(500 * US), "identity"));
        return new TopologySpec(
                plain.name(),
                40,
                Acking.ACKERS,
                10,
                US,
                0,
                plain.timeoutNs(),
                plain.queueTuples(),
                1,
                false,
                plain.components());
    }

    private static TopologySpec oneWorker(TopologySpec topology) {
        return new TopologySpec(
                topology.name(),
                1,
                topology.acking(),
                topology.ackers(),
                topology.ackNs(),
                0,
                topology.timeoutNs(),
                topology.queueTuples(),
                1,
                false,
                topology.components());
    }
}
