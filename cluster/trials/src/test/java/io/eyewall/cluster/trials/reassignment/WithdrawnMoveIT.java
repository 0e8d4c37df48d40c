package io.eyewall.cluster.trials.reassignment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.eyewall.cluster.trials.GeneratorProcess;
import io.eyewall.cluster.trials.PlannedLab;
import io.eyewall.cluster.trials.TestLab;
import io.eyewall.lab.Lab;
import io.eyewall.lab.LabStatus;
import io.eyewall.lab.process.LabProcess;
import io.eyewall.lab.process.Mark;
import io.eyewall.lab.process.ProcessTable;
import io.eyewall.lab.process.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Stops a plan's new workers while they start: the old workers must continue, and Nimbus must
 * withdraw the plan without restarting a process. A second, undisturbed attempt must move the
 * topology.
 */
@Tag("complete")
class WithdrawnMoveIT {
    private static final int HOSTS = 3;
    private static final int READY_LIMIT_S = 15;
    private static final Duration LIMIT = Duration.ofMinutes(4);

    @TempDir private Path root = Path.of(""); // until JUnit sets it

    private static void await(String what, Callable<Boolean> question) throws Exception {
        TestLab.await(what, LIMIT, question);
    }

    private static long position(Path journals) throws IOException {
        try {
            String[] words = Files.readString(journals.resolve("position")).split(" ", -1);
            return words.length < 2 ? 0 : Long.parseLong(words[1]);
        } catch (NoSuchFileException e) {
            return 0;
        }
    }

    private static void awaitAcks(String when, Path journals, int more) throws Exception {
        long before = position(journals);
        await("acks " + when, () -> position(journals) > before + more);
    }

    private static Set<Long> workers(Lab lab) {
        return new ProcessTable(new Mark(lab.state().id()))
                .all().stream()
                        .filter(process -> process.role() == Role.WORKER)
                        .map(LabProcess::pid)
                        .collect(Collectors.toCollection(TreeSet::new));
    }

    private static void signal(String name, long pid) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor();
    }

    private static Set<String> slots(Lab lab) throws Exception {
        LabStatus status = lab.status();
        return status.topologies().isEmpty()
                ? Set.of()
                : status.topologies().get(0).workers().stream()
                        .map(worker -> worker.host() + ":" + worker.port())
                        .collect(Collectors.toCollection(TreeSet::new));
    }

    /** All on one node. */
    private static void pack(GeneratorProcess plans) throws Exception {
        String use =
                """
                {"algorithm": "tstorm", "parameters": {"gamma": 9, "theta": 1}, "periodSec": 86400,
                "adopt": "gain"}
                """;
        await(
                "a plan",
                () -> {
                    plans.ask("PUT", "/v1/schedule", use);
                    return plans.ask("POST", "/v1/schedule/now").path("number").isNumber();
                });
    }

    private static boolean isWithdrawn(GeneratorProcess plans) throws Exception {
        for (JsonNode decision : plans.ask("GET", "/v1/schedule").path("decisions")) {
            if (decision.path("outcome").path("says").asText().contains("withdrawn")) {
                return true;
            }
        }
        return false;
    }

    @Test
    void workersThatDoNotStartEndNobodyWhoWorks() throws Exception {
        assumeTrue(ProcessTable.isSupported(), "there is no /proc");
        Map<String, Object> keys = Map.of("eyewall.smooth.ready.limit.secs", READY_LIMIT_S);
        try (PlannedLab planned = new PlannedLab(root, HOSTS, null, new HashMap<>(keys))) {
            Lab lab = planned.lab();
            GeneratorProcess plans = planned.generator();
            Path journals = Files.createDirectory(root.resolve("journals"));
            Path application =
                    TestLab.packageOf(FileScheduler.class, root.resolve("application.jar"));
            List<String> arguments =
                    List.of("measured", journals.toString(), Integer.toString(HOSTS));
            assertThat(lab.submit(application, MeasuredTopology.class.getName(), arguments))
                    .isZero();
            awaitAcks("at first", journals, 3_000);
            await("all workers", () -> workers(lab).size() == HOSTS);
            Set<Long> before = workers(lab);
            Set<String> slotsBefore = slots(lab);
            long fromMs = System.currentTimeMillis();

            pack(plans);
            Set<Long> stopped = new HashSet<>();
            await(
                    "the plan to be withdrawn",
                    () -> {
                        for (long pid : workers(lab)) {
                            if (!before.contains(pid) && stopped.add(pid)) {
                                signal("STOP", pid);
                            }
                        }
                        return isWithdrawn(plans);
                    });
            assertThat(stopped).isNotEmpty();
            for (long pid : stopped) {
                signal(
                        "CONT",
                        pid); // Storm forgets a worker that has not written its process id yet
            }
            awaitAcks("after the plan was withdrawn", journals, 5_000);
            await("the stopped workers' end", () -> workers(lab).size() == HOSTS);
            assertThat(workers(lab)).as("the same processes").isEqualTo(before);
            assertThat(slots(lab)).isEqualTo(slotsBefore);
            Measured seen = Measured.read(journals, fromMs);
            System.err.println("withdrawn: " + seen);
            assertThat(List.of(seen.failed(), seen.again(), seen.missing(), seen.twice()))
                    .as("%s", seen)
                    .containsOnly(0L);
            assertThat(seen.longestMs()).as("%s", seen).isLessThan(5_000);

            pack(plans);
            await("the second try", () -> workers(lab).size() == 1 && slots(lab).size() == 1);
            awaitAcks("after the second try", journals, 3_000);
            Measured last = Measured.read(journals, fromMs);
            System.err.println("moved then: " + last);
            assertThat(List.of(last.failed(), last.missing(), last.twice()))
                    .as("%s", last)
                    .containsOnly(0L);
        }
    }
}
