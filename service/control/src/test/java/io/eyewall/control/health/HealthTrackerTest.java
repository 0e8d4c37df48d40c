package io.eyewall.control.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.control.health.Health.Word;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.engine.metrics.ExecutorMetrics;
import io.eyewall.engine.metrics.LatencySnapshot;
import io.eyewall.engine.metrics.TopologyMetrics;
import io.eyewall.testkit.fake.FakePlans;
import io.eyewall.topology.ExecutorPlan;
import io.eyewall.topology.TopologyPlan;
import java.util.List;
import java.util.Map;
import org.apache.storm.generated.BoltStats;
import org.apache.storm.generated.ExecutorSpecificStats;
import org.apache.storm.generated.ExecutorStats;
import org.apache.storm.generated.GlobalStreamId;
import org.junit.jupiter.api.Test;

class HealthTrackerTest {
    private static final long SECOND_NS = 1_000_000_000L;
    private static final TopologyPlan PLAN = FakePlans.of("t", "t-1-2", List.of(), List.of());

    private final HealthTracker tracker = new HealthTracker();
    private Crashes crashes = Crashes.NONE;
    private TopologyStatus status = TopologyStatus.ACTIVE;
    private int second;
    private long done;
    private long heldNs;
    private int queued;
    private int pending;

    private static ExecutorMetrics executor(
            String component, int task, long executed, int queued, int pending, long heldNs) {
        return executor(component, task, executed, queued, pending, heldNs, 0);
    }

    private static ExecutorMetrics executor(
            String component,
            int task,
            long executed,
            int queued,
            int pending,
            long heldNs,
            long callNs) {
        return new ExecutorMetrics(
                new ExecutorPlan(component, task, task),
                0,
                false,
                10,
                Map.of(),
                Map.of(),
                executed,
                0,
                0,
                0,
                0,
                -1,
                queued,
                pending,
                heldNs,
                callNs,
                new ExecutorStats());
    }

    /** A second passes. */
    private Health look() {
        second++;
        TopologyMetrics metrics =
                new TopologyMetrics(
                        List.of(
                                executor("spout", 1, 0, 0, pending, heldNs),
                                executor("slow", 2, done, queued, 0, 0)),
                        List.of(),
                        LatencySnapshot.EMPTY,
                        LatencySnapshot.EMPTY,
                        List.of());
        return tracker.derive(second * SECOND_NS, second * 1000L, status, crashes, metrics, PLAN);
    }

    private Word after(int seconds) {
        Word word = look().word();
        for (int i = 1; i < seconds; i++) {
            word = look().word();
        }
        return word;
    }

    @Test
    void whatExecutesRuns() {
        for (int i = 0; i < 20; i++) {
            done += 5;
            assertThat(look().word()).isEqualTo(Word.RUNNING);
        }
    }

    @Test
    void whatHasNothingToDoIsIdle() {
        assertThat(after(20)).isEqualTo(Word.IDLE);
    }

    /** A message each 4 s is no work of each second. */
    @Test
    void whatDoesLittleRuns() {
        look();
        for (int i = 0; i < 40; i++) {
            done += i % 4 == 0 ? 1 : 0;
            assertThat(look().word()).isEqualTo(Word.RUNNING);
        }
    }

    @Test
    void aStandstillIsNotCalm() {
        done = 100;
        queued = 122_000;
        assertThat(after(10)).isNotEqualTo(Word.STALLED);

        Health health = look();

        assertThat(health.word()).isEqualTo(Word.STALLED);
        assertThat(health.why())
                .isEqualTo("no tuple was executed for 10 s; 122000 tuples wait for 'slow'");
        assertThat(health.text()).isEqualTo("stalled at 'slow'");
        done++;
        assertThat(look().word()).as("it goes on").isEqualTo(Word.RUNNING);
    }

    /** With its usual time-out a stuck topology fails and emits messages all the time. */
    @Test
    void timeOutsAndTicksAreNoProgress() {
        Health health = look();
        for (int i = 1; i <= 11; i++) {
            second++;
            TopologyMetrics metrics =
                    new TopologyMetrics(
                            List.of(
                                    spout(1_000 + 50L * i, 50L * i),
                                    executor("slow", 2, 0, 100, 0, 0),
                                    withTicks(20 + i, i)),
                            List.of(),
                            LatencySnapshot.EMPTY,
                            LatencySnapshot.EMPTY,
                            List.of());
            health =
                    tracker.derive(
                            second * SECOND_NS, second * 1000L, status, crashes, metrics, PLAN);
        }
        assertThat(health.word()).isEqualTo(Word.STALLED);
    }

    private static ExecutorMetrics spout(long emitted, long failed) {
        return new ExecutorMetrics(
                new ExecutorPlan("spout", 1, 1),
                0,
                false,
                10,
                Map.of("default", emitted),
                Map.of(),
                0,
                0,
                failed,
                0,
                0,
                -1,
                0,
                0,
                0,
                0,
                new ExecutorStats());
    }

    private static ExecutorMetrics withTicks(long executed, long ticks) {
        BoltStats bolt = new BoltStats();
        bolt.set_executed(
                Map.of(":all-time", Map.of(new GlobalStreamId("__system", "__tick"), ticks)));
        ExecutorStats stats = new ExecutorStats();
        stats.set_specific(ExecutorSpecificStats.bolt(bolt));
        return new ExecutorMetrics(
                new ExecutorPlan("window", 3, 3),
                0,
                false,
                10,
                Map.of(),
                Map.of(),
                executed,
                0,
                0,
                0,
                0,
                -1,
                0,
                0,
                0,
                0,
                stats);
    }

    /** The spout that has called the bolt directly emits nothing more, and nothing is queued. */
    @Test
    void aCallThatDoesNotReturnIsAStandstill() {
        Health health = look();
        for (int i = 1; i <= 11; i++) {
            health = lookAtCallOf(i * SECOND_NS);
        }

        assertThat(health.word()).isEqualTo(Word.STALLED);
        assertThat(health.why())
                .isEqualTo(
                        "no tuple was executed for 11 s; a call of 'slow' has not returned for"
                                + " 11 s");
        assertThat(health.text()).isEqualTo("stalled at 'slow'");
        assertThat(lookAtCallOf(0).word()).as("it has returned").isEqualTo(Word.IDLE);
    }

    private Health lookAtCallOf(long callNs) {
        second++;
        TopologyMetrics metrics =
                new TopologyMetrics(
                        List.of(
                                executor("spout", 1, 0, 0, 0, 0),
                                executor("slow", 2, 0, 0, 0, 0, callNs)),
                        List.of(),
                        LatencySnapshot.EMPTY,
                        LatencySnapshot.EMPTY,
                        List.of());
        return tracker.derive(second * SECOND_NS, second * 1000L, status, crashes, metrics, PLAN);
    }

    /** As those that a window's end is waited for. */
    @Test
    void messagesThatAreHeldAreNoStandstill() {
        pending = 40;
        assertThat(after(30)).isEqualTo(Word.IDLE);
    }

    @Test
    void messagesAtTheirLimitAre() {
        pending = 40;
        TopologyPlan limited = PLAN.withConf(Map.of("topology.max.spout.pending", 40));
        Health health = look();
        for (int i = 1; i <= 11; i++) {
            TopologyMetrics metrics =
                    new TopologyMetrics(
                            List.of(executor("spout", 1, 0, 0, 40, 0)),
                            List.of(),
                            LatencySnapshot.EMPTY,
                            LatencySnapshot.EMPTY,
                            List.of());
            health = tracker.derive(i * SECOND_NS, i * 1000L, status, crashes, metrics, limited);
        }
        assertThat(health.word()).isEqualTo(Word.STALLED);
    }

    @Test
    void whoIsHeldBackSaysByWhom() {
        queued = 2_000;
        Health health = look();
        for (int i = 0; i < 6; i++) {
            done++;
            heldNs += SECOND_NS * 97 / 100;
            health = look();
        }

        assertThat(health.text()).isEqualTo("back-pressured by 'slow'");
        assertThat(health.why())
                .isEqualTo(
                        "'spout' was held back for 97% of the time; 2000 tuples wait for 'slow'");
    }

    /** It has the longer queue, and is held back as well. */
    @Test
    void whoOnlyPassesItOnIsNotBlamed() {
        Health health = look();
        for (int i = 1; i <= 7; i++) {
            TopologyMetrics metrics =
                    new TopologyMetrics(
                            List.of(
                                    executor("spout", 1, 0, 0, 0, i * SECOND_NS * 9 / 10),
                                    executor("relay", 2, i, 503, 0, i * SECOND_NS),
                                    executor("slow", 3, i, 410, 0, 0)),
                            List.of(),
                            LatencySnapshot.EMPTY,
                            LatencySnapshot.EMPTY,
                            List.of());
            health = tracker.derive(i * SECOND_NS, i * 1000L, status, crashes, metrics, PLAN);
        }
        assertThat(health.text()).isEqualTo("back-pressured by 'slow'");
        assertThat(health.why()).startsWith("'relay' was held back for 100% of the time; 410");
    }

    @Test
    void aCrashLoopWithLongPausesDoesNotRunInBetween() {
        look();
        crashes = crashes.and(1_000, "process 7 has ended, exit code 1");
        status = TopologyStatus.STARTING;
        assertThat(after(62)).isEqualTo(Word.RESTARTING);

        status = TopologyStatus.ACTIVE;
        done++;
        assertThat(after(1)).isEqualTo(Word.RESTARTING);
        assertThat(after(58)).isEqualTo(Word.RESTARTING);
        assertThat(after(2)).isEqualTo(Word.IDLE);
    }

    @Test
    void aCrashLoopIsNoStart() {
        status = TopologyStatus.STARTING;
        assertThat(look().word()).isEqualTo(Word.STARTING);
        crashes = crashes.and(1_000, "process 7 has ended, exit code 1");

        assertThat(look().word()).isEqualTo(Word.RESTARTING);
        assertThat(look().why()).isEqualTo("process 7 has ended, exit code 1");
        status = TopologyStatus.ACTIVE;
        done++;
        assertThat(look().word()).as("until it has run for a while").isEqualTo(Word.RESTARTING);
        done++;
        assertThat(after(60)).isNotEqualTo(Word.RESTARTING);
    }

    @Test
    void whatIsOverIsOver() {
        crashes = crashes.and(1_000, "x");
        for (TopologyStatus each :
                List.of(TopologyStatus.FAILED, TopologyStatus.KILLED, TopologyStatus.ENDED)) {
            status = each;
            assertThat(look().word().name()).isEqualTo(each.name());
        }
    }

    /** Counters of the next process begin at zero. */
    @Test
    void anotherProcessBeginsAnew() {
        done = 1_000;
        after(5);
        done = 1;
        assertThat(look().word()).isEqualTo(Word.RUNNING);
    }
}
