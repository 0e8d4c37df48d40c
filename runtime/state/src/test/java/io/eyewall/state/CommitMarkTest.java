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
            assertThat(mark.requiredCommits()).isZero();
            mark.startCounting(7);
        }
        try (CommitMark mark = CommitMark.lock(folder)) {
            assertThat(mark.isBlank()).isFalse();
            assertThat(mark.requiredCommits()).isEqualTo(7);
        }
    }

    @Test
    void countsCommits() throws Exception {
        try (CommitMark mark = CommitMark.lock(folder)) {
            mark.startCounting(7);
            mark.recordCommit(true, mark.beginCommit());
            mark.recordCommit(false, mark.beginCommit());
        }
        try (CommitMark mark = CommitMark.lock(folder)) {
            assertThat(mark.requiredCommits()).isEqualTo(9);
        }
    }

    @Test
    void mayStartWithLessThanItHad() throws Exception {
        try (CommitMark mark = CommitMark.lock(folder)) {
            mark.startCounting(7);
        }
        try (CommitMark mark = CommitMark.lock(folder)) {
            mark.startCounting(3);
        }
        try (CommitMark mark = CommitMark.lock(folder)) {
            assertThat(mark.requiredCommits()).isEqualTo(3);
        }
    }

    /** After a restart of the system, commits that did not wait for the disk may be missing. */
    @Test
    void requiresOnlyWhatTheDiskHadIfTheSystemHasEndedSince() throws Exception {
        try (CommitMark mark = CommitMark.lock(folder)) {
            mark.startCounting(7);
            long begun = mark.beginCommit();
            mark.recordCommit(false, begun);
            mark.recordCommit(false, begun);
        }
        States.pretendThatTheSystemWasStartedAnew(folder);

        try (CommitMark mark = CommitMark.lock(folder)) {
            assertThat(mark.requiredCommits()).isEqualTo(7);
            assertThat(mark.recordedCommits()).isEqualTo(9);
        }
    }

    @Test
    void aCommitThatWaitsTakesThoseBeforeItAlong() throws Exception {
        try (CommitMark mark = CommitMark.lock(folder)) {
            mark.startCounting(0);
            mark.recordCommit(false, mark.beginCommit());
            long begun = mark.beginCommit();
            mark.recordCommit(false, mark.beginCommit()); // may follow the next one in the log
            mark.recordCommit(true, begun);
        }
        States.pretendThatTheSystemWasStartedAnew(folder);

        try (CommitMark mark = CommitMark.lock(folder)) {
            assertThat(mark.requiredCommits()).isEqualTo(2);
            assertThat(mark.recordedCommits()).isEqualTo(3);
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
            mark.startCounting(0);
            Thread.currentThread().interrupt();
            mark.recordCommit(true, mark.beginCommit());
            mark.recordCommit(false, mark.beginCommit());
            assertThat(Thread.interrupted()).isTrue();
            mark.recordCommit(true, mark.beginCommit());
            assertThatThrownBy(() -> CommitMark.lock(folder)).isInstanceOf(StateException.class);
        }
        try (CommitMark mark = CommitMark.lock(folder)) {
            assertThat(mark.requiredCommits()).isEqualTo(3);
        }
    }
}
