package io.eyewall.cluster.generator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.eyewall.placement.load.ExecutorId;
import io.eyewall.plugin.wire.ClusterView;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the JSON of a generator's status: executors, flows between nodes, and outcomes of plans.
 */
class StatusJsonTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    @TempDir private Path state = Path.of(""); // until JUnit sets it

    private final TestLoads loads = new TestLoads();
    private final TestView cluster = new TestView(2, 4, 2);
    private List<ExecutorId> executors = List.of();
    private long nowMs = 1_000_000;
    private GeneratorFolder folder;
    private ScheduleGenerator generator;

    @BeforeEach
    void start() throws IOException {
        folder = GeneratorFolder.lock(state);
        generator = new ScheduleGenerator(nowMs, loads, folder, null);
        cluster.addNode("n3", 4, 1, Map.of("eyewall.rack", "b"));
        executors = cluster.submit("t", "n1:6700", "n2:6700", "n1:6700", "n1:6701");
        executors.forEach(executor -> loads.uses(executor, 0.2));
        loads.uses(executors.get(3), 0.9);
        loads.sends(executors.get(0), executors.get(1), 10_000);
        loads.sends(executors.get(0), executors.get(2), 300);
        loads.sends(executors.get(0), executors.get(3), 20);
        loads.nodes.put("n1", 1.5);
        generator.onView(cluster.now());
    }

    @AfterEach
    void end() throws IOException {
        generator.close();
        folder.close();
    }

    private JsonNode status() throws IOException {
        return JSON.readTree(JSON.writeValueAsString(generator.status()));
    }

    /** Steps once a second, while Nimbus sends a view every ten seconds. */
    private void pass(long ms) {
        for (long endMs = nowMs + ms; nowMs < endMs; nowMs += 1000) {
            if (nowMs % 10_000 == 0) {
                generator.onView(cluster.now());
            }
            generator.step(nowMs);
        }
    }

    @Test
    void flowsAreSummedByNodeAndSaysWhatStaysInAWorker() throws Exception {
        assertThat(status().path("flows"))
                .hasToString(
                        """
                        [{"from":"n1","to":"n2","withinWorker":false,"tuplesPerSec":10000.0,"bytesPerSec":1000000.0},\
                        {"from":"n1","to":"n1","withinWorker":true,"tuplesPerSec":300.0,"bytesPerSec":30000.0},\
                        {"from":"n1","to":"n1","withinWorker":false,"tuplesPerSec":20.0,"bytesPerSec":2000.0}]\
                        """);
    }

    @Test
    void executorsSayWhereTheyAreWhatTheyUseAndWhereTheyAreToGo() throws Exception {
        assertThat(status().path("executors").path(3))
                .hasToString(
                        """
                        {"topology":"t","component":"c3","first":4,"last":4,"node":"n1","port":6701,\
                        "cores":0.9,"hot":true,"planned":null}\
                        """);
        cluster.submit("lost", "", "n3:6700");
        generator.onView(cluster.now());
        JsonNode lost = status().path("executors").path(0);
        assertThat(lost.path("node").isNull()).isTrue();
        assertThat(lost.path("cores").isNull()).isTrue();
        assertThat(lost.path("hot").asBoolean()).isFalse();
        cluster.topologies.remove("lost");
        generator.onView(cluster.now());

        generator.evaluateNow(nowMs, false);
        List<String> planned = status().path("executors").findValuesAsText("planned");
        assertThat(planned).hasSize(4).anyMatch(place -> place.matches("n\\d:670\\d"));
        cluster.apply(generator.plan());
        generator.onView(cluster.now());
        assertThat(status().path("executors").findValuesAsText("planned")).containsOnly("null");
    }

    @Test
    void thetaIsThatOfPlansWhetherItWasSetOrNot() throws Exception {
        assertThat(status().path("theta").asDouble()).isEqualTo(Knobs.DEFAULT_THETA);

        GeneratorSettings set = generator.status().settings();
        generator.changeSettings(
                new GeneratorSettings(
                        set.algorithm(), Map.of(Knobs.THETA, 0.5), set.periodSec(), set.adopt()));

        assertThat(status().path("theta").asDouble()).isEqualTo(0.5);
    }

    @Test
    void nodesHaveRackSlotsAndAllThatRunsThere() throws Exception {
        pass(1000);
        JsonNode nodes = status().path("nodes");
        assertThat(nodes.path(0).path("hostCores").asDouble()).isEqualTo(1.5);
        assertThat(nodes.path(0).path("rack").isNull()).isTrue();
        assertThat(nodes.path(0).path("ports")).hasToString("[6700,6701]");
        assertThat(nodes.path(1).path("hostCores").isNull()).isTrue();
        assertThat(nodes.path(2).path("rack").asText()).isEqualTo("b");
    }

    @Test
    void whatCameOfAPlanIsMeasuredAMinuteAfterItIsDone() throws Exception {
        Decision planned = generator.evaluateNow(nowMs, false);
        assertThat(planned.number()).isEqualTo(1);
        pass(30_000);
        assertThat(outcomeOf(1).isNull()).as("Nimbus has not done it").isTrue();

        cluster.apply(generator.plan());
        loads.sends(executors.get(0), executors.get(1), 5_000);
        pass(Outcomes.MEASURE_AFTER_MS);
        assertThat(outcomeOf(1).isNull()).isTrue();
        pass(2 * ScheduleGenerator.CHECK_PERIOD_MS);

        JsonNode outcome = outcomeOf(1);
        assertThat(outcome.path("says").asText()).matches("applied by Nimbus within \\d+ s, .*");
        Double predicted = planned.plannedMsPerSec();
        assertThat(predicted).isNotNull();
        assertThat(outcome.path("msPerSec").asDouble())
                .as("half of what was sent is sent no more")
                .isPositive()
                .isLessThan(predicted == null ? 0 : predicted);
    }

    @Test
    void ofAPlanThatIsReplacedOrOvertakenItIsSaid() throws Exception {
        generator.evaluateNow(nowMs, false);
        cluster.apply(generator.plan());
        generator.onView(cluster.now());
        loads.sends(executors.get(0), executors.get(1), 0);
        loads.sends(executors.get(1), executors.get(2), 0);
        executors.forEach(executor -> loads.uses(executor, 3.0));
        Decision second = generator.evaluateNow(nowMs, false);
        assertThat(second.number()).isEqualTo(2);
        assertThat(outcomeOf(1).path("says").asText())
                .isEqualTo("replaced by plan 2 before it was measured");

        cluster.topologies.remove("t");
        ClusterView without = cluster.now();
        nowMs += ScheduleGenerator.CHECK_PERIOD_MS;
        generator.onView(without);
        generator.step(nowMs);
        assertThat(outcomeOf(2).path("says").asText()).startsWith("topologies have come, gone");
        assertThat(outcomeOf(2).path("msPerSec").isNull()).isTrue();
    }

    private JsonNode outcomeOf(int number) throws IOException {
        for (JsonNode decision : status().path("decisions")) {
            if (decision.path("number").asInt() == number) {
                return decision.path("outcome");
            }
        }
        throw new AssertionError("no decision about plan " + number);
    }
}
