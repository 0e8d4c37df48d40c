package io.eyewall.cluster.trials.reassignment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.eyewall.cluster.load.PostgresqlServer;
import io.eyewall.cluster.trials.GeneratorProcess;
import io.eyewall.cluster.trials.PlannedLab;
import io.eyewall.cluster.trials.TestLab;
import io.eyewall.lab.Lab;
import io.eyewall.lab.LabException;
import io.eyewall.lab.LabStatus;
import io.eyewall.lab.process.ProcessTable;
import io.eyewall.lab.process.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Moves a topology of a complete installation again and again by its generator, and kills a process
 * in the middle of each move, as by {@code kill -9}; a killed daemon is started again. After each
 * kill, messages must be acked again, and the cluster must be placed as a plan says; at the end
 * every message must have arrived. {@code -Deyewall.kills=50 -Deyewall.seed=1} for more.
 */
@Tag("complete")
class ReassignmentChaosIT {
    private static final String NAME = "measured";
    private static final int HOSTS = 3;
    private static final int EXECUTORS = 8; // of components, and ackers
    private static final int USUAL_KILLS = 3;
    private static final Duration LIMIT = Duration.ofMinutes(4);
    private static final Duration START_LIMIT = Duration.ofMinutes(3);

    @TempDir private Path root = Path.of(""); // until JUnit sets it
    @TempDir private Path sql = Path.of("");

    private @Nullable PostgresqlServer database;

    /** The process to kill. */
    private enum Victim {
        WORKER,
        NIMBUS,
        DATABASE,
        GENERATOR,
        SUPERVISOR
    }

    @AfterEach
    void endDatabase() throws Exception {
        if (database != null) {
            database.close();
        }
    }

    private static void await(String what, Callable<Boolean> question) throws Exception {
        TestLab.await(what, LIMIT, question);
    }

    /** Returns the position that the source has committed: all messages before it were acked. */
    private static long position(Path journals) throws IOException {
        try {
            String[] words = Files.readString(journals.resolve("position")).split(" ", -1);
            return words.length < 2 ? 0 : Long.parseLong(words[1]);
        } catch (NoSuchFileException e) {
            return 0;
        }
    }

    private static void awaitAcks(String when, Path journals) throws Exception {
        long before = position(journals);
        await("acks " + when, () -> position(journals) > before + 1_000);
    }

    /**
     * Returns whether all executors have a place, each node has at most one worker, and all workers
     * run.
     */
    private static boolean isPlaced(Lab lab) throws Exception {
        LabStatus status = lab.status();
        if (status.topologies().isEmpty()) {
            return false; // Nimbus has just been started, or does not answer
        }
        List<LabStatus.Worker> workers = status.topologies().get(0).workers();
        long executors = workers.stream().mapToLong(LabStatus.Worker::executors).sum();
        Set<String> hosts = new HashSet<>();
        workers.forEach(worker -> hosts.add(worker.host()));
        Set<String> running = new HashSet<>();
        status.processes().forEach(process -> running.add(process.host() + ":" + process.port()));
        boolean allRun =
                workers.stream()
                        .allMatch(worker -> running.contains(worker.host() + ":" + worker.port()));
        return executors == EXECUTORS && hosts.size() == workers.size() && allRun;
    }

    /**
     * Makes the generator choose another placement than before: packed on one node, or spread over
     * all.
     */
    private static void plan(GeneratorProcess plans, boolean packed) throws Exception {
        String use =
                """
                {"algorithm": "tstorm", "parameters": {"gamma": %d, "theta": 1, "cool-down": 0},
                "periodSec": 86400, "adopt": "always"}
                """
                        .formatted(packed ? 9 : 1);
        await(
                "a plan",
                () -> {
                    try {
                        plans.ask("PUT", "/v1/schedule", use);
                        JsonNode decision = plans.ask("POST", "/v1/schedule/now");
                        // After an interrupted move, executors are where the plan puts them.
                        return decision.path("number").isNumber()
                                || decision.path("verdict").asText().equals("KEEP");
                    } catch (IOException e) {
                        return false; // it does not answer yet
                    }
                });
    }

    @Test
    void killsInTheMiddleOfMovesLoseNothing() throws Exception {
        assumeTrue(ProcessTable.isSupported(), "there is no /proc");
        int kills = Integer.getInteger("eyewall.kills", USUAL_KILLS);
        long seed = Long.getLong("eyewall.seed", 1);
        database = PostgresqlServer.in(sql).orElse(null);
        if (database != null) {
            database.start();
        }
        String url = database == null ? null : database.url();
        try (PlannedLab planned = new PlannedLab(root, HOSTS, url, Map.of())) {
            killAndLook(planned.lab(), planned.generator(), kills, seed);
        }
    }

    private void killAndLook(Lab lab, GeneratorProcess plans, int kills, long seed)
            throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        Path journals = Files.createDirectory(root.resolve("journals"));
        Path application = TestLab.packageOf(FileScheduler.class, root.resolve("application.jar"));
        List<String> arguments = List.of(NAME, journals.toString(), Integer.toString(HOSTS));
        assertThat(lab.submit(application, MeasuredTopology.class.getName(), arguments)).isZero();
        awaitAcks("at first", journals);
        for (int i = 0; i < kills; i++) {
            Victim victim =
                    i < Victim.values().length
                            ? Victim.values()[i]
                            : Victim.values()[random.nextInt(Victim.values().length)];
            String when = "after kill " + i + " of seed " + seed + ", of a " + victim;
            plan(plans, i % 2 == 0);
            Thread.sleep(random.nextInt(6_000)); // anywhere in the move
            kill(victim, lab, plans, random);
            awaitAcks(when, journals);
            await("a valid placement " + when, () -> isPlaced(lab));
            System.err.println(when + ": " + position(journals));
        }
        awaitAcks("at the end", journals);
        Measured seen = Measured.read(journals, 0);
        System.err.println(kills + " kills, seed " + seed + ": " + seen);
        assertThat(seen.missing()).as("%s", seen).isZero();
        assertThat(seen.twice()).as("%s", seen).isZero();
    }

    private void kill(Victim victim, Lab lab, GeneratorProcess plans, SplittableRandom random)
            throws Exception {
        switch (victim) {
            case WORKER -> killWorker(lab, random);
            case SUPERVISOR -> {
                String host = "host" + random.nextInt(1, HOSTS + 1);
                lab.kill(host + ":supervisor");
                Thread.sleep(random.nextInt(3_000));
                lab.start(host, START_LIMIT, System.err::println);
            }
            case NIMBUS -> {
                lab.kill("nimbus");
                Thread.sleep(random.nextInt(3_000));
                lab.start("nimbus", START_LIMIT, System.err::println);
            }
            case GENERATOR -> {
                plans.kill();
                Thread.sleep(random.nextInt(3_000));
                plans.startAgain();
            }
            case DATABASE -> {
                if (database != null) {
                    database.kill();
                    Thread.sleep(random.nextInt(3_000));
                    database.start();
                }
            }
        }
    }

    private static void killWorker(Lab lab, SplittableRandom random) throws Exception {
        List<String> slots =
                lab.status().processes().stream()
                        .filter(process -> process.role() == Role.WORKER)
                        .map(process -> process.host() + ":" + process.port())
                        .sorted()
                        .toList();
        if (slots.isEmpty()) {
            return; // between two of them
        }
        try {
            lab.kill(slots.get(random.nextInt(slots.size())));
        } catch (LabException e) {
            assertThat(e).hasMessageContaining("does not run"); // between two of them
        }
    }
}
