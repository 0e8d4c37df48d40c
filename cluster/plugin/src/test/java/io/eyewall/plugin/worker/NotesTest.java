package io.eyewall.plugin.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NotesTest {
    private static Note note(int version, Stage stage, long startMs, String worker) {
        return new Note(version, stage, true, new Place("a~b/c", 6700), startMs, worker);
    }

    @Test
    void aNoteIsReadFromItsName() {
        Note note = new Note(3, Stage.QUIET, false, new Place("a~b/c", 6700), 17, "w%1");
        assertThat(note.name()).doesNotContain("/");
        assertThat(Note.parse(note.name())).contains(note);
    }

    @Test
    void whatIsNoNoteIsPassedOver() {
        assertThat(
                        Notes.latest(
                                List.of(
                                        "",
                                        "x~y",
                                        "1~NEVER~m~n~1~1~w",
                                        "1~SEEN~m~n~x~1~w",
                                        "1~SEEN~m~%~1~1~w")))
                .isEmpty();
    }

    @Test
    void theLatestOfAWorkerCountsAndTheLastWorkerOfASlot() {
        Note earlier = note(1, Stage.ACTIVE, 10, "one");
        Note later = note(2, Stage.SEEN, 10, "one");
        Note next = note(1, Stage.SEEN, 20, "two");
        assertThat(Notes.latest(List.of(later.name(), earlier.name()))).containsExactly(later);
        assertThat(Notes.latest(List.of(next.name(), later.name()))).containsExactly(next);
    }
}
