package io.eyewall.engine.adaptation;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.adaptation.MoveTrial.Verdict;
import io.eyewall.placement.load.ExecutorId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests trials with two executors, of which one has moved. */
class MoveTrialTest {
    private static final long STEP_NS = 250_000_000;
    private static final ExecutorId FIRST = new ExecutorId("topology", "first", 1, 1);
    private static final ExecutorId SECOND = new ExecutorId("topology", "second", 2, 2);

    private final MoveTrial trial = new MoveTrial();
    private long nowNs;
    private long executed;
    private int coreOfSecond;
    private double busyPart;
    private long busyNs;

    private CounterSnapshot reading() {
        return new CounterSnapshot(
                nowNs, List.of(0L, busyNs), List.of(one(FIRST, 0), one(SECOND, coreOfSecond)));
    }

    private ExecutorCounters one(ExecutorId id, int core) {
        Map<Integer, Long> tuples = Map.of(id.firstTask(), executed / 2);
        return new ExecutorCounters(id, core, false, false, 0, Map.of(), tuples, Map.of());
    }

    private CounterSnapshot after(long perSecond) {
        nowNs += STEP_NS;
        busyNs += (long) (busyPart * STEP_NS);
        executed += perSecond / 4;
        return reading();
    }

    /** Makes a change after a second with this throughput. */
    private void move(long perSecond) {
        move(perSecond, 1);
    }

    private void move(long perSecond, double predicted) {
        CounterSnapshot before = reading();
        for (int i = 0; i < 3; i++) {
            after(perSecond);
        }
        trial.begin(before, after(perSecond), predicted);
        coreOfSecond = 1 - coreOfSecond;
    }

    /** Returns the verdicts for a sequence of throughputs, the last of which then persists. */
    private Verdict outcome(long... perSecond) {
        List<Verdict> verdicts = new ArrayList<>();
        for (int i = 0; i < 40 && trial.isRunning(); i++) {
            verdicts.add(trial.judge(after(perSecond[Math.min(i, perSecond.length - 1)])));
        }
        assertThat(verdicts.subList(0, verdicts.size() - 1)).containsOnly(Verdict.NONE);
        return verdicts.get(verdicts.size() - 1);
    }

    @Test
    void revertsAChangeThatReducesThroughput() {
        move(1_000_000);

        assertThat(outcome(800_000)).isEqualTo(Verdict.REVERT);
        assertThat(trial.coresBefore()).isEqualTo(Map.of(FIRST, 0, SECOND, 0));
    }

    @Test
    void keepsAChangeWithEqualThroughput() {
        move(1_000_000);

        assertThat(outcome(950_000)).isEqualTo(Verdict.KEEP);
    }

    @Test
    void requiresHalfOfTheGainWhileACoreIsFull() {
        busyPart = 1;
        move(1_000_000, 1.25);
        assertThat(outcome(1_200_000)).isEqualTo(Verdict.KEEP);

        move(1_000_000, 1.25);
        assertThat(outcome(1_050_000)).isEqualTo(Verdict.REVERT);
    }

    @Test
    void requiresNoGainWithoutAFullCore() {
        busyPart = 0.7;
        move(1_000_000, 1.25);

        assertThat(outcome(1_000_000)).isEqualTo(Verdict.KEEP);
    }

    @Test
    void ignoresTheSecondAfterAChange() {
        move(1_000_000);

        assertThat(outcome(0, 0, 100_000, 100_000, 1_000_000)).isEqualTo(Verdict.KEEP);
    }

    @Test
    void ignoresALoadThatStopsForAMoment() {
        move(1_000_000);

        assertThat(outcome(1, 1, 1, 1, 0, 0, 1_000_000)).isEqualTo(Verdict.KEEP);
    }

    @Test
    void coolsDownLongerAfterEachRevert() {
        for (long minutes : new long[] {1, 2, 4}) {
            move(1_000_000);
            assertThat(trial.isCoolingDown(nowNs)).isFalse();
            assertThat(outcome(100_000)).isEqualTo(Verdict.REVERT);
            long endNs = nowNs + 60_000_000_000L * minutes;

            assertThat(trial.isCoolingDown(endNs - 1)).isTrue();
            assertThat(trial.isCoolingDown(endNs)).isFalse();
            nowNs = endNs;
        }
    }

    @Test
    void joinsTwoChangesIntoOneTrial() {
        move(1_000_000);
        move(500_000);

        assertThat(outcome(600_000)).isEqualTo(Verdict.REVERT);
        assertThat(trial.coresBefore()).isEqualTo(Map.of(FIRST, 0, SECOND, 0));
    }

    @Test
    void endsWithoutVerdictIfExecutorsWereAdded() {
        move(1_000_000);
        for (int i = 0; i < 5; i++) {
            trial.judge(after(100_000));
        }
        after(100_000);

        CounterSnapshot other = new CounterSnapshot(nowNs, List.of(0L, 0L), List.of(one(FIRST, 0)));

        assertThat(trial.judge(other)).isEqualTo(Verdict.NONE);
        assertThat(trial.isRunning()).isFalse();
    }
}
