package io.eyewall.console.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.console.memory.History;
import io.eyewall.control.figures.TopologySample;
import io.eyewall.control.forecast.Forecast;
import io.eyewall.control.health.Crashes;
import io.eyewall.control.health.Health;
import io.eyewall.engine.ErrorReport;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.engine.metrics.CoreMetrics;
import io.eyewall.engine.metrics.ExecutorMetrics;
import io.eyewall.engine.metrics.LatencySnapshot;
import io.eyewall.engine.metrics.TopologyMetrics;
import io.eyewall.ports.HttpStream;
import io.eyewall.testkit.fake.FakePlans;
import io.eyewall.topology.ComponentPlan;
import io.eyewall.topology.ExecutorPlan;
import io.eyewall.topology.TopologyPlan;
import io.eyewall.topology.snapshot.SnapshotReport;
import io.eyewall.web.ServerEvent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.storm.generated.ComponentObject;
import org.apache.storm.generated.ExecutorStats;
import org.junit.jupiter.api.Test;

/** What a page is told of one topology. */
class TopologyViewStateTest {
    private static final long SECOND_NS = 1_000_000_000L;

    private final TopologyViewState picture = new TopologyViewState("t-1-2", "t", new History());

    private static TopologyPlan plan(int executors) {
        List<Integer> tasks = IntStream.rangeClosed(1, executors).boxed().toList();
        ComponentPlan out =
                new ComponentPlan(
                        "out",
                        ComponentPlan.Kind.BOLT,
                        new ComponentObject(),
                        tasks,
                        Map.of(),
                        Map.of());
        return FakePlans.of(
                "t",
                "t-1-2",
                List.of(out),
                tasks.stream().map(task -> new ExecutorPlan("out", task, task)).toList());
    }

    private static TopologySample sample(TopologyPlan plan, int second, int cores, int errors) {
        return sample(plan, TopologyStatus.ACTIVE, second, cores, Map.of(1, (long) errors));
    }

    private static TopologySample sample(
            TopologyPlan plan,
            TopologyStatus status,
            int second,
            int cores,
            Map<Integer, Long> errors) {
        List<ExecutorMetrics> executors = new ArrayList<>();
        for (ExecutorPlan executor : plan.executors()) {
            executors.add(
                    new ExecutorMetrics(
                            executor,
                            executor.firstTask() % Math.max(1, cores),
                            false,
                            second,
                            Map.of(),
                            Map.of(),
                            123_457L * second * executor.firstTask(),
                            123_457L * second,
                            0,
                            12_345_677L * second,
                            0,
                            -1,
                            1234,
                            0,
                            12_345_677L * second,
                            0,
                            new ExecutorStats()));
        }
        List<CoreMetrics> all = new ArrayList<>();
        for (int core = 0; core < cores; core++) {
            all.add(new CoreMetrics(core, 1, 1_000L * second, 0));
        }
        return new TopologySample(
                second * SECOND_NS,
                second * 1000L,
                plan,
                status,
                second,
                new TopologyMetrics(
                        cores == 0 ? List.of() : executors,
                        List.of(),
                        LatencySnapshot.EMPTY,
                        LatencySnapshot.EMPTY,
                        all),
                errors,
                Crashes.NONE,
                null);
    }

    private static PollResult answers(TopologySample sample, List<ErrorReport> errors) {
        return new PollResult(sample, null, errors, null, null, null, null);
    }

    /** The page says what REST, Prometheus and the commands say: the server has seen more. */
    @Test
    void theServersHealthIsShown() {
        TopologySample own = sample(plan(2), 1, 2, 0);
        Health stalled = new Health(Health.Word.STALLED, "stalled", "a call has not returned");
        TopologySample served =
                new TopologySample(
                        own.atNs(),
                        own.timeMs(),
                        own.plan(),
                        own.status(),
                        own.uptimeSecs(),
                        own.metrics(),
                        own.errors(),
                        own.crashes(),
                        stalled);

        List<ServerEvent> events = picture.update(answers(served, List.of()));
        assertThat(ticks(events))
                .singleElement()
                .asString()
                .contains("stalled", "a call has not returned");
        assertThat(named("log", events))
                .singleElement()
                .asString()
                .contains("stalled: a call has not returned");

        assertThat(named("log", picture.update(answers(served, List.of())))).isEmpty();
        assertThat(named("log", picture.update(answers(sample(plan(2), 3, 2, 0), List.of()))))
                .singleElement()
                .asString()
                .contains("stalled no longer: ");
    }

    /** A prediction for a topology whose process is gone is no longer one. */
    @Test
    void whatTheModelSaysGoesWithTheProcess() {
        TopologyPlan plan = plan(2);
        Forecast.Pair same = new Forecast.Pair(1, 1);
        Forecast forecast = new Forecast(1, 2, "core-0", same, same, same, "", List.of());
        picture.update(
                new PollResult(sample(plan, 1, 2, 0), null, List.of(), null, null, null, forecast));
        assertThat(picture.greeting()).extracting(ServerEvent::name).contains("model");
        picture.update(answers(sample(plan, 2, 2, 0), List.of()));
        assertThat(picture.greeting()).extracting(ServerEvent::name).contains("model");

        List<ServerEvent> gone = picture.update(answers(sample(plan, 3, 0, 0), List.of()));

        assertThat(gone)
                .filteredOn(event -> event.name().equals("model"))
                .extracting(ServerEvent::data)
                .containsExactly("null");
        assertThat(picture.greeting()).extracting(ServerEvent::name).doesNotContain("model");
    }

    private static SnapshotReport snapshots(
            long number, long restored, long rollbacks, String failure) {
        return new SnapshotReport(
                number,
                restored,
                "",
                0,
                0,
                0,
                "",
                0,
                0,
                number,
                -1,
                List.of(),
                rollbacks,
                rollbacks * 1_000,
                rollbacks == 0 ? "" : "count[0]: a tuple failed",
                failure);
    }

    private String news(int second, SnapshotReport report) {
        return named(
                        "log",
                        picture.update(
                                new PollResult(
                                        sample(plan(2), second, 2, 0),
                                        null,
                                        List.of(),
                                        null,
                                        null,
                                        report,
                                        null)))
                .toString();
    }

    @Test
    void snapshotsStandOnTheTimeLineWhereSomethingHasHappened() {
        assertThat(news(1, snapshots(3, 3, 0, ""))).contains("its state is that of snapshot 3");
        assertThat(news(2, snapshots(4, 3, 0, ""))).doesNotContain("snapshot");
        assertThat(news(3, snapshots(4, 3, 2, "")))
                .contains("went back to a snapshot, count[0]: a tuple failed");
        assertThat(news(4, snapshots(4, 3, 2, "full"))).contains("can't be written: full");
        assertThat(news(5, snapshots(5, 3, 2, ""))).contains("snapshots are written again");
        assertThat(picture.greeting()).extracting(ServerEvent::name).contains("snapshots");
    }

    @Test
    void tellsWhyLatencyIsNotPredicted() {
        Forecast.Pair same = new Forecast.Pair(1, 1);
        Forecast forecast =
                new Forecast(1, 2, "core-0", same, same, same, "", List.of("count\u001b"));
        picture.update(
                new PollResult(
                        sample(plan(2), 1, 2, 0), null, List.of(), null, null, null, forecast));

        assertThat(picture.greeting())
                .filteredOn(event -> event.name().equals("model"))
                .singleElement()
                .extracting(ServerEvent::data)
                .asString()
                .contains("are acked later than they are executed")
                .doesNotContain("\u001b");
    }

    private static List<String> ticks(List<ServerEvent> events) {
        return named("tick", events);
    }

    private static List<String> named(String name, List<ServerEvent> events) {
        return events.stream()
                .filter(event -> event.name().equals(name))
                .map(ServerEvent::data)
                .toList();
    }

    /** And what a piece costs beyond its data. */
    private static long bytes(ServerEvent event) {
        return event.data().getBytes(StandardCharsets.UTF_8).length + 300L;
    }

    @Test
    void aGreetingIsNeverMoreThanMayWaitForAPage() {
        TopologyPlan plan = plan(4_096);
        picture.update(answers(sample(plan, 1, 8, 0), List.of()));
        for (int round = 1; round <= 3; round++) {
            List<ErrorReport> errors = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                String trace = ("line \u0001\u001b\u4e2d\"" + round + i).repeat(2_000);
                errors.add(new ErrorReport("out", 1, round * 50L + i, round, trace));
            }
            picture.update(answers(sample(plan, 1 + round, 8, round * 50), errors));
        }
        picture.onSilence(9_000, "\u0001".repeat(1_000_000));

        List<ServerEvent> greeting = picture.greeting();
        assertThat(greeting)
                .extracting(ServerEvent::name)
                .contains("plan", "tick", "log", "silent");
        assertThat(greeting).extracting(ServerEvent::data).noneMatch(d -> d.contains("\\u0001"));
        assertThat(greeting.stream().mapToLong(TopologyViewStateTest::bytes).sum())
                .isBetween(300_000L, (long) HttpStream.MAX_WAITING_BYTES);
    }

    @Test
    void whatEndedAProcessIsToldThoughTheNextOneHasReportedNothing() {
        TopologyPlan plan = plan(1);
        picture.update(answers(sample(plan, TopologyStatus.ACTIVE, 1, 1, Map.of()), List.of()));
        TopologySample again = sample(plan, TopologyStatus.STARTING, 2, 0, Map.of());
        ErrorReport end = new ErrorReport("__system", -1, 0, 2, "process 7 has ended");

        assertThat(picture.hasNewErrors(again)).isTrue();
        List<ServerEvent> events = picture.update(answers(again, List.of(end)));

        assertThat(events)
                .filteredOn(event -> event.name().equals("log"))
                .extracting(ServerEvent::data)
                .anyMatch(data -> data.contains("process 7 has ended"));
        assertThat(picture.hasNewErrors(again)).isFalse();
    }

    @Test
    void wholeTicksSayThatThereAreOtherCores() {
        TopologyPlan plan = plan(2);
        picture.update(answers(sample(plan, 1, 2, 0), List.of()));

        assertThat(ticks(picture.update(answers(sample(plan, 2, 2, 0), List.of()))))
                .singleElement()
                .asString()
                .contains("\"full\":false");
        assertThat(ticks(picture.update(answers(sample(plan, 3, 0, 0), List.of()))))
                .singleElement()
                .asString()
                .contains("\"full\":true");
    }
}
