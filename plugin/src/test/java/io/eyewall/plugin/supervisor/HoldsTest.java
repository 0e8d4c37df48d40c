package io.eyewall.plugin.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.plugin.worker.Limits;
import io.eyewall.plugin.worker.Note;
import io.eyewall.plugin.worker.Place;
import io.eyewall.plugin.worker.Stage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class HoldsTest {
    private static final Limits LIMITS = Limits.of(Map.of());
    private final Holds holds = new Holds(LIMITS);

    private static Optional<Note> note(int version, boolean member) {
        return Optional.of(new Note(version, Stage.READY, member, new Place("n", 1), 0, "worker"));
    }

    private boolean holds(long nowMs, int newest, Optional<Note> note) {
        return holds.holds("worker", nowMs, OptionalInt.of(newest), note);
    }

    @Test
    void holdsAWorkerThatLeavesUntilTheLimit() {
        assertThat(holds(0, 2, note(2, false))).isTrue();
        assertThat(holds(LIMITS.allMs(), 2, note(2, false))).isTrue();
        assertThat(holds(LIMITS.allMs() + 1, 2, note(2, false))).isFalse();
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
        assertThat(holds.holds("worker", 0, OptionalInt.empty(), note(2, false))).isFalse();
    }

    @Test
    void aSupervisorNeverWaitsAsLongAsItGivesItselfUp() {
        Map<String, Object> most = Map.of(Limits.READY_KEY, 10_000, Limits.PAUSE_KEY, 10_000);
        assertThat(List.of(LIMITS.allMs(), Limits.of(most).allMs())).allMatch(ms -> ms < 115_000);
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
        assertThat(LaunchCommand.with(command, "/p.jar"))
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
        assertThat(LaunchCommand.with(List.of("other"), "/p.jar")).containsExactly("other");
    }
}
