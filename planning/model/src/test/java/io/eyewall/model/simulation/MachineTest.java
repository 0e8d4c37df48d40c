package io.eyewall.model.simulation;

import static io.eyewall.model.simulation.Specs.SEC;
import static io.eyewall.model.simulation.Specs.bolt;
import static io.eyewall.model.simulation.Specs.cluster;
import static io.eyewall.model.simulation.Specs.component;
import static io.eyewall.model.simulation.Specs.constant;
import static io.eyewall.model.simulation.Specs.exponential;
import static io.eyewall.model.simulation.Specs.nodes;
import static io.eyewall.model.simulation.Specs.simulation;
import static io.eyewall.model.simulation.Specs.spout;
import static io.eyewall.model.simulation.Specs.topology;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Percentage.withPercentage;

import io.eyewall.model.simulation.event.Service;
import io.eyewall.model.simulation.result.ComponentResult;
import io.eyewall.model.simulation.result.SimulationResult;
import io.eyewall.model.simulation.result.TopologyResult;
import io.eyewall.model.simulation.spec.ClusterSpec;
import io.eyewall.model.simulation.spec.ComponentSpec;
import io.eyewall.model.simulation.spec.InputSpec;
import io.eyewall.model.simulation.spec.InputSpec.Grouping;
import io.eyewall.model.simulation.spec.SourceSpec.Arrivals;
import io.eyewall.model.simulation.spec.TopologySpec;
import io.eyewall.model.simulation.spec.TopologySpec.Acking;
import io.eyewall.model.simulation.spec.Transfer;
import io.eyewall.model.simulation.spec.WorkerSpec;
import io.eyewall.placement.place.Level;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Queues, groupings, acks, links, pauses: what can be said exactly of each. */
class MachineTest {
    private static final double US = 1e3;
    private static final double MS = 1e6;
    private static final double ENDLESS = Double.POSITIVE_INFINITY;

    @Test
    void aFullQueueStopsItsSenders() {
        // given a spout that could send ten times what its bolt can take
        TopologySpec topology =
                queue(100, spout("spout", 1, ENDLESS, Arrivals.EVEN, constant(100 * US)), 1 * MS);

        TopologyResult result = run(20, cluster(1, 1, 2, ENDLESS), topology).topology("test");

        assertThat(result.ackedPerSec()).isCloseTo(1000, withPercentage(1));
        assertThat(queued(result, "serve")).isBetween(90L, 101L);
        assertThat(result.meanMs()).isCloseTo(101, withPercentage(2));
    }

    @Test
    void messagesThatComeTooFastWaitOutside() {
        TopologySpec topology =
                queue(100, spout("spout", 1, 2000, Arrivals.EVEN, Service.NONE), 1 * MS);

        TopologyResult result = run(20, cluster(1, 1, 2, ENDLESS), topology).topology("test");

        assertThat(result.ackedPerSec()).isCloseTo(1000, withPercentage(1));
        assertThat((double) result.backlog()).isCloseTo(20_000, withPercentage(2));
    }

    @Test
    void noMoreThanMaxPendingAreUnderWay() {
        // Little: 20 messages at 1,000 per second are under way for 20 ms
        TopologyResult result =
                run(
                                20,
                                cluster(1, 1, 2, ENDLESS),
                                topology(
                                        Acking.COUNTED,
                                        20,
                                        spout("spout", 1, ENDLESS, Arrivals.EVEN, Service.NONE),
                                        bolt("serve", 1, constant(1 * MS), "spout")))
                        .topology("test");

        assertThat(result.meanMs()).isCloseTo(20, withPercentage(1));
    }

    @ParameterizedTest
    @EnumSource(value = Acking.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void whatTakesTooLongFailsAndIsEmittedAgain(Acking acking) {
        // given a bolt that takes 100 of 110 messages per second, for 400 seconds
        SimulationResult result =
                run(
                        400,
                        cluster(1, 1, 4, ENDLESS),
                        topology(
                                acking,
                                0,
                                spout("spout", 1, 110, Arrivals.EVEN, Service.NONE),
                                bolt("serve", 1, constant(10 * MS), "spout")));

        TopologyResult topology = result.topology("test");
        assertThat(topology.failed()).isPositive();
        assertThat(topology.series().get(10).failedPerSec()).isZero();
        // Nothing is lost: what came in was acked, waits, or is under way.
        assertThat(topology.components())
                .anyMatch(c -> c.component().equals("spout") && c.tuplesPerSec() > 110);
    }

    @Test
    void groupingsSendToWhomTheyShould() {
        TopologyResult result =
                run(
                                20,
                                cluster(2, 1, 8, ENDLESS),
                                topology(
                                        Acking.COUNTED,
                                        0,
                                        spout("spout", 2, 1000, Arrivals.POISSON, Service.NONE),
                                        takes("all", 4, Grouping.ALL),
                                        takes("global", 4, Grouping.GLOBAL),
                                        takes("fields", 4, Grouping.FIELDS),
                                        takes("shuffle", 4, Grouping.SHUFFLE),
                                        takes("local", 4, Grouping.LOCAL_OR_SHUFFLE)))
                        .topology("test");

        assertThat(tuplesPerSec(result, "all")).isCloseTo(4000, withPercentage(2));
        for (String one : List.of("global", "fields", "shuffle", "local")) {
            assertThat(tuplesPerSec(result, one)).isCloseTo(1000, withPercentage(2));
        }
        assertThat(result.failed()).isZero();
    }

    @Test
    void emitsAsManyAsSaid() {
        ComponentSpec nine =
                component(
                        "count",
                        3,
                        null,
                        Service.NONE,
                        10,
                        List.of(new InputSpec("spout", Grouping.FIELDS, 50, 1, 9.25)));

        TopologyResult result =
                run(
                                20,
                                cluster(1, 1, 8, ENDLESS),
                                topology(
                                        Acking.ACKERS,
                                        0,
                                        spout("spout", 1, 1000, Arrivals.EVEN, Service.NONE),
                                        nine))
                        .topology("test");

        assertThat(tuplesPerSec(result, "count")).isCloseTo(9250, withPercentage(1));
        // per message: one of the spout, and an ack of each tuple
        assertThat(tuplesPerSec(result, "__acker")).isCloseTo(10_250, withPercentage(1));
    }

    @Test
    void shuffleStaysInItsWorkerUntilThatIsBusy() {
        // given two workers, crossings that are dear, and executors that have room
        Map<Level, Transfer> dear = Map.of(Level.RACK, new Transfer(0, 0, 0, 10_000_000));
        ClusterSpec cluster = cluster(nodes(2, 1, 8, ENDLESS), dear, WorkerSpec.PLAIN);
        ComponentSpec spout = spout("spout", 2, 1000, Arrivals.POISSON, Service.NONE);

        double near = run(10, cluster, aware(true, spout, 100 * US)).topology("test").meanMs();
        double uniform = run(10, cluster, aware(false, spout, 100 * US)).topology("test").meanMs();
        TopologyResult busy =
                run(60, cluster, aware(true, endlessOnOne(), 1 * MS)).topology("test");

        assertThat(near).isLessThan(1);
        assertThat(uniform).isCloseTo(5, withPercentage(10));
        assertThat(busy.ackedPerSec()).as("of four bolts on two nodes").isGreaterThan(3500);
    }

    @Test
    void aLinkPassesWhatItCan() {
        // given 1,000 bytes per tuple over 1 MB/s, both ways out and in
        TopologySpec topology =
                queue(1000, spout("spout", 1, ENDLESS, Arrivals.EVEN, constant(10 * US)), 1 * US);

        TopologyResult result = run(100, cluster(2, 1, 2, 1e6), apart(topology)).topology("test");

        assertThat(result.ackedPerSec()).isCloseTo(1000, withPercentage(1));
    }

    @Test
    void aWorkerThatCollectsGarbageStandsStill() {
        WorkerSpec collecting = new WorkerSpec(0, 1, SEC, SEC, 100_000, (long) (50 * MS), 0);
        TopologySpec topology =
                queue(100, spout("spout", 1, ENDLESS, Arrivals.EVEN, Service.NONE), 1 * MS);

        double paused =
                run(20, cluster(nodes(1, 1, 4, ENDLESS), Map.of(), collecting), topology)
                        .topology("test")
                        .ackedPerSec();

        // 100 bytes are counted when they are emitted and when they are taken: a pause of 50 ms
        // for every 500 tuples, half a second of work
        assertThat(paused).isCloseTo(1000 * 500 / 550.0, withPercentage(2));
    }

    @Test
    void workersOverheadTakesCores() {
        WorkerSpec busy = new WorkerSpec(0.5, (long) (1 * MS), SEC, SEC, ENDLESS, 0, 0);
        TopologySpec topology =
                queue(100, spout("spout", 1, ENDLESS, Arrivals.EVEN, Service.NONE), 1 * MS);

        SimulationResult result =
                run(100, cluster(nodes(1, 1, 1, ENDLESS), Map.of(), busy), topology);

        assertThat(result.topology("test").ackedPerSec()).isCloseTo(500, withPercentage(4));
        assertThat(result.cores()).isCloseTo(1, withPercentage(1));
    }

    @Test
    void theSeedDecidesEverything() {
        TopologySpec topology =
                topology(
                        Acking.ACKERS,
                        50,
                        spout("spout", 2, 1000, Arrivals.POISSON, exponential(100 * US)),
                        bolt("one", 3, exponential(1 * MS), "spout"),
                        bolt("other", 2, exponential(500 * US), "one", "spout"));
        ClusterSpec cluster = cluster(3, 2, 2, 1e8);

        SimulationResult first = Simulator.run(simulation(30, 1, cluster, topology));
        SimulationResult same = Simulator.run(simulation(30, 1, cluster, topology));
        SimulationResult other = Simulator.run(simulation(30, 2, cluster, topology));

        assertThat(same).isEqualTo(first);
        assertThat(other.events()).isNotEqualTo(first.events());
    }

    @Test
    void refusesCycles() {
        assertThatThrownBy(
                        () ->
                                topology(
                                        Acking.NONE,
                                        0,
                                        spout("spout", 1, 1, Arrivals.EVEN, Service.NONE),
                                        bolt("one", 1, Service.NONE, "spout", "other"),
                                        bolt("other", 1, Service.NONE, "one")))
                .hasMessageContaining("receives tuples that follow from its own")
                .hasMessageContaining("cycles can't be simulated");
    }

    private static ComponentSpec takes(String name, int executors, Grouping grouping) {
        return component(
                name,
                executors,
                null,
                constant(1 * US),
                10,
                List.of(new InputSpec("spout", grouping, 100, 0.5, 1)));
    }

    private static ComponentSpec endlessOnOne() {
        return spout("spout", 1, ENDLESS, Arrivals.EVEN, constant(10 * US));
    }

    private static TopologySpec aware(boolean isAware, ComponentSpec spout, double serviceNs) {
        TopologySpec plain =
                topology(Acking.NONE, 0, spout, bolt("serve", 4, constant(serviceNs), "spout"));
        return with(plain, 100, isAware);
    }

    private static TopologySpec queue(int tuples, ComponentSpec spout, double serviceNs) {
        return with(
                topology(Acking.NONE, 0, spout, bolt("serve", 1, constant(serviceNs), "spout")),
                tuples,
                false);
    }

    /** Spouts on the first node, bolts on the second. */
    private static TopologySpec apart(TopologySpec topology) {
        ComponentSpec spout = topology.components().get(0);
        ComponentSpec bolt = topology.components().get(1);
        return new TopologySpec(
                topology.name(),
                2,
                topology.acking(),
                0,
                0,
                0,
                topology.timeoutNs(),
                topology.queueTuples(),
                1,
                false,
                List.of(
                        new ComponentSpec(
                                spout.name(),
                                1,
                                spout.source(),
                                spout.service(),
                                Service.NONE,
                                1000,
                                0,
                                List.of(),
                                Set.of("node-1")),
                        new ComponentSpec(
                                bolt.name(),
                                1,
                                null,
                                bolt.service(),
                                Service.NONE,
                                0,
                                0,
                                bolt.inputs(),
                                Set.of("node-2"))));
    }

    private static TopologySpec with(TopologySpec plain, int queue, boolean loadAware) {
        return new TopologySpec(
                plain.name(),
                plain.workers(),
                plain.acking(),
                plain.ackers(),
                0,
                plain.maxPending(),
                plain.timeoutNs(),
                queue,
                1,
                loadAware,
                plain.components());
    }

    private static SimulationResult run(
            double seconds, ClusterSpec cluster, TopologySpec topology) {
        return Simulator.run(simulation(seconds, 3, cluster, topology));
    }

    private static long queued(TopologyResult result, String component) {
        return find(result, component).queued();
    }

    private static double tuplesPerSec(TopologyResult result, String component) {
        return find(result, component).tuplesPerSec();
    }

    private static ComponentResult find(TopologyResult result, String component) {
        return result.components().stream()
                .filter(each -> each.component().equals(component))
                .findFirst()
                .orElseThrow();
    }
}
