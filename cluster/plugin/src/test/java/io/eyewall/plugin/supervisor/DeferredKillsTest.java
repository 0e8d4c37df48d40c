package io.eyewall.plugin.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.plugin.worker.Note;
import io.eyewall.plugin.worker.Place;
import io.eyewall.plugin.worker.Stage;
import io.eyewall.plugin.worker.SwitchLimits;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class DeferredKillsTest {
    private static final SwitchLimits LIMITS = SwitchLimits.of(Map.of());
    private final DeferredKills deferredKills = new DeferredKills(LIMITS);

    private static Optional<Note> note(int version, Stage stage, boolean member) {
        return Optional.of(new Note(version, stage, member, new Place("n", 1), 0, "worker"));
    }

    private static Optional<Note> note(int version, boolean member) {
        return note(version, Stage.READY, member);
    }

    private boolean holds(long nowMs, int newest, Optional<Note> note) {
        return deferredKills.mustDefer("worker", nowMs, OptionalInt.of(newest), note, false);
    }

    private boolean holdsReplaced(long nowMs, int newest, Optional<Note> note) {
        return deferredKills.mustDefer("worker", nowMs, OptionalInt.of(newest), note, true);
    }

    /** 228 s were seen, on a slow machine. */
    @Test
    void holdsAWorkerThatLeavesUntilItIsReplacedHoweverLongThatIs() {
        for (long nowMs = 0; nowMs < 3_600_000; nowMs += 1000) {
            assertThat(holds(nowMs, 2, note(2, false))).isTrue();
        }
        assertThat(holdsReplaced(3_600_000, 2, note(2, false))).isTrue();
        assertThat(holdsReplaced(3_616_000, 2, note(2, false))).as("it hangs").isFalse();
    }

    @Test
    void doesNotHoldAWorkerThatRestsForLongerThanWorkersDo() {
        assertThat(holds(0, 2, note(2, false))).isTrue();
        assertThat(holds(200_000, 2, note(2, Stage.DRAINED, false))).isTrue();
        long endMs = 200_000 + LIMITS.maxPauseMs();
        assertThat(holds(endMs, 2, note(2, Stage.QUIET, false))).isTrue();
        assertThat(holds(endMs + 1, 2, note(2, Stage.QUIET, false))).isFalse();
    }

    /** Storm's slot can't be told that its worker is wanted again. */
    @Test
    void holdsAWorkerThatHasItsSlotAgain() {
        assertThat(holds(0, 2, note(2, false))).isTrue();
        assertThat(holds(60_000, 3, note(2, false))).as("not seen yet").isTrue();
        for (long nowMs = 61_000; nowMs < 3_600_000; nowMs += 1000) {
            assertThat(holdsReplaced(nowMs, 3, note(3, Stage.ACTIVE, true))).isTrue();
        }
        assertThat(holds(3_600_000, 4, note(4, false))).as("and leaves later").isTrue();
        deferredKills.forget("worker");
        assertThat(holds(3_600_000, 4, note(4, true))).isFalse();
    }

    @Test
    void aSecondChangeHasItsOwnSeconds() {
        assertThat(holds(0, 2, note(2, false))).isTrue();
        assertThat(holds(30_000, 3, note(2, false))).isTrue();
        assertThat(holds(44_000, 3, note(2, false))).isTrue();
        assertThat(holds(46_000, 3, note(2, false))).isFalse();
    }

    @Test
    void holdsAWorkerThatHasNotSeenTheChangeForSomeSeconds() {
        assertThat(holds(0, 2, note(1, true))).isTrue();
        assertThat(holds(16_000, 2, note(1, true))).isFalse();
    }

    @Test
    void doesNotHoldAMemberOrAStrangerOrWorkersOfKilledTopologies() {
        assertThat(holds(0, 2, note(2, true))).isFalse();
        assertThat(holds(0, 2, Optional.empty())).isFalse();
        assertThat(deferredKills.mustDefer("worker", 0, OptionalInt.empty(), note(2, false), false))
                .isFalse();
    }

    @Test
    void changesMainClassAndClassPathOfAWorkerAlone() {
        List<String> command =
                List.of(
                        "java",
                        "-cp",
                        "log",
                        "LogWriter",
                        "java",
                        "-cp",
                        "a:b",
                        "org.apache.storm.daemon.worker.Worker",
                        "t",
                        "s",
                        "1",
                        "2",
                        "w");
        assertThat(LaunchCommand.adapt(command, "/p.jar"))
                .containsExactly(
                        "java",
                        "-cp",
                        "log",
                        "LogWriter",
                        "java",
                        "-cp",
                        "a:b:/p.jar",
                        "io.eyewall.plugin.worker.SmoothWorker",
                        "t",
                        "s",
                        "1",
                        "2",
                        "w");
        assertThat(LaunchCommand.adapt(List.of("other"), "/p.jar")).containsExactly("other");
    }
}
