package io.eyewall.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.control.TestTopology.Trouble;
import io.eyewall.engine.Engine;
import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.StackTraceText;
import io.eyewall.engine.TaskOpening;
import io.eyewall.engine.TopologyFailure;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.engine.metrics.ExecutorMetrics;
import io.eyewall.engine.metrics.TopologyMetrics;
import io.eyewall.engine.trace.Trace;
import io.eyewall.engine.trace.TraceLease;
import io.eyewall.engine.trace.TraceOutcome;
import io.eyewall.engine.trace.TraceQuery;
import io.eyewall.engine.trace.TraceReport;
import io.eyewall.engine.trace.TraceSettings;
import io.eyewall.engine.trace.TraceSpan;
import io.eyewall.topology.TopologyPlan;
import io.eyewall.topology.config.ConfigException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.storm.Config;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What holds of a topology whether it is looked at from within its process or from another. */
@Timeout(120)
abstract class RunningTopologyContract {
    static final Duration LIMIT = Duration.ofSeconds(30);

    private final Engine engine = TestTopology.engine();
    private final List<RunningTopology> topologies = new ArrayList<>();

    /** The same topology, as it is shown to somebody. */
    abstract RunningTopology shown(RunningTopology real);

    /** All that were submitted. */
    final List<RunningTopology> topologies() {
        synchronized (topologies) {
            return List.copyOf(topologies);
        }
    }

    @AfterEach
    void closeEngine() {
        TestTopology.GATES.values().forEach(CountDownLatch::countDown);
        engine.close();
    }

    final RunningTopology submit(Trouble trouble) {
        return submit(TestTopology.plan(trouble));
    }

    private RunningTopology submit(TopologyPlan plan) {
        RunningTopology real = TestTopology.submit(engine, plan);
        synchronized (topologies) {
            topologies.add(real);
        }
        return real;
    }

    static void await(BooleanSupplier condition) throws InterruptedException {
        long deadlineNs = System.nanoTime() + LIMIT.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("waited for %s", LIMIT).isLessThan(deadlineNs);
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }

    @Test
    void hasThePlanThatWasSubmitted() {
        RunningTopology real = submit(Trouble.NONE);

        TopologyPlan plan = shown(real).plan();

        assertThat(plan.conf()).isEqualTo(real.plan().conf());
        assertThat(plan.component(TestTopology.BOLT))
                .isEqualTo(real.plan().component(TestTopology.BOLT));
        assertThat(plan).isEqualTo(real.plan());
    }

    @Test
    void goesThroughItsLife() throws Exception {
        RunningTopology real = submit(Trouble.NONE);
        RunningTopology shown = shown(real);

        assertThat(shown.awaitStarted(LIMIT)).isTrue();
        assertThat(shown.status()).isEqualTo(TopologyStatus.ACTIVE);
        assertThat(shown.failure()).isEmpty();
        assertThat(shown.launchTimeSecs()).isEqualTo(real.launchTimeSecs());
        assertThat(shown.uptimeSecs()).isBetween(0, real.uptimeSecs());
        assertThat(shown.await(Duration.ofMillis(1))).isFalse();
        assertThat(shown.await(Duration.ofSeconds(-1))).isFalse();

        shown.deactivate();
        assertThat(shown.status()).isEqualTo(TopologyStatus.INACTIVE);
        await(shown::isQuiet);
        shown.activate();
        assertThat(shown.status()).isEqualTo(TopologyStatus.ACTIVE);

        shown.kill(Duration.ofDays(1));
        assertThat(shown.status()).isEqualTo(TopologyStatus.KILLED);
        shown.kill(Duration.ZERO);
        assertThat(shown.await(Duration.ofDays(10_000))).isTrue();
        assertThat(shown.status()).isEqualTo(TopologyStatus.ENDED);
    }

    @Test
    void showsWhatBecomesOfMessages() throws Exception {
        RunningTopology shown = shown(submit(Trouble.NONE));
        assertThat(shown.awaitStarted(LIMIT)).isTrue();

        shown.traces().lease(new TraceLease("test", 1, Duration.ofMinutes(1)));
        await(() -> shown.traces().report(new TraceQuery(0, 10)).begun() > 10);
        shown.traces().lease(new TraceLease("test", 1, Duration.ZERO));
        shown.traces().set(new TraceSettings(5, 7));
        shown.deactivate();
        await(shown::isQuiet);
        TraceReport report = shown.traces().report(new TraceQuery(1, 3));

        assertThat(report.settings()).isEqualTo(new TraceSettings(5, 7));
        assertThat(report.every()).isEqualTo(5);
        assertThat(report.more()).isTrue();
        assertThat(report.traces()).extracting(Trace::number).containsExactly(2L, 3L, 4L);
        assertThat(report.traces())
                .allSatisfy(
                        trace -> {
                            assertThat(trace.isSettled()).isTrue();
                            assertThat(trace.outcome()).isEqualTo(TraceOutcome.ACKED);
                            assertThat(trace.spans())
                                    .extracting(TraceSpan::component)
                                    .containsExactly(TestTopology.SPOUT, TestTopology.BOLT);
                        });
    }

    @Test
    void countsWhatItDoes() throws Exception {
        RunningTopology real = submit(Trouble.NONE);
        RunningTopology shown = shown(real);
        await(() -> acked(shown.metrics()) > 100);
        await(() -> shown.metrics().completeLatency().count() > 0); // of a sample
        shown.deactivate();
        await(shown::isQuiet);

        TopologyMetrics metrics = shown.metrics();

        TopologyMetrics own = real.metrics();
        assertThat(acked(metrics)).isEqualTo(acked(own));
        assertThat(metrics.edges()).isNotEmpty().isEqualTo(own.edges());
        assertThat(metrics.completeLatency()).isEqualTo(own.completeLatency());
        assertThat(metrics.executors().stream().map(ExecutorMetrics::executor))
                .isEqualTo(own.executors().stream().map(ExecutorMetrics::executor).toList());
        assertThat(metrics.executors()).allSatisfy(e -> assertThat(e.stats()).isNotNull());
        assertThat(metrics.cores()).hasSize(2);
        assertThat(metrics.toString()).isEqualTo(own.toString());
        assertThat(shown.errors()).isEmpty();
        assertThat(shown.errorCounts()).isEmpty();
        assertThat(shown.parallelism()).isEqualTo(real.parallelism());
        assertThat(shown.placement()).isEqualTo(real.placement());
    }

    private static long acked(TopologyMetrics metrics) {
        return metrics.executors().stream()
                .filter(executor -> executor.executor().componentId().equals(TestTopology.SPOUT))
                .mapToLong(ExecutorMetrics::acked)
                .sum();
    }

    @Test
    void getsOtherExecutors() throws Exception {
        RunningTopology real = submit(Trouble.NONE);
        RunningTopology shown = shown(real);
        shown.awaitStarted(LIMIT);
        TopologyPlan before = shown.plan();

        shown.rebalance(
                Map.of(TestTopology.BOLT, 3), Map.of(Config.TOPOLOGY_MAX_SPOUT_PENDING, 7), LIMIT);

        TopologyPlan after = shown.plan();
        assertThat(sinks(before)).isEqualTo(1);
        assertThat(sinks(after)).isEqualTo(3);
        assertThat(after.conf()).containsEntry(Config.TOPOLOGY_MAX_SPOUT_PENDING, 7);
        assertThat(after).isEqualTo(real.plan());
        shown.rebalance(Map.of(TestTopology.BOLT, 2), LIMIT);
        assertThat(sinks(shown.plan())).isEqualTo(2);
    }

    private static long sinks(TopologyPlan plan) {
        return plan.executors().stream()
                .filter(executor -> executor.componentId().equals(TestTopology.BOLT))
                .count();
    }

    @Test
    void refusesWhatCanNotBeDone() throws Exception {
        RunningTopology shown = shown(submit(Trouble.NONE));
        shown.awaitStarted(LIMIT);

        assertThatThrownBy(() -> shown.rebalance(Map.of("nobody", 2), LIMIT))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has no component 'nobody'");
        assertThatThrownBy(() -> shown.rebalance(Map.of(), Map.of("eyewall.no", 1), LIMIT))
                .isExactlyInstanceOf(ConfigException.class)
                .hasMessageContaining("unknown configuration key 'eyewall.no'");
        shown.kill(Duration.ZERO);
        shown.await(LIMIT);
        assertThatThrownBy(() -> shown.rebalance(Map.of(TestTopology.BOLT, 2), LIMIT))
                .isExactlyInstanceOf(IllegalStateException.class)
                .hasMessageContaining(shown.plan().name());
    }

    @Test
    void saysWhatItWaitsFor() throws Exception {
        TopologyPlan plan = TestTopology.plan(Trouble.NONE);
        TestTopology.GATES.put(plan.name(), new CountDownLatch(1));
        RunningTopology shown = shown(submit(plan));

        await(() -> opening(shown).isPresent());
        TaskOpening opening = opening(shown).orElseThrow();

        assertThat(opening.call()).isEqualTo("prepare");
        assertThat(opening.elapsed()).isPositive();
        assertThat(opening.describe()).contains("TestTopology$Sink.await(TestTopology.java:");
        assertThat(shown.status()).isEqualTo(TopologyStatus.STARTING);
        assertThat(shown.awaitStarted(Duration.ofMillis(1))).isFalse();
    }

    private static Optional<TaskOpening> opening(RunningTopology topology) {
        return topology.openings().stream()
                .filter(opening -> opening.componentId().equals(TestTopology.BOLT))
                .filter(
                        opening ->
                                opening.stack().stream()
                                        .anyMatch(frame -> frame.getMethodName().equals("await")))
                .findFirst();
    }

    @Test
    void saysWhyItFailed() throws Exception {
        RunningTopology real = submit(Trouble.THROWS);
        RunningTopology shown = shown(real);
        assertThat(shown.await(LIMIT)).isTrue();

        TopologyFailure failure = shown.failure().orElseThrow();

        TopologyFailure own = real.failure().orElseThrow();
        assertThat(shown.status()).isEqualTo(TopologyStatus.FAILED);
        assertThat(failure.describe()).isEqualTo(own.describe()).contains("bad number");
        assertThat(StackTraceText.of(failure.cause()))
                .isEqualTo(StackTraceText.of(own.cause()))
                .contains("Caused by: java.io.IOException: of input", "Sink.execute");
        assertThat(shown.errors()).isNotEmpty().isEqualTo(real.errors());
    }

    @Test
    void tellsOfErrors() throws Exception {
        RunningTopology real = submit(Trouble.REPORTS);
        RunningTopology shown = shown(real);
        await(() -> shown.errors().size() >= 2);
        shown.deactivate();
        await(shown::isQuiet);

        assertThat(shown.errors()).isEqualTo(real.errors());
        assertThat(shown.errors().get(0).stackTrace()).contains("IllegalArgumentException: odd");
        assertThat(shown.errorCounts()).isNotEmpty().isEqualTo(real.errorCounts());
    }

    @Test
    void handsCredentialsAndDebuggingOn() throws Exception {
        RunningTopology shown = shown(submit(Trouble.NONE));
        shown.awaitStarted(LIMIT);
        String name = shown.plan().name();

        shown.setCredentials(Map.of("user", "söcret"));
        shown.setDebug(TestTopology.BOLT, true, 50);
        shown.setDebug("", false, 0);

        await(() -> Map.of("user", "söcret").equals(TestTopology.CREDENTIALS.get(name)));
    }

    @Test
    void aWaitEndsByAnInterrupt() throws Exception {
        RunningTopology shown = shown(submit(Trouble.NONE));
        FutureTask<Boolean> wait = new FutureTask<>(() -> shown.await(LIMIT));
        Thread thread = new Thread(wait, "waits");
        thread.start();
        await(() -> thread.getState() != Thread.State.NEW);

        thread.interrupt();

        assertThatThrownBy(wait::get).hasCauseInstanceOf(InterruptedException.class);
    }

    @Test
    void anInterruptHasNoEffectOnOtherCalls() throws Exception {
        RunningTopology shown = shown(submit(Trouble.NONE));
        shown.awaitStarted(LIMIT);
        FutureTask<TopologyStatus> status =
                new FutureTask<>(
                        () -> {
                            Thread.currentThread().interrupt();
                            TopologyStatus answer = shown.status();
                            assertThat(Thread.currentThread().isInterrupted()).isTrue();
                            return answer;
                        });
        new Thread(status, "is interrupted").start();

        assertThat(status.get()).isEqualTo(TopologyStatus.ACTIVE);
    }
}
