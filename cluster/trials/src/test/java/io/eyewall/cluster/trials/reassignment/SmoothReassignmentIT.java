package io.eyewall.cluster.trials.reassignment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.eyewall.cluster.trials.TestLab;
import io.eyewall.lab.process.ProcessTable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Moves workers on real clusters with the plug-in. {@link Experiment} measures how long spouts
 * pause.
 */
@Tag("complete")
class SmoothReassignmentIT {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final long BETWEEN_MS = 3_000;

    @TempDir private Path root = Path.of(""); // until JUnit sets it

    @BeforeEach
    void needsProc() {
        assumeTrue(ProcessTable.isSupported(), "there is no /proc");
    }

    private static void await(String what, Callable<Boolean> question) throws Exception {
        TestLab.await(what, LIMIT, question);
    }

    private static void awaitMoreAcks(Subject subject) throws Exception {
        long acks = subject.acks();
        await("more acks", () -> subject.acks() > acks + 1_000);
    }

    private static void assertNothingWrong(Measured seen) {
        assertThat(seen.failed()).as("%s", seen).isZero();
        assertThat(seen.again()).as("%s", seen).isZero();
        assertThat(seen.missing()).as("%s", seen).isZero();
        assertThat(seen.twice()).as("%s", seen).isZero();
    }

    @Test
    void movesInARowFailNothingAndRepeatNothing() throws Exception {
        try (Experiment experiment = Experiment.ofMeasured(root, true, false)) {
            Subject subject = experiment.subject();
            await("the first acks", () -> subject.acks() > 3_000);
            long fromMs = System.currentTimeMillis();
            for (int i = 0; i < Integer.getInteger("eyewall.moves", 2); i++) {
                subject.moveWholly(i);
                awaitMoreAcks(subject);
                Thread.sleep(BETWEEN_MS); // its slot is free again
            }
            Measured seen = subject.measured(fromMs);
            assertNothingWrong(seen);
            // Enough for a loaded machine; Storm alone takes a message timeout longer.
            assertThat(seen.longestMs()).as("%s", seen).isLessThan(5_000);

            // Some workers start in free slots, one in a slot whose worker has to end first: all
            // spouts pause until then.
            for (int i = 0; i < 2; i++) {
                subject.displace(i);
                awaitMoreAcks(subject);
                Thread.sleep(BETWEEN_MS);
            }
            assertThat(subject.late()).isZero();
            assertNothingWrong(subject.measured(fromMs));
        }
    }
}
