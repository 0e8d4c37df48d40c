package io.eyewall.server.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.server.keeper.Update.PollResult;
import io.eyewall.server.keeper.UpdateReport.Phase;
import io.eyewall.server.worker.HandOverReport;
import io.eyewall.server.worker.StandbyReport;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What an update does, whatever its two versions do; by a clock of its own. */
class UpdateTest {
    private static final StandbyReport PREPARING = says(StandbyReport.Phase.PREPARING, 0, 0, 0);
    private static final StandbyReport READY = says(StandbyReport.Phase.READY, 0, 0, 0);
    private static final StandbyReport ACKED =
            says(StandbyReport.Phase.RUNNING, 2_300, 2_500, 2_600);

    private final List<String> done = new ArrayList<>();
    private final Queue<PollResult> results = new ArrayDeque<>();
    private PollResult then = new PollResult.Silent();
    private boolean wanted = true;
    private boolean ending;
    private boolean committed;
    private @Nullable RuntimeException handOverThrows;
    private long nowMs = 1_000;

    private static StandbyReport says(
            StandbyReport.Phase phase, long endedMs, long openedMs, long ackedMs) {
        return new StandbyReport(phase, "", endedMs, endedMs, openedMs, ackedMs);
    }

    private UpdateReport run() {
        Update.NewVersion newVersion =
                new Update.NewVersion() {
                    @Override
                    public void start() {
                        done.add("start");
                    }

                    @Override
                    public PollResult poll() {
                        PollResult next = results.poll();
                        return next == null ? then : next;
                    }

                    @Override
                    public boolean drop() throws IOException {
                        done.add("drop");
                        return !committed;
                    }

                    @Override
                    public void end() {
                        done.add("end");
                    }

                    @Override
                    public void adopt() {
                        done.add("adopt");
                    }
                };
        Update.OldVersion oldVersion =
                new Update.OldVersion() {
                    @Override
                    public boolean isWanted() {
                        return wanted;
                    }

                    @Override
                    public @Nullable HandOverReport handOver() {
                        done.add("hand over");
                        if (handOverThrows != null) {
                            throw handOverThrows;
                        }
                        committed = true;
                        return new HandOverReport(2_000, 2_050, 2_100, 7);
                    }
                };
        Update.Clock clock =
                new Update.Clock() {
                    @Override
                    public long nowMs() {
                        return nowMs;
                    }

                    @Override
                    public void sleep(long ms) {
                        nowMs += ms;
                    }
                };
        Update update =
                new Update(
                        UpdateReport.starting("words", "words-2-2", "words-1-1"),
                        newVersion,
                        oldVersion,
                        30_000,
                        clock,
                        () -> ending);
        update.run();
        return update.report();
    }

    private void results(StandbyReport... reports) {
        for (StandbyReport each : reports) {
            results.add(new PollResult.Reported(each));
        }
    }

    @Test
    void handsOverWhenTheNewVersionIsReadyAndSaysHowLongItTook() {
        results.add(new PollResult.Silent());
        results(PREPARING, READY, ACKED);
        UpdateReport report = run();

        assertThat(done).containsExactly("start", "hand over", "adopt");
        assertThat(report.phase()).isEqualTo(Phase.DONE);
        assertThat(report.pauseMs()).isEqualTo(550);
        assertThat(report.drainMs()).isEqualTo(100);
        assertThat(report.endMs()).isEqualTo(200);
        assertThat(report.openMs()).isEqualTo(200);
        assertThat(report.unacked()).isEqualTo(7);
    }

    @Test
    void aVersionThatEndsIsRefused() {
        results.add(new PollResult.Ended("'count': no such table"));
        UpdateReport report = run();

        assertThat(done).containsExactly("start", "drop", "end");
        assertThat(report.phase()).isEqualTo(Phase.REFUSED);
        assertThat(report.message()).isEqualTo("'count': no such table");
    }

    @Test
    void aVersionThatIsNotReadyInTimeIsRefused() {
        then =
                new PollResult.Reported(
                        new StandbyReport(
                                StandbyReport.Phase.PREPARING, "prepare of 'db'", 0, 0, 0, 0));
        UpdateReport report = run();

        assertThat(done).containsExactly("start", "drop", "end");
        assertThat(report.message()).contains("30.0 s", "prepare of 'db'", "--limit");
        assertThat(nowMs).isBetween(31_000L, 32_000L);
    }

    @Test
    void aKillOrTheServersEndMeanwhileRefuses() {
        wanted = false;
        assertThat(run().message()).contains("was killed meanwhile");
        wanted = true;
        ending = true;
        assertThat(run().message()).contains("server is ending");
        assertThat(done).containsExactly("start", "drop", "end", "start", "drop", "end");
    }

    @Test
    void anOldVersionThatRefusesGoesOn() {
        results(READY);
        handOverThrows = new IllegalStateException("it was killed");
        UpdateReport report = run();

        assertThat(done).containsExactly("start", "hand over", "drop", "end");
        assertThat(report.phase()).isEqualTo(Phase.REFUSED);
        assertThat(report.message()).contains("did not hand over: it was killed");
    }

    @Test
    void anOldVersionThatDoesNotAnswerMayHaveHandedOver() {
        results(READY, ACKED);
        handOverThrows = new IllegalStateException("silent");
        committed = true;
        UpdateReport report = run();

        assertThat(done).containsExactly("start", "hand over", "drop", "adopt");
        assertThat(report.phase()).isEqualTo(Phase.DONE);
        assertThat(report.pauseMs()).isEqualTo(-1);
    }

    @Test
    void whatHappensAfterTheHandOverDropsNothing() {
        results(READY);
        then = new PollResult.Ended("exit code 137");
        UpdateReport report = run();

        assertThat(done).containsExactly("start", "hand over", "adopt");
        assertThat(report.phase()).isEqualTo(Phase.DONE);
        assertThat(report.message()).contains("started again", "exit code 137");
    }

    @Test
    void aTopologyWithNothingToAckIsNotWaitedForLong() {
        results(READY);
        then = new PollResult.Reported(says(StandbyReport.Phase.RUNNING, 2_300, 2_500, 0));
        UpdateReport report = run();

        assertThat(report.message()).isEqualTo(UpdateTimes.IDLE);
        assertThat(report.pauseMs()).isEqualTo(-1);
        assertThat(nowMs).isLessThan(9_000);
    }
}
