package io.eyewall.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@NullUnmarked // JUnit sets the folder
class CommitMarkTest {
    @TempDir Path folder;

    @Test
    void isBlankUntilItIsStarted() throws Exception {
        try (CommitMark mark = CommitMark.lock(folder)) {
            assertThat(mark.isBlank()).isTrue();
            assertThat(mark.required()).isZero();
            mark.start(7);
        }
        try (CommitMark mark = CommitMark.lock(folder)) {
            assertThat(mark.isBlank()).isFalse();
            assertThat(mark.required()).isEqualTo(7);
        }
    }

    @Test
    void countsCommits() throws Exception {
        try (CommitMark mark = CommitMark.lock(folder)) {
            mark.start(7);
            mark.committed(true, mark.begin());
            mark.committed(false, mark.begin());
        }
        try (CommitMark mark = CommitMark.lock(folder)) {
            assertThat(mark.required()).isEqualTo(9);
        }
    }

    @Test
    void mayStartWithLessThanItHad() throws Exception {
        try (CommitMark mark = CommitMark.lock(folder)) {
            mark.start(7);
        }
        try (CommitMark mark = CommitMark.lock(folder)) {
            mark.start(3);
        }
        try (CommitMark mark = CommitMark.lock(folder)) {
            assertThat(mark.required()).isEqualTo(3);
        }
    }

    /** After a restart of the system, commits that did not wait for the disk may be missing. */
    @Test
    void requiresOnlyWhatTheDiskHadIfTheSystemHasEndedSince() throws Exception {
        try (CommitMark mark = CommitMark.lock(folder)) {
            mark.start(7);
            long begun = mark.begin();
            mark.committed(false, begun);
            mark.committed(false, begun);
        }
        States.pretendThatTheSystemWasStartedAnew(folder);

        try (CommitMark mark = CommitMark.lock(folder)) {
            assertThat(mark.required()).isEqualTo(7);
            assertThat(mark.written()).isEqualTo(9);
        }
    }

    @Test
    void aCommitThatWaitsTakesThoseBeforeItAlong() throws Exception {
        try (CommitMark mark = CommitMark.lock(folder)) {
            mark.start(0);
            mark.committed(false, mark.begin());
            long begun = mark.begin();
            mark.committed(false, mark.begin()); // may follow the next one in the log
            mark.committed(true, begun);
        }
        States.pretendThatTheSystemWasStartedAnew(folder);

        try (CommitMark mark = CommitMark.lock(folder)) {
            assertThat(mark.required()).isEqualTo(2);
            assertThat(mark.written()).isEqualTo(3);
        }
    }

    @Test
    void hasOneOwnerInAProcess() throws Exception {
        CommitMark first = CommitMark.lock(folder);

        assertThatThrownBy(() -> CommitMark.lock(folder.resolve("../" + folder.getFileName())))
                .isInstanceOf(StateException.class)
                .hasMessageContainingAll("in use by this process", "eyewall.state.dir");
        first.close();
        CommitMark.lock(folder).close();
    }

    @Test
    void worksOnAThreadThatIsInterrupted() throws Exception {
        try (CommitMark mark = CommitMark.lock(folder)) {
            mark.start(0);
            Thread.currentThread().interrupt();
            mark.committed(true, mark.begin());
            mark.committed(false, mark.begin());
            assertThat(Thread.interrupted()).isTrue();
            mark.committed(true, mark.begin());
            assertThatThrownBy(() -> CommitMark.lock(folder)).isInstanceOf(StateException.class);
        }
        try (CommitMark mark = CommitMark.lock(folder)) {
            assertThat(mark.required()).isEqualTo(3);
        }
    }
}
