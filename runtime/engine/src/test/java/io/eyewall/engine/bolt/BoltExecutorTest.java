package io.eyewall.engine.bolt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.engine.TopologyStatus;
import io.eyewall.engine.executor.EngineTuples;
import io.eyewall.engine.fixture.Plans;
import io.eyewall.engine.fixture.Shared;
import io.eyewall.engine.fixture.SteppedCores;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import io.eyewall.engine.lifecycle.TopologyRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.storm.Config;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.apache.storm.utils.TupleUtils;
import org.junit.jupiter.api.Test;

/** Bolts on a stepped engine: order, acking, errors, ticks. */
class BoltExecutorTest {
    private final SteppedCores engine = new SteppedCores(1);
    private final TopologyBuilder builder = new TopologyBuilder();
    private final List<String> calls = new ArrayList<>();
    private final Shared<List<String>> log = Shared.of(calls);
    private final List<Tuple> tuples = new ArrayList<>();
    private final Shared<List<Tuple>> held = Shared.of(tuples);

    private TopologyRuntime start(Object... conf) {
        TopologyRuntime topology = engine.submit(Plans.of(builder, conf));
        engine.drain();
        return topology;
    }

    private TestSpout spout(int messages) {
        Shared<List<String>> calls = log;
        return TestSpout.trackedNumbers(messages)
                .onAck((s, id) -> calls.get().add("ack " + id))
                .onFail((s, id) -> calls.get().add("fail " + id));
    }

    @Test
    void acksAndFailsReachTheSpout() {
        builder.setSpout("spout", spout(4), 1);
        builder.setBolt(
                        "bolt",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    if (tuple.getInteger(0) % 2 == 0) {
                                        bolt.collector.ack(tuple);
                                    } else {
                                        bolt.collector.fail(tuple);
                                    }
                                }),
                        1)
                .shuffleGrouping("spout");

        TopologyRuntime topology = start();

        assertThat(calls).containsExactlyInAnyOrder("ack 0", "fail 1", "ack 2", "fail 3");
        assertThat(topology.isQuiet()).isTrue();
    }

    @Test
    void theFirstAnswerToATupleCounts() {
        builder.setSpout("spout", spout(3), 1);
        builder.setBolt(
                        "bolt",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    switch (tuple.getInteger(0)) {
                                        case 0 -> {
                                            bolt.collector.ack(tuple);
                                            bolt.collector.ack(tuple);
                                            bolt.collector.fail(tuple);
                                        }
                                        case 1 -> {
                                            bolt.collector.fail(tuple);
                                            bolt.collector.ack(tuple);
                                            bolt.collector.fail(tuple);
                                        }
                                        default -> bolt.collector.ack(tuple);
                                    }
                                }),
                        1)
                .shuffleGrouping("spout");

        TopologyRuntime topology = start();

        assertThat(calls).containsExactlyInAnyOrder("ack 0", "fail 1", "ack 2");
        assertThat(topology.status()).isEqualTo(TopologyStatus.ACTIVE);
    }

    @Test
    void aMessageIsAckedWhenItsWholeTreeIs() {
        Shared<List<Tuple>> tuplesOfTest = held;
        builder.setSpout("spout", spout(1), 1);
        builder.setBolt(
                        "split",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    bolt.collector.emit(tuple, new Values("a"));
                                    bolt.collector.emit(tuple, new Values("b"));
                                    bolt.collector.emit(new Values("unanchored"));
                                    bolt.collector.ack(tuple);
                                }),
                        1)
                .shuffleGrouping("spout");
        builder.setBolt("sink", TestBolt.of((bolt, tuple) -> tuplesOfTest.get().add(tuple)), 1)
                .shuffleGrouping("split");
        start();
        assertThat(tuples).hasSize(3);

        EngineTuples.finish(tuples.get(0));
        engine.drain();
        assertThat(calls).isEmpty();
        EngineTuples.finish(tuples.get(1));
        engine.drain();
        assertThat(calls).containsExactly("ack 0");
    }

    @Test
    void oneTupleMayBelongToSeveralMessages() {
        Shared<List<Tuple>> tuplesOfTest = held;
        Shared<List<Tuple>> group = Shared.of(new ArrayList<>());
        builder.setSpout("spout", spout(3), 1);
        builder.setBolt(
                        "join",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    group.get().add(tuple);
                                    if (group.get().size() == 3) {
                                        bolt.collector.emit(group.get(), new Values("joined"));
                                        group.get().forEach(bolt.collector::ack);
                                    }
                                }),
                        1)
                .shuffleGrouping("spout");
        builder.setBolt("sink", TestBolt.of((bolt, tuple) -> tuplesOfTest.get().add(tuple)), 1)
                .shuffleGrouping("join");
        start();
        assertThat(tuples).hasSize(1);
        assertThat(tuples.get(0).getMessageId().getAnchors()).hasSize(3);
        assertThat(calls).isEmpty();

        EngineTuples.finish(tuples.get(0));
        engine.drain();
        assertThat(calls).containsExactlyInAnyOrder("ack 0", "ack 1", "ack 2");
    }

    @Test
    void aTupleFailsEveryMessageThatItBelongsTo() {
        builder.setSpout("spout", spout(2), 1);
        builder.setBolt(
                        "join",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    if (bolt.count++ == 0) {
                                        bolt.context.setTaskData("first", tuple);
                                        return;
                                    }
                                    Tuple first = (Tuple) bolt.context.getTaskData("first");
                                    bolt.collector.emit(List.of(first, tuple), new Values("both"));
                                    bolt.collector.ack(first);
                                    bolt.collector.ack(tuple);
                                }),
                        1)
                .shuffleGrouping("spout");
        builder.setBolt("sink", TestBolt.of((bolt, tuple) -> bolt.collector.fail(tuple)), 1)
                .shuffleGrouping("join");
        start();

        assertThat(calls).containsExactlyInAnyOrder("fail 0", "fail 1");
    }

    @Test
    void anAnchorWithoutMessageIsNoAnchor() {
        builder.setSpout("spout", TestSpout.numbers(1), 1);
        builder.setBolt("relay", TestBolt.relay(), 1).shuffleGrouping("spout");
        Shared<List<Tuple>> tuplesOfTest = held;
        builder.setBolt("sink", TestBolt.of((bolt, tuple) -> tuplesOfTest.get().add(tuple)), 1)
                .shuffleGrouping("relay");
        start();

        assertThat(tuples.get(0).getMessageId().getAnchors()).isEmpty();
    }

    @Test
    void callsDirectlyWhatItCanAndQueuesTheRest() {
        Shared<List<String>> calls = log;
        builder.setSpout("spout", TestSpout.numbers(1), 1);
        builder.setBolt(
                        "loop",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    int value = tuple.getInteger(0);
                                    calls.get().add("begin " + value);
                                    if (value < 3) {
                                        bolt.collector.emit(new Values(value + 1));
                                    }
                                    calls.get().add("end " + value);
                                }),
                        1)
                .shuffleGrouping("spout")
                .shuffleGrouping("loop");
        start();

        assertThat(this.calls)
                .as("a bolt is never called inside itself")
                .containsExactly(
                        "begin 0", "end 0", "begin 1", "end 1", "begin 2", "end 2", "begin 3",
                        "end 3");
    }

    @Test
    void aLongChainIsCutAtTheDepthLimit() {
        SteppedCores shallow = new SteppedCores(1, "eyewall.direct.depth", 3);
        Shared<List<String>> calls = log;
        builder.setSpout("b0", TestSpout.numbers(1), 1);
        for (int i = 1; i <= 6; i++) {
            builder.setBolt(
                            "b" + i,
                            TestBolt.of(
                                    (bolt, tuple) -> {
                                        String name = bolt.context.getThisComponentId();
                                        calls.get().add("begin " + name);
                                        bolt.collector.emit(tuple.getValues());
                                        calls.get().add("end " + name);
                                    }),
                            1)
                    .shuffleGrouping("b" + (i - 1));
        }

        shallow.submit(Plans.of(builder));
        shallow.drain();

        assertThat(this.calls).hasSize(12);
        // the spout is the first level, b1 and b2 are called inside it, b3 gets its own slice
        assertThat(this.calls.subList(0, 5))
                .containsExactly("begin b1", "begin b2", "end b2", "end b1", "begin b3");
    }

    @Test
    void anExceptionNeverUnwindsThroughTheCaller() {
        Shared<List<String>> calls = log;
        builder.setSpout(
                "spout",
                new TestSpout()
                        .onNext(
                                spout -> {
                                    if (spout.count++ == 0) {
                                        try {
                                            spout.collector.emit(new Values(1));
                                            calls.get().add("emit returned");
                                        } catch (Throwable swallowed) {
                                            calls.get().add("caller saw " + swallowed);
                                        }
                                    }
                                }),
                1);
        builder.setBolt(
                        "bolt",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    throw new IllegalStateException("on purpose");
                                }),
                        1)
                .shuffleGrouping("spout");
        TopologyRuntime topology = start();
        engine.advance(Duration.ofSeconds(3));

        assertThat(this.calls).containsExactly("emit returned");
        assertThat(topology.status()).isEqualTo(TopologyStatus.FAILED);
        assertThat(topology.failure())
                .hasValueSatisfying(
                        failure -> {
                            assertThat(failure.componentId()).isEqualTo("bolt");
                            assertThat(failure.taskId()).isEqualTo(2);
                            assertThat(failure.call()).isEqualTo("execute");
                            assertThat(failure.cause()).hasMessage("on purpose");
                        });
        assertThat(topology.errors()).hasSize(1);
        assertThat(topology.errors().get(0).componentId()).isEqualTo("bolt");
    }

    @Test
    void anErrorOfAnyKindFailsTheTopologyOnly() {
        builder.setSpout("spout", TestSpout.numbers(1), 1);
        builder.setBolt(
                        "bolt",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    throw new StackOverflowError("pretended");
                                }),
                        1)
                .shuffleGrouping("spout");
        TopologyRuntime failing = start();
        TopologyBuilder harmless = new TopologyBuilder();
        harmless.setSpout("spout", TestSpout.numbers(1), 1);
        TopologyRuntime other = engine.submit(Plans.of(harmless));
        engine.advance(Duration.ofSeconds(3));

        assertThat(failing.status()).isEqualTo(TopologyStatus.FAILED);
        assertThat(other.status()).isEqualTo(TopologyStatus.ACTIVE);
    }

    @Test
    void ticksComeThroughUnderASpoutThatAlwaysHasMore() {
        Shared<List<String>> calls = log;
        builder.setSpout(
                "spout", new TestSpout().onNext(spout -> spout.collector.emit(new Values(1))), 1);
        builder.setBolt(
                        "bolt",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    if (TupleUtils.isTick(tuple)) {
                                        calls.get().add("tick " + tuple.getValues());
                                    }
                                }),
                        1)
                .setNumTasks(2)
                .shuffleGrouping("spout")
                .addConfiguration(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 1);
        engine.submit(Plans.of(builder));
        for (int ms = 0; ms < 3_500; ms++) {
            engine.step();
            engine.clock.advance(Duration.ofMillis(1));
        }

        assertThat(this.calls).as("for each task").hasSize(6).containsOnly("tick [1]");
    }

    @Test
    void tuplesAreUnmodifiableAndCarryTheirSource() {
        builder.setSpout("spout", TestSpout.numbers(1), 1);
        Shared<List<Tuple>> tuplesOfTest = held;
        builder.setBolt("bolt", TestBolt.of((bolt, tuple) -> tuplesOfTest.get().add(tuple)), 1)
                .shuffleGrouping("spout");
        start();
        Tuple tuple = tuples.get(0);

        assertThatThrownBy(() -> tuple.getValues().set(0, 5))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThat(tuple.getSourceComponent()).isEqualTo("spout");
        assertThat(tuple.getSourceTask()).isEqualTo(3);
        assertThat(tuple.getSourceStreamId()).isEqualTo("default");
        assertThat(tuple.getIntegerByField("value")).isZero();
        assertThat(tuple.getContext().getComponentId(tuple.getSourceTask())).isEqualTo("spout");
        assertThat(tuple.toString()).contains("spout:3", "default", "[0]");
    }

    @Test
    void wrongEmitsThrowWhereTheyAreMade() {
        Shared<List<String>> calls = log;
        builder.setSpout("spout", TestSpout.numbers(1), 1);
        builder.setBolt(
                        "bolt",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    for (Runnable wrong :
                                            List.<Runnable>of(
                                                    () -> bolt.collector.emit("no", new Values(1)),
                                                    () -> bolt.collector.emit(new Values(1, 2)),
                                                    () ->
                                                            bolt.collector.emitDirect(
                                                                    3, new Values(1)))) {
                                        try {
                                            wrong.run();
                                        } catch (IllegalArgumentException e) {
                                            calls.get().add(e.getMessage());
                                        }
                                    }
                                }),
                        1)
                .shuffleGrouping("spout");
        builder.setBolt("sink", new TestBolt(), 1).shuffleGrouping("bolt");
        TopologyRuntime topology = start();

        assertThat(this.calls)
                .containsExactly(
                        "Unknown stream ID: no",
                        "Tuple created with wrong number of fields. Expected 1 fields but got 2"
                                + " fields",
                        "Cannot emitDirect to a task expecting a regular grouping");
        assertThat(topology.status()).isEqualTo(TopologyStatus.ACTIVE);
    }

    /**
     * Whatever the depth, the mailbox capacity and the batch size: order is kept and no tuple is
     * lost.
     */
    @Property(tries = 25)
    void keepsTheOrderBetweenEachPairOfTasks(
            @ForAll @IntRange(min = 1, max = 3) int coreCount,
            @ForAll @IntRange(max = 4) int depth,
            @ForAll @IntRange(min = 1, max = 5) int batch,
            @ForAll @IntRange(min = 2, max = 20) int capacity,
            @ForAll long seed) {
        SteppedCores fresh =
                new SteppedCores(
                        coreCount,
                        "eyewall.direct.depth",
                        depth,
                        "eyewall.batch.size",
                        batch,
                        "eyewall.link.batches",
                        2);
        List<List<Integer>> received = new ArrayList<>();
        Shared<List<List<Integer>>> result = Shared.of(received);
        TopologyBuilder topology = new TopologyBuilder();
        int count = 300;
        topology.setSpout(
                "spout",
                new TestSpout()
                        .onNext(
                                spout -> {
                                    for (int i = 0; i < 7 && spout.count < count; i++) {
                                        spout.collector.emit(
                                                new Values(
                                                        List.of(
                                                                spout.context.getThisTaskId(),
                                                                spout.count)),
                                                spout.count++);
                                    }
                                }),
                2);
        topology.setBolt("relay", TestBolt.relay(), 3).fieldsGrouping("spout", Plans.value());
        topology.setBolt(
                        "sink",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    List<?> value = (List<?>) tuple.getValue(0);
                                    result.get()
                                            .add(
                                                    List.of(
                                                            tuple.getSourceTask(),
                                                            bolt.context.getThisTaskId(),
                                                            (Integer) value.get(0),
                                                            (Integer) value.get(1)));
                                    bolt.collector.ack(tuple);
                                }),
                        2)
                .allGrouping("relay");
        TopologyRuntime running =
                fresh.submit(Plans.of(topology, "eyewall.mailbox.capacity", capacity));
        java.util.Random random = new java.util.Random(seed);
        for (int i = 0; i < 2_000; i++) { // step the cores in any order, some far ahead of others
            fresh.cores.get(random.nextInt(coreCount)).step();
        }
        fresh.drain();

        assertThat(received).hasSize(2 * 2 * count);
        Map<List<Integer>, Integer> last = new HashMap<>();
        for (List<Integer> one : received) {
            Integer before = last.put(one.subList(0, 3), one.get(3));
            assertThat(before == null || before < one.get(3))
                    .as("%s after %s", one, before)
                    .isTrue();
        }
        assertThat(running.isQuiet()).isTrue();
        assertThat(
                        running.metrics().executors().stream()
                                .filter(e -> e.executor().componentId().equals("spout"))
                                .mapToLong(e -> e.acked())
                                .sum())
                .isEqualTo(2L * count);
    }
}
