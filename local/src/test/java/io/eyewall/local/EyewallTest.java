package io.eyewall.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.engine.TopologyStatus;
import java.time.Duration;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.storm.Config;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class EyewallTest {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    @Test
    void runsATopologyUntilItIsClosed() {
        try (TopologyHandle topology =
                Eyewall.start(
                        "eyewall-run",
                        new Config(),
                        TestTopologies.numbers("eyewall-run", 1000).createTopology())) {
            Recorder.await("1000 numbers", () -> Recorder.seen("eyewall-run").size() == 1000);
            assertThat(topology.name()).isEqualTo("eyewall-run");
            assertThat(topology.id()).matches("eyewall-run-\\d+-\\d+");
            assertThat(topology.status()).isEqualTo(TopologyStatus.ACTIVE);
            assertThat(topology.metrics().executors())
                    .anySatisfy(
                            executor -> {
                                assertThat(executor.executor().componentId()).isEqualTo("record");
                                assertThat(executor.executed()).isEqualTo(1000);
                            });
        }
        assertThat(Recorder.seen("eyewall-run"))
                .containsExactlyElementsOf(LongStream.range(0, 1000).boxed().toList());
        assertThat(Recorder.seen("eyewall-run.cleanup")).hasSize(1);
    }

    @Test
    void namesTheCauseWhenATopologyFailsAndFreesItsName() throws Exception {
        for (int attempt = 0; attempt < 2; attempt++) {
            try (TopologyHandle topology =
                    Eyewall.start(
                            "eyewall-fail",
                            new Config(),
                            TestTopologies.failing(10).createTopology())) {
                assertThat(topology.await(LIMIT)).isTrue();
                assertThat(topology.status()).isEqualTo(TopologyStatus.FAILED);
                assertThat(topology.failure().orElseThrow().describe())
                        .contains("eyewall-fail", "fragile", "execute", "can't stand 10");
            }
        }
    }

    @Test
    void refusesANameThatIsTaken() {
        try (TopologyHandle topology =
                Eyewall.start(
                        "eyewall-twice",
                        new Config(),
                        TestTopologies.numbers("eyewall-twice", 1).createTopology())) {
            assertThatThrownBy(
                            () ->
                                    Eyewall.start(
                                            topology.name(),
                                            new Config(),
                                            TestTopologies.numbers("eyewall-twice", 1)
                                                    .createTopology()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("eyewall-twice");
        }
    }

    @Test
    void saysWhichRuleForNamesIsStorms() {
        for (String name : new String[] {getClass().getName(), "", "a/b", "a:b", "a\\b"}) {
            assertThatThrownBy(
                            () ->
                                    Eyewall.start(
                                            name,
                                            new Config(),
                                            TestTopologies.numbers("name", 1).createTopology()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("topology name '" + name + "' is against Storm's rule")
                    .hasMessageContaining("none of / . : \\");
        }
    }

    @Test
    void refusesAnUnknownKeyOfOurs() {
        assertThatThrownBy(
                        () ->
                                Eyewall.start(
                                        "eyewall-key",
                                        Map.of("eyewall.coers", 1),
                                        TestTopologies.numbers("eyewall-key", 1).createTopology()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("unknown configuration key 'eyewall.coers'");
    }

    @Test
    void endsItsThreadsAfterTheLastTopologyAndStartsAgain() {
        for (int round = 0; round < 2; round++) {
            String name = "eyewall-round-" + round;
            try (TopologyHandle first =
                            Eyewall.start(
                                    name + "a",
                                    new Config(),
                                    TestTopologies.numbers(name, 1).createTopology());
                    TopologyHandle second =
                            Eyewall.start(
                                    name + "b",
                                    new Config(),
                                    TestTopologies.numbers(name, 1).createTopology())) {
                Recorder.await("both ran", () -> Recorder.seen(name).size() == 2);
                assertThat(first.id()).isNotEqualTo(second.id());
            }
            Recorder.await("no thread left", () -> !isRunning("eyewall-last-topology"));
        }
    }

    private static boolean isRunning(String threadName) {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().equals(threadName));
    }
}
