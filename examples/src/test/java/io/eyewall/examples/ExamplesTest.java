package io.eyewall.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.metrics.ExecutorMetrics;
import io.eyewall.local.Eyewall;
import io.eyewall.local.TopologyHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import org.apache.storm.Config;
import org.apache.storm.topology.TopologyBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ExamplesTest {
    private static TopologyHandle start(String name, TopologyBuilder builder) {
        return Eyewall.start(name, new Config(), builder.createTopology());
    }

    private static long sum(
            TopologyHandle topology, String componentId, ToLongFunction<ExecutorMetrics> number) {
        return topology.metrics().executors().stream()
                .filter(executor -> executor.executor().componentId().equals(componentId))
                .mapToLong(number)
                .sum();
    }

    private static List<Long> numbers(long limit) {
        return LongStream.range(0, limit).boxed().toList();
    }

    @Test
    void exclamationAppendsTwice() throws Exception {
        TopologyBuilder builder = ExclamationTopology.builder();
        builder.setBolt("collect", new Collect("exclamation")).globalGrouping("exclaim2");
        try (TopologyHandle topology = start("exclamation", builder)) {
            Collect.await("1000 words", () -> Collect.count("exclamation") >= 1000);
            assertThat(topology.failure()).isEmpty();
        }
        assertThat(Collect.values("exclamation"))
                .extracting(values -> (String) values.get(0))
                .allMatch(word -> word.matches("[a-z]+!!!!!!"))
                .contains("nathan!!!!!!", "bertels!!!!!!");
    }

    @Test
    void replayBringsEveryNumberThroughOnce() throws Exception {
        int limit = 2000;
        TopologyBuilder builder = ReplayTopology.builder(limit);
        builder.setBolt("collect", new Collect("replay")).globalGrouping("flaky");
        try (TopologyHandle topology = start("replay", builder)) {
            Collect.await(
                    "all acked", () -> sum(topology, "number", ExecutorMetrics::acked) == limit);
            assertThat(sum(topology, "number", ExecutorMetrics::failed)).isEqualTo(limit);
        }
        assertThat(Collect.values("replay"))
                .extracting(values -> (Long) values.get(0))
                .containsExactlyInAnyOrderElementsOf(numbers(limit));
    }

    @Test
    void tickTellsWhatArrivedBetweenTicks() throws Exception {
        int limit = 5000;
        TopologyBuilder builder = TickTopology.builder(limit);
        builder.setBolt("collect", new Collect("tick")).globalGrouping("rate");
        try (TopologyHandle topology = start("tick", builder)) {
            Collect.await("3 ticks", () -> Collect.count("tick") >= 3);
            assertThat(topology.failure()).isEmpty();
        }
        assertThat(Collect.values("tick").stream().mapToLong(v -> (Long) v.get(0)).sum())
                .isEqualTo(limit);
    }

    @Test
    void directGroupingReachesTheTaskThatTheSenderPicked() throws Exception {
        int limit = 3000;
        TopologyBuilder builder = DirectGroupingTopology.builder(limit);
        builder.setBolt("collect", new Collect("direct")).globalGrouping("worker");
        try (TopologyHandle topology = start("direct", builder)) {
            Collect.await("all numbers", () -> Collect.count("direct") == limit);
            assertThat(topology.failure()).isEmpty();
        }
        assertThat(Collect.values("direct"))
                .allSatisfy(
                        values ->
                                assertThat((Long) values.get(1) % 3)
                                        .isEqualTo((long) (Integer) values.get(0)));
        assertThat(Collect.values("direct"))
                .extracting(values -> (Long) values.get(1))
                .containsExactlyInAnyOrderElementsOf(numbers(limit));
    }

    @Test
    void aBlockingBoltDoesNotHoldUpItsNeighbours() throws Exception {
        try (TopologyHandle topology = start("blocking", BlockingTopology.builder(20))) {
            Collect.await(
                    "50 lookups", () -> sum(topology, "lookup", ExecutorMetrics::executed) >= 50);
            // While two tasks made 50 calls of 20 ms, the other chain, had it waited for them,
            // would have done about as many.
            assertThat(sum(topology, "pass", ExecutorMetrics::executed)).isGreaterThan(10_000);
        }
    }

    @Test
    void windowsHoldTenNumbersEach() throws Exception {
        int limit = 1000;
        TopologyBuilder builder = WindowTopology.builder(limit);
        builder.setBolt("collect", new Collect("window")).globalGrouping("sum");
        try (TopologyHandle topology = start("window", builder)) {
            Collect.await("100 windows", () -> Collect.count("window") == 100);
            assertThat(topology.failure()).isEmpty();
        }
        List<List<Object>> expected = new ArrayList<>();
        for (long first = 0; first < limit; first += 10) {
            expected.add(List.of(first, 10, 10 * first + 45));
        }
        assertThat(Collect.values("window")).containsExactlyElementsOf(expected);
    }

    @Test
    void metricsReachTheConsumer() throws Exception {
        int limit = 1000;
        Config conf = new Config();
        conf.registerMetricsConsumer(SummingConsumer.class, 1);
        SummingConsumer.EVEN.set(0);
        try (TopologyHandle topology =
                Eyewall.start("metrics", conf, MetricsTopology.builder(limit).createTopology())) {
            Collect.await("500 even numbers", () -> SummingConsumer.EVEN.get() == limit / 2);
            assertThat(topology.failure()).isEmpty();
        }
    }
}
