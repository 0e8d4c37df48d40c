package io.eyewall.model.simulation;

import static io.eyewall.model.simulation.Specs.bolt;
import static io.eyewall.model.simulation.Specs.cluster;
import static io.eyewall.model.simulation.Specs.constant;
import static io.eyewall.model.simulation.Specs.exponential;
import static io.eyewall.model.simulation.Specs.simulation;
import static io.eyewall.model.simulation.Specs.spout;
import static io.eyewall.model.simulation.Specs.topology;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import io.eyewall.model.simulation.event.Service;
import io.eyewall.model.simulation.result.TopologyResult;
import io.eyewall.model.simulation.spec.ComponentSpec;
import io.eyewall.model.simulation.spec.SourceSpec.Arrivals;
import io.eyewall.model.simulation.spec.TopologySpec;
import io.eyewall.model.simulation.spec.TopologySpec.Acking;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Simulated queues beside the formulas that hold for them exactly (Kleinrock, Queueing Systems,
 * volume 1). All within 2%, by a fixed seed and a million messages.
 */
class QueueingTheoryTest {
    private static final double RATE = 1000;
    private static final double MS = 1e6;
    private static final double SECONDS = 1000;

    @ParameterizedTest
    @CsvSource({"0.3", "0.6", "0.75"})
    void singleServerWithExponentialService(double utilisation) {
        double service = utilisation / RATE * 1e9;

        TopologyResult result =
                run(Acking.NONE, 0, poisson(), bolt("serve", 1, exponential(service), "spout"));

        // M/M/1: T = s / (1 - rho); the p-th quantile is -T ln(1 - p)
        double mean = service / MS / (1 - utilisation);
        assertThat(result.meanMs()).isCloseTo(mean, withPercentage(2));
        assertThat(result.p50Ms()).isCloseTo(mean * Math.log(2), withPercentage(4));
        assertThat(result.p99Ms()).isCloseTo(mean * Math.log(100), withPercentage(6));
        assertThat(result.ackedPerSec()).isCloseTo(RATE, withPercentage(1));
    }

    @Test
    void singleServerWithConstantService() {
        double service = 0.6 / RATE * 1e9;

        TopologyResult result =
                run(Acking.NONE, 0, poisson(), bolt("serve", 1, constant(service), "spout"));

        // M/D/1: T = s (1 + rho / (2 (1 - rho)))
        double mean = service / MS * (1 + 0.6 / (2 * 0.4));
        assertThat(result.meanMs()).isCloseTo(mean, withPercentage(2));
    }

    @Test
    void twoServersInTandem() {
        double one = 0.5 / RATE * 1e9;
        double other = 0.7 / RATE * 1e9;

        TopologyResult result =
                run(
                        Acking.NONE,
                        0,
                        poisson(),
                        bolt("one", 1, exponential(one), "spout"),
                        bolt("other", 1, exponential(other), "one"));

        // Burke: each is an M/M/1 of its own
        double mean = one / MS / 0.5 + other / MS / 0.3;
        assertThat(result.meanMs()).isCloseTo(mean, withPercentage(2));
    }

    @ParameterizedTest
    @CsvSource({"COUNTED", "ACKERS"})
    void forkAndJoin(Acking acking) {
        double service = 0.6 / RATE * 1e9;

        TopologyResult result =
                run(
                        acking,
                        0,
                        poisson(),
                        bolt("one", 1, exponential(service), "spout"),
                        bolt("other", 1, exponential(service), "spout"));

        // Flatto and Hahn, two branches: T = (12 - rho) / 8 * s / (1 - rho)
        double mean = (12 - 0.6) / 8 * service / MS / 0.4;
        assertThat(result.meanMs()).isCloseTo(mean, withPercentage(2));
        assertThat(result.failed()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"1", "3", "10"})
    void closedNetworkWithSoManyMessages(int messages) {
        double service = 1 * MS;
        double endless = Double.POSITIVE_INFINITY;

        TopologyResult result =
                run(
                        Acking.COUNTED,
                        messages,
                        spout("spout", 1, endless, Arrivals.EVEN, Service.NONE),
                        bolt("one", 1, exponential(service), "spout"),
                        bolt("other", 1, exponential(service), "one"));

        // Two balanced servers: X = N / (s (N + 1)); Little: T = N / X
        assertThat(result.ackedPerSec())
                .isCloseTo(1000.0 * messages / (messages + 1), withPercentage(2));
        assertThat(result.meanMs()).isCloseTo(messages + 1.0, withPercentage(2));
    }

    @Test
    void severalExecutorsThatShareTwoCores() {
        // given spouts that don't need these cores, and so many executors that hardly ever two
        // tuples are in one
        ComponentSpec spout = on(poisson(), "node-1");
        ComponentSpec bolt = on(bolt("serve", 40, exponential(1.2 * MS), "spout"), "node-2");

        TopologyResult result =
                Simulator.run(
                                simulation(
                                        SECONDS,
                                        7,
                                        cluster(2, 1, 2, Specs.INFINITE),
                                        topology(Acking.NONE, 0, spout, bolt)))
                        .topology("test");

        // M/M/2: T = s / (1 - rho^2)
        assertThat(result.meanMs()).isCloseTo(1.2 / (1 - 0.6 * 0.6), withPercentage(2));
    }

    private static ComponentSpec on(ComponentSpec component, String node) {
        return new ComponentSpec(
                component.name(),
                component.executors(),
                component.source(),
                component.service(),
                component.waitService(),
                component.bytes(),
                component.memoryBytes(),
                component.inputs(),
                Set.of(node));
    }

    private static ComponentSpec poisson() {
        return spout("spout", 1, RATE, Arrivals.POISSON, Service.NONE);
    }

    private static TopologyResult run(Acking acking, int maxPending, ComponentSpec... components) {
        TopologySpec topology = topology(acking, maxPending, components);
        return Simulator.run(simulation(SECONDS, 7, cluster(1, 1, 6, Specs.INFINITE), topology))
                .topology("test");
    }
}
