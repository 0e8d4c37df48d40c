package io.eyewall.cluster.trials.reassignment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.eyewall.cluster.trials.TestLab;
import io.eyewall.lab.process.ProcessTable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Moves Trident and shell components on a real cluster. Runs only if a number of moves is given,
 * {@code -Deyewall.moves=3}, since it takes minutes.
 */
@Tag("complete")
@EnabledIfSystemProperty(named = "eyewall.moves", matches = "\\d+")
class KindsReassignmentIT {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final Duration COUNT_LIMIT = Duration.ofSeconds(40);
    private static final int WORKERS = 2;

    /** All workers at least once. */
    private static final int MOVES = Math.max(WORKERS, Integer.getInteger("eyewall.moves", 2));

    private static final long BETWEEN_MS = 3_000;
    private static final long EARLY_MS = 1_500;

    @TempDir private Path root = Path.of(""); // until JUnit sets it

    private @Nullable RedisServer redis;

    @BeforeEach
    void startRedis() throws Exception {
        assumeTrue(ProcessTable.isSupported(), "there is no /proc");
        redis = RedisServer.start();
    }

    @AfterEach
    void endRedis() {
        if (redis != null) {
            redis.close();
        }
    }

    /** Tests both kinds in one cluster, as a cluster takes long to start. */
    @Test
    void countsOfTridentStayExactAndShellsFailNothing() throws Exception {
        RedisServer server = Objects.requireNonNull(redis, "startRedis");
        Experiment.Job trident =
                new Experiment.Job(
                        "trident",
                        BatchTopology.class,
                        WORKERS,
                        List.of(Integer.toString(server.port())),
                        RedisServer.jars(root),
                        Map.of());
        Experiment.Job shell =
                new Experiment.Job(
                        "shell",
                        ShellTopology.class,
                        WORKERS,
                        List.of(),
                        List.of(),
                        ShellTopology.files(root));
        try (Experiment experiment = new Experiment(root, List.of(trident, shell), true, false)) {
            Subject batches = experiment.subjects().get(0);
            Subject messages = experiment.subjects().get(1);
            // Moved while workers start: Storm alone leaves orphaned processes then.
            for (int i = 0; i < 2 * WORKERS; i++) {
                batches.move(i);
                messages.move(i);
                Thread.sleep(EARLY_MS);
            }
            TestLab.await("the first commits", LIMIT, () -> commits(batches).size() > 50);
            TestLab.await("the first acks", LIMIT, () -> messages.acks() > 3_000);
            TestLab.await("no orphans", LIMIT, () -> experiment.workers() == 2 * WORKERS);
            Thread.sleep(BETWEEN_MS);

            long late = batches.late() + messages.late();
            long fromMs = System.currentTimeMillis();
            moves(batches);
            Measured.Gap gap = Measured.longest(commits(batches), fromMs);
            batches.stop("");
            long shellsMs = System.currentTimeMillis();
            Measured before = messages.measured(shellsMs);
            moves(messages);
            Measured moved = messages.measured(shellsMs);
            awaitCounts(server, batches);
            Map<String, Long> counts = BatchCounts.stored(server);
            BatchCounts.Attempts attempts = BatchCounts.Attempt.all(batches.journals());
            System.err.println(
                    MOVES
                            + " moves of Trident: longest time without a commit "
                            + gap
                            + ", messages by partition "
                            + attempts.ends()
                            + ", attempts of batches "
                            + attempts.all().size());
            System.err.println(MOVES + " moves of shells: " + moved);

            assertThat(counts).isEqualTo(BatchCounts.expected(batches.journals()));
            assertThat(attempts.again(fromMs)).as("batches that failed").isZero();
            OpenedStates.in(batches.journals()).assertNoneHadTwoWriters(BatchTopology.STATES);
            assertThat(batches.late() + messages.late()).as("limits that passed").isEqualTo(late);
            assertThat(moved).isEqualTo(moved.lossless(before));
            // Enough for a loaded machine; an expired limit would take 10 s.
            assertThat(gap.ms()).isLessThan(8_000);
            assertThat(moved.longestMs()).as("%s", moved).isLessThan(5_000);
        }
    }

    private static void moves(Subject subject) throws Exception {
        for (int i = 0; i < MOVES; i++) {
            subject.moveWholly(i);
            Thread.sleep(BETWEEN_MS); // its slot is free again
        }
    }

    /**
     * Waits until all emitted messages are counted; otherwise the comparison shows the difference.
     */
    private static void awaitCounts(RedisServer server, Subject batches) throws Exception {
        long endNs = System.nanoTime() + COUNT_LIMIT.toNanos();
        while (System.nanoTime() < endNs
                && !BatchCounts.stored(server).equals(BatchCounts.expected(batches.journals()))) {
            Thread.sleep(BETWEEN_MS);
        }
    }

    private static List<Long> commits(Subject subject) throws IOException {
        return OpenedStates.in(subject.journals()).commits();
    }
}
