package io.eyewall.cluster.trials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.eyewall.examples.ElasticTopology;
import io.eyewall.lab.Lab;
import io.eyewall.lab.LabStatus;
import io.eyewall.lab.process.ProcessTable;
import io.eyewall.lab.process.Role;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests a real cluster with the complete installation: loads are measured, plans are made and
 * applied, and a killed generator resumes.
 */
@Tag("complete")
class ScheduleIT {
    private static final int HOSTS = 2;
    private static final int WORKERS = 3;

    @TempDir private Path root = Path.of(""); // until JUnit sets it

    private PlannedLab up() throws Exception {
        Map<String, @Nullable Object> conf = new HashMap<>();
        conf.put("topology.workers", WORKERS);
        conf.put("topology.message.timeout.secs", 10);
        conf.put("eyewall.schedule.patience.secs", 5);
        return new PlannedLab(root, HOSTS, null, conf);
    }

    private void submit(Lab lab, String name) throws Exception {
        Path jar = TestLab.examples(root);
        assertThat(lab.submit(jar, ElasticTopology.class.getName(), List.of(name))).isZero();
    }

    private static Optional<LabStatus.Topology> find(LabStatus status, String name) {
        return status.topologies().stream()
                .filter(topology -> topology.name().equals(name))
                .findFirst();
    }

    private static LabStatus.Topology topology(LabStatus status, String name) {
        return find(status, name).orElseThrow();
    }

    /**
     * Returns whether the topology acks messages; a busy Nimbus reports a submitted topology late.
     */
    private static boolean acks(LabStatus status, String name) {
        return find(status, name).filter(topology -> topology.acked() > 0).isPresent();
    }

    private static List<String> hosts(LabStatus status, String name) {
        return topology(status, name).workers().stream().map(LabStatus.Worker::host).toList();
    }

    /** Returns process ids. */
    private static Set<Long> workers(LabStatus status) {
        return status.processes().stream()
                .filter(process -> process.role() == Role.WORKER)
                .map(LabStatus.Running::pid)
                .collect(Collectors.toSet());
    }

    /** Waits until the generator knows this many topologies from Nimbus, and all are measured. */
    private static void awaitMeasured(GeneratorProcess plans, int topologies) throws Exception {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(90);
        while (true) {
            String last;
            try {
                JsonNode decision = plans.ask("POST", "/v1/schedule/now?dry=true");
                JsonNode known = plans.ask("GET", "/v1/schedule").path("topologies");
                int measured = 0;
                for (JsonNode topology : known) {
                    measured += topology.path("leftOut").isNull() ? 1 : 0;
                }
                if (measured == topologies) {
                    return;
                }
                last = decision + " " + known;
            } catch (IOException e) {
                last = e.toString(); // not up yet
            }
            assertThat(System.nanoTime() - endNs).as(last).isNegative();
            Thread.sleep(200);
        }
    }

    @Test
    void plansAreDoneAndStormPlacesWhileTheGeneratorIsGone() throws Exception {
        assumeTrue(ProcessTable.isSupported(), "there is no /proc");
        try (PlannedLab planned = up()) {
            plansAreDone(planned.lab(), planned.generator());
        }
    }

    private void plansAreDone(Lab lab, GeneratorProcess plans) throws Exception {
        submit(lab, "first");
        LabStatus status =
                TestLab.await(
                        lab,
                        "acks of two workers",
                        now -> acks(now, "first") && topology(now, "first").workers().size() == 2);
        assertThat(hosts(status, "first"))
                .as("three workers were asked for, and there are two nodes")
                .containsExactlyInAnyOrder("host1", "host2");

        awaitMeasured(plans, 1);
        JsonNode adopted = plans.ask("POST", "/v1/schedule/now");
        assertThat(adopted.path("number").asInt()).as(adopted.toString()).isPositive();
        LabStatus packed =
                TestLab.await(
                        lab,
                        "one worker with all executors",
                        now ->
                                topology(now, "first").workers().size() == 1
                                        && workers(now).size() == 1);

        plans.kill();
        Thread.sleep(TimeUnit.SECONDS.toMillis(8)); // longer than Nimbus' patience
        submit(lab, "second");
        LabStatus fallen =
                TestLab.await(
                        lab,
                        "as many workers as asked for",
                        now ->
                                acks(now, "second")
                                        && topology(now, "second").workers().size() == WORKERS);
        assertThat(topology(fallen, "first").workers())
                .as("nobody who runs is moved")
                .isEqualTo(topology(packed, "first").workers());

        plans.startAgain();
        awaitMeasured(plans, 2);
        plans.ask("POST", "/v1/schedule/now");
        LabStatus again =
                TestLab.await(
                        lab,
                        "one worker per topology and node",
                        now ->
                                hosts(now, "second").size() < WORKERS
                                        && hosts(now, "second").stream().distinct().count()
                                                == hosts(now, "second").size()
                                        && workers(now).size()
                                                == hosts(now, "first").size()
                                                        + hosts(now, "second").size());

        lab.kill("nimbus");
        lab.start("nimbus", Duration.ofMinutes(2), System.err::println);
        awaitMeasured(plans, 2);
        LabStatus restarted =
                TestLab.await(
                        lab,
                        "a Nimbus that has heard the workers",
                        now ->
                                now.topologies().size() == 2
                                        && !hosts(now, "first").isEmpty()
                                        && !hosts(now, "second").isEmpty());
        assertThat(hosts(restarted, "first")).isEqualTo(hosts(again, "first"));
        assertThat(hosts(restarted, "second")).isEqualTo(hosts(again, "second"));
        assertThat(workers(restarted)).as("the same processes").isEqualTo(workers(again));
        assertThat(plans.ask("GET", "/v1/schedule").path("plan").path("number").asInt())
                .as("numbers outlive the generator")
                .isGreaterThan(1);
    }

    @Test
    void aHotComponentGetsAnExecutorMore() throws Exception {
        assumeTrue(ProcessTable.isSupported(), "there is no /proc");
        try (PlannedLab planned = up()) {
            aHotComponentGrows(planned.lab(), planned.generator());
        }
    }

    private void aHotComponentGrows(Lab lab, GeneratorProcess plans) throws Exception {
        Path jar = TestLab.packageOf(HotTopology.class, root.resolve("hot.jar"));
        assertThat(lab.submit(jar, HotTopology.class.getName(), List.of("hot"))).isZero();
        LabStatus before = TestLab.await(lab, "acks", now -> acks(now, "hot"));
        // On a busy machine the executor gets less than a core; therefore theta is low.
        plans.ask(
                "PUT",
                "/v1/schedule",
                "{\"algorithm\": \"affinity\", \"parameters\": {\"theta\": 0.3}}");
        LabStatus after =
                TestLab.await(
                        lab,
                        "an executor more",
                        now ->
                                topology(now, "hot").executors()
                                        == topology(before, "hot").executors() + 1);
        long acked = topology(after, "hot").acked();
        TestLab.await(lab, "more acks", now -> topology(now, "hot").acked() != acked);
        assertThat(plans.ask("GET", "/v1/schedule").toString()).contains("because one was hot");
    }
}
