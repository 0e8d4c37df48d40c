package io.eyewall.nativetask;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.nativetask.child.ChildStartException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Attempts to start processes; those of this test are names. */
class ChildStartsTest {
    private final ChildStartException noProgram =
            new ChildStartException("cannot start its process: error=2, No such file", false);
    private final ChildStartException noMemory =
            new ChildStartException("cannot start its process: error=12, No memory", true);

    private final Deque<Object> attempts = new ArrayDeque<>();
    private final List<Long> pausesMs = new ArrayList<>();
    private final ChildStarts<String> starts =
            new ChildStarts<>(
                    "task 7", LoggerFactory.getLogger("test"), this::attempt, pausesMs::add);

    private String attempt() {
        Object next = attempts.remove();
        if (next instanceof ChildStartException e) {
            throw e;
        }
        return (String) next;
    }

    private void attemptsEndWith(Object... ends) {
        attempts.addAll(Arrays.asList(ends));
    }

    @Test
    void triesAgainWhenTheFirstProcessDoesNotStartForWantOfMemory() {
        attemptsEndWith(noMemory, noMemory, "first");
        assertThat(starts.startFirst()).isEqualTo("first");
        assertThat(pausesMs).containsExactly(50L);
    }

    @Test
    void refusesAMissingProgramAtOnce() {
        attemptsEndWith(noProgram);
        assertThatThrownBy(starts::startFirst)
                .isInstanceOf(NativeTaskException.class)
                .hasMessageContaining("error=2");
        assertThat(pausesMs).isEmpty();
    }

    @Test
    void triesAgainWhenAReplacementDoesNotStartWhateverTheReason() {
        attemptsEndWith("first", noMemory, noProgram, noMemory, "second");
        starts.startFirst();
        assertThat(starts.replace("its process was killed", true)).isEqualTo("second");
        assertThat(pausesMs).containsExactly(50L, 200L);
    }

    @Test
    void givesUpAfterFiveThatDidNoWorkInWhateverWayTheyEnded() {
        attemptsEndWith("first", "second", noMemory, "third", noMemory);
        starts.startFirst();
        starts.replace("killed", false);
        starts.replace("killed", false);
        assertThatThrownBy(() -> starts.replace("killed", false))
                .isInstanceOf(NativeTaskException.class)
                .hasMessageContaining("task 7: cannot start its process: error=12")
                .hasMessageContaining("giving up after 5 processes in a row");
        assertThat(attempts).isEmpty();
    }

    @Test
    void workDoneBeginsTheCountAnew() {
        attemptsEndWith("first");
        starts.startFirst();
        for (int i = 0; i < 20; i++) {
            attemptsEndWith(noMemory, noMemory, noMemory, noMemory, "next");
            assertThat(starts.replace("killed", true)).isEqualTo("next");
        }
    }
}
