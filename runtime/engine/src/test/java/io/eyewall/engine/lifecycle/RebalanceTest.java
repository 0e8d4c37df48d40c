package io.eyewall.engine.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.engine.core.Core;
import io.eyewall.engine.fixture.Plans;
import io.eyewall.engine.fixture.Shared;
import io.eyewall.engine.fixture.SteppedCores;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import io.eyewall.engine.metrics.ExecutorMetrics;
import io.eyewall.topology.ExecutorPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.ICredentialsListener;
import org.apache.storm.generated.ExecutorStats;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.junit.jupiter.api.Test;

/** Moves tasks between executors, step by step. */
class RebalanceTest {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final SteppedCores engine = new SteppedCores(2);
    private final TopologyBuilder builder = new TopologyBuilder();
    private final List<String> calls = new ArrayList<>();
    private final Shared<List<String>> log = Shared.of(calls);

    private static int executors(TopologyRuntime topology, String component) {
        return (int)
                topology.metrics().executors().stream()
                        .filter(e -> e.executor().componentId().equals(component))
                        .count();
    }

    /** Counts executed tuples in the task itself, so that the test would notice a fresh task. */
    private TestBolt counter() {
        Shared<List<String>> calls = log;
        return TestBolt.of(
                        (bolt, tuple) -> {
                            bolt.count++;
                            calls.get()
                                    .add(
                                            bolt.context.getThisTaskId()
                                                    + ":"
                                                    + tuple.getValue(0)
                                                    + ":"
                                                    + bolt.count);
                            bolt.collector.ack(tuple);
                        })
                .onPrepare(b -> calls.get().add("prepare"))
                .onCleanup(b -> calls.get().add("cleanup"));
    }

    @Test
    void keepsStateAndTupleOrder() throws Exception {
        int numbers = 40;
        builder.setSpout("numbers", TestSpout.trackedNumbers(numbers), 1);
        builder.setBolt("count", counter(), 1)
                .setNumTasks(4)
                .fieldsGrouping("numbers", new Fields("value"));
        TopologyRuntime topology =
                engine.submit(Plans.of(builder, Config.TOPOLOGY_MAX_SPOUT_PENDING, 3));
        engine.step();
        engine.step();

        for (int executors : List.of(4, 2, 3, 1, 4)) {
            topology.rebalance(Map.of("count", executors), LIMIT);
            assertThat(executors(topology, "count")).isEqualTo(executors);
            assertThat(topology.plan().executors())
                    .filteredOn(e -> e.componentId().equals("count"))
                    .hasSize(executors);
            engine.step();
            engine.step();
        }
        engine.drain();

        assertThat(calls.stream().filter("prepare"::equals)).hasSize(4);
        assertThat(calls).doesNotContain("cleanup");
        List<String> counted = calls.stream().filter(call -> call.contains(":")).toList();
        assertThat(counted).hasSize(numbers);
        for (int task = 0; task < 4; task++) {
            String prefix = (firstTask(topology, "count") + task) + ":";
            List<String> ofTask = counted.stream().filter(c -> c.startsWith(prefix)).toList();
            assertThat(ofTask.stream().map(c -> Integer.valueOf(c.split(":")[1])))
                    .as("the order of numbers in task %d", task)
                    .isSorted();
            assertThat(ofTask.stream().map(c -> Integer.valueOf(c.split(":")[2])))
                    .as("what task %d has counted", task)
                    .isSorted()
                    .doesNotHaveDuplicates();
        }
        assertThat(topology.isQuiet()).isTrue();
    }

    private static int firstTask(TopologyRuntime topology, String component) {
        return topology.plan().component(component).taskIds().get(0);
    }

    @Test
    void movesPendingMessagesWithTheirSpout() throws Exception {
        Shared<List<Tuple>> held = Shared.of(new ArrayList<>());
        Shared<List<String>> told = log;
        builder.setSpout(
                        "numbers",
                        TestSpout.trackedNumbers(5)
                                .onAck((spout, id) -> told.get().add("ack " + id))
                                .onFail((spout, id) -> told.get().add("fail " + id)),
                        1)
                .setNumTasks(2);
        builder.setBolt("hold", TestBolt.of((bolt, tuple) -> held.get().add(tuple)), 1)
                .setNumTasks(2)
                .shuffleGrouping("numbers");
        TopologyRuntime topology =
                engine.submit(Plans.of(builder, Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS, 10));
        engine.drain();
        assertThat(held.get()).hasSize(10);

        topology.rebalance(Map.of("numbers", 2, "hold", 2), LIMIT);
        engine.drain();

        assertThat(pending(topology)).containsExactly(5, 5);
        engine.advance(Duration.ofSeconds(21)); // no message was acked
        assertThat(calls).hasSize(10).allMatch(call -> call.startsWith("fail "));
        assertThat(pending(topology)).containsExactly(0, 0);
        assertThat(topology.isQuiet()).isTrue();
    }

    private static List<Integer> pending(TopologyRuntime topology) {
        return topology.metrics().executors().stream()
                .filter(e -> e.executor().componentId().equals("numbers"))
                .map(ExecutorMetrics::pendingMessages)
                .toList();
    }

    @Test
    void continuesCounters() throws Exception {
        builder.setSpout("numbers", TestSpout.numbers(100), 1);
        builder.setBolt("count", counter(), 1).setNumTasks(4).shuffleGrouping("numbers");
        TopologyRuntime topology = engine.submit(Plans.of(builder));
        engine.drain();

        topology.rebalance(Map.of("count", 4), LIMIT);
        engine.drain();

        assertThat(
                        topology.metrics().executors().stream()
                                .filter(e -> e.executor().componentId().equals("count"))
                                .mapToLong(ExecutorMetrics::executed)
                                .sum())
                .isEqualTo(100);
        topology.kill(Duration.ZERO);
        engine.drain();
        assertThat(calls.stream().filter("cleanup"::equals)).hasSize(4);
    }

    @Test
    void continuesStatisticsIfOnlyTheCoreChanges() throws Exception {
        builder.setSpout("numbers", TestSpout.trackedNumbers(100), 1);
        builder.setBolt("count", counter(), 1).shuffleGrouping("numbers");
        TopologyRuntime topology = engine.submit(Plans.of(builder));
        engine.drain();
        Map<ExecutorPlan, Core> places = new HashMap<>();
        topology.executors().forEach(e -> places.put(e.plan(), engine.cores.get(1)));
        List<ExecutorStats> before = stats(topology);

        assertThat(topology.move(places, LIMIT)).isPositive();

        assertThat(topology.executors()).allMatch(e -> e.core().index() == 1);
        assertThat(stats(topology)).isEqualTo(before);
    }

    private static List<ExecutorStats> stats(TopologyRuntime topology) {
        return topology.metrics().executors().stream().map(ExecutorMetrics::stats).toList();
    }

    @Test
    void limitsExecutorsToTasksAndRejectsInvalidNumbers() throws Exception {
        builder.setSpout("numbers", TestSpout.numbers(1), 1);
        builder.setBolt("count", counter(), 1).setNumTasks(2).shuffleGrouping("numbers");
        TopologyRuntime topology = engine.submit(Plans.of(builder));
        engine.drain();

        topology.rebalance(Map.of("count", 7), LIMIT);
        assertThat(executors(topology, "count")).isEqualTo(2);

        assertThatThrownBy(() -> topology.rebalance(Map.of("count", 0), LIMIT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'count': 0 executors; expected at least 1");
        assertThatThrownBy(() -> topology.rebalance(Map.of("nobody", 1), LIMIT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no component 'nobody'");
        topology.kill(Duration.ZERO);
        engine.drain();
        assertThatThrownBy(() -> topology.rebalance(Map.of("count", 1), LIMIT))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("expected ACTIVE or INACTIVE");
    }

    /** The cores continue between two attempts, so that pending calls can be delivered. */
    @Test
    void deliversPendingCallsBeforeTheMove() throws Exception {
        Shared<List<String>> told = log;
        builder.setSpout("numbers", new TestSpout(), 1);
        builder.setBolt("told", new TellingBolt(told), 1).setNumTasks(2).shuffleGrouping("numbers");
        TopologyRuntime topology = engine.submit(Plans.of(builder));
        engine.drain();
        calls.clear();

        topology.setCredentials(Map.of("key", "new"));
        topology.rebalance(Map.of("told", 2), LIMIT);

        assertThat(calls).containsExactly("new", "new");
        assertThat(executors(topology, "told")).isEqualTo(2);
    }

    /** Logs the credentials that it receives. */
    private static final class TellingBolt extends BaseRichBolt implements ICredentialsListener {
        private final Shared<List<String>> told;

        TellingBolt(Shared<List<String>> told) {
            this.told = told;
        }

        @Override
        public void setCredentials(Map<String, String> credentials) {
            told.get().add(credentials.get("key"));
        }

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
            // nothing to prepare
        }

        @Override
        public void execute(Tuple tuple) {
            throw new IllegalStateException("nobody emits");
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            // no output
        }
    }

    @Test
    void refusesToSeparateTasksThatShareExecutorData() throws Exception {
        Shared<List<String>> seen = log;
        builder.setSpout("numbers", TestSpout.numbers(8), 1);
        builder.setBolt(
                        "shares",
                        TestBolt.of(
                                        (bolt, tuple) ->
                                                seen.get()
                                                        .add(
                                                                bolt.context.getThisTaskIndex()
                                                                        + ":"
                                                                        + bolt.context
                                                                                .getExecutorData(
                                                                                        "pool")))
                                .onPrepare(
                                        bolt ->
                                                bolt.context.setExecutorData(
                                                        "pool",
                                                        bolt.context.getThisTaskIndex() / 2)),
                        2)
                .setNumTasks(4)
                .shuffleGrouping("numbers");
        TopologyRuntime topology = engine.submit(Plans.of(builder));
        engine.step();

        assertThatThrownBy(() -> topology.rebalance(Map.of("shares", 4), LIMIT))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageMatching(
                        "topology '.*', component 'shares': tasks . and . would run in different"
                                + " executors, but share executor data \\[pool]; kill .*");
        assertThat(executors(topology, "shares")).isEqualTo(2);
        topology.rebalance(Map.of("shares", 1), LIMIT);
        topology.rebalance(Map.of("shares", 2), LIMIT);
        engine.drain();

        assertThat(calls).hasSize(8).containsOnly("0:0", "1:0", "2:1", "3:1");
    }

    /** Executor data that is put after the move is shared by the tasks that are together then. */
    @Test
    void separatesTasksWithoutExecutorData() throws Exception {
        Shared<List<String>> seen = log;
        builder.setSpout("numbers", TestSpout.numbers(8), 1);
        builder.setBolt(
                        "shares",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    if (bolt.context.getExecutorData("pool") == null) {
                                        int first = bolt.context.getThisTaskIndex();
                                        bolt.context.setExecutorData("pool", first);
                                        seen.get().add("new");
                                    }
                                }),
                        1)
                .setNumTasks(2)
                .shuffleGrouping("numbers");
        TopologyRuntime topology = engine.submit(Plans.of(builder));

        engine.step(); // opens
        topology.rebalance(Map.of("shares", 2), LIMIT);
        engine.drain();

        assertThat(calls).containsExactly("new", "new");
    }
}
