package io.eyewall.plugin.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class OwnNoteTest {
    private static final List<Note> OTHERS = List.of(note("other"));
    private static final List<Note> ALL = List.of(note("other"), note("own"));

    private final OwnNote own = new OwnNote("own");

    private static Note note(String worker) {
        return new Note(1, Stage.ACTIVE, true, new Place("node", 6700), 10, worker);
    }

    @Test
    void aNoteThatWasNeverWrittenIsNotLost() {
        own.check(OTHERS);
        own.check(List.of());
        assertThat(own.isLost()).isFalse();
    }

    @Test
    void aNoteThatWasWrittenAndIsGoneIsLostOnce() {
        own.onWritten();
        own.check(ALL);
        assertThat(own.takeLost()).isFalse();
        own.check(OTHERS);
        own.check(OTHERS);
        assertThat(own.takeLost()).isTrue();
        own.check(OTHERS);
        assertThat(own.takeLost()).isFalse();
    }

    @Test
    void aNoteThatWasNeverReadIsLostToo() {
        own.onWritten();
        own.check(OTHERS);
        assertThat(own.takeLost()).isTrue();
    }

    @Test
    void aNoteThatIsWrittenAgainDoesNotHideThatOneWasLost() {
        own.onWritten();
        own.check(OTHERS);
        own.onWritten();
        own.check(ALL);
        assertThat(own.takeLost()).isTrue();
    }
}
