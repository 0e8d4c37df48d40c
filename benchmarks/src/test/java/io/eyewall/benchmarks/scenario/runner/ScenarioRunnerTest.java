package io.eyewall.benchmarks.scenario.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.eyewall.benchmarks.scenario.Peer;
import io.eyewall.benchmarks.scenario.Scenario;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Rounds on a host that changes. */
class ScenarioRunnerTest {
    private final Deque<Double> hosts = new ArrayDeque<>();
    private final List<String> asked = new ArrayList<>();

    /** What is gauged is as the test says, everything else runs at ten million per second. */
    private List<RunResult> run(int rounds, boolean gauged, Double... hostRates) throws Exception {
        hosts.addAll(List.of(hostRates));
        RunPlan plan =
                new RunPlan(
                        List.of(Scenario.parse("w1-p2")),
                        List.of(Peer.parse("eyewall")),
                        0,
                        1,
                        rounds,
                        gauged,
                        new JvmPlan("java", JvmPlan.Collector.PARALLEL, "1g", List.of()));
        Launcher launcher =
                (scenario, peer, warmupMs, windowMs) -> {
                    asked.add(peer.name());
                    if (!peer.name().equals("exchange")) {
                        return SampleRun.measurement(10, List.of());
                    }
                    double rate = hosts.remove();
                    if (rate == 0) {
                        throw new ChildFailedException("it broke");
                    }
                    return SampleRun.measurement(rate, List.of());
                };
        return new ScenarioRunner(launcher, new PrintStream(OutputStream.nullOutputStream()))
                .run(plan, soFar -> {});
    }

    private static Summary.Row row(List<RunResult> results) {
        return new Summary(results).rows().get(0);
    }

    @Test
    void theGaugeAfterARoundIsTheOneBeforeTheNext() throws Exception {
        List<RunResult> results = run(2, true, 20.0, 21.0, 20.0);

        assertThat(asked).containsExactly("exchange", "eyewall", "exchange", "eyewall", "exchange");
        assertThat(results).hasSize(2);
        assertThat(row(results).toHost().orElseThrow()).isCloseTo(10 / 20.5, within(1e-9));
        assertThat(row(results).unsteadyRounds()).isZero();
    }

    @Test
    void aRoundInWhichTheHostHasChangedIsRepeated() throws Exception {
        List<RunResult> results = run(1, true, 20.0, 30.0, 31.0);

        assertThat(results).hasSize(1);
        assertThat(results.get(0).host()).isEqualTo(new HostReading(30, 31));
        assertThat(row(results).unsteadyRounds()).isZero();
    }

    @Test
    void notForEver() throws Exception {
        List<RunResult> results = run(1, true, 20.0, 30.0, 20.0, 30.0);

        assertThat(results).hasSize(1);
        assertThat(row(results).unsteadyRounds()).isEqualTo(1);
        assertThat(hosts).isEmpty();
    }

    @Test
    void aGaugeThatFailsIsNoneForItsRounds() throws Exception {
        List<RunResult> results = run(2, true, 20.0, 0.0, 20.0);

        assertThat(results).hasSize(2).allMatch(RunResult::isGood);
        assertThat(row(results).toHost()).isEqualTo(OptionalDouble.empty());
    }

    @Test
    void whoDoesNotAskForItPaysNothing() throws Exception {
        List<RunResult> results = run(3, false);

        assertThat(results).hasSize(3);
        assertThat(asked).containsOnly("eyewall");
        assertThat(row(results).toHost()).isEmpty();
    }
}
