package io.eyewall.engine.emit;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.executor.Task;
import io.eyewall.engine.fixture.Plans;
import io.eyewall.engine.fixture.Shared;
import io.eyewall.engine.fixture.SteppedCores;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import io.eyewall.engine.lifecycle.TopologyRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.TupleImpl;
import org.apache.storm.tuple.Values;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * If a thread has waited for another thread, its emits and acks come after those that the other
 * thread had made, whichever of the two owns the core.
 */
@NullUnmarked // a null fails the test
class ForeignOrderTest {
    private final TopologyBuilder builder = new TopologyBuilder();
    private final List<String> calls = new ArrayList<>();
    private final Shared<List<String>> log = Shared.of(calls);

    private TestSpout spout(int messages) {
        Shared<List<String>> log = this.log;
        return TestSpout.trackedNumbers(messages)
                .onAck((s, id) -> log.get().add("ack " + id))
                .onFail((s, id) -> log.get().add("fail " + id));
    }

    private static void onAnotherThread(Runnable code) throws InterruptedException {
        Thread thread = new Thread(code);
        thread.start();
        thread.join();
    }

    /** Fails every tuple, or those at odd positions of the log. */
    private static TestBolt failing() {
        return TestBolt.of((bolt, tuple) -> bolt.collector.fail(tuple));
    }

    private TopologyRuntime run(int cores, Object... conf) {
        SteppedCores engine = new SteppedCores(cores);
        TopologyRuntime topology = engine.submit(Plans.of(builder, conf));
        engine.drain();
        return topology;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void anAckComesAfterTheEmitsOfOtherThreadsThatItsThreadHasWaitedFor(int cores) {
        builder.setSpout("spout", spout(5), 1);
        builder.setBolt(
                        "bolt",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    onAnotherThread(
                                            () -> bolt.collector.emit(tuple, tuple.getValues()));
                                    bolt.collector.ack(tuple);
                                }),
                        1)
                .shuffleGrouping("spout")
                .addConfiguration("eyewall.core", cores - 1);
        builder.setBolt("sink", failing(), 1).shuffleGrouping("bolt");

        TopologyRuntime topology = run(cores);

        assertThat(calls).containsExactly("fail 0", "fail 1", "fail 2", "fail 3", "fail 4");
        assertThat(topology.isQuiet()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aFailOfItsOwnThreadComesAfterAnAckOfAnother(int cores) {
        builder.setSpout("spout", spout(3), 1);
        builder.setBolt(
                        "bolt",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    onAnotherThread(() -> bolt.collector.ack(tuple));
                                    bolt.collector.fail(tuple); // too late
                                }),
                        1)
                .shuffleGrouping("spout")
                .addConfiguration("eyewall.core", cores - 1);

        run(cores);

        assertThat(calls).containsExactly("ack 0", "ack 1", "ack 2");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void emitsOfSeveralThreadsInTurnKeepTheirOrder(int cores) {
        Shared<List<Integer>> got = Shared.of(new ArrayList<>());
        builder.setSpout("spout", spout(10), 1);
        builder.setBolt(
                        "bolt",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    int n = 3 * tuple.getInteger(0);
                                    onAnotherThread(
                                            () -> bolt.collector.emit(tuple, new Values(n)));
                                    bolt.collector.emit(tuple, new Values(n + 1));
                                    onAnotherThread(
                                            () -> {
                                                bolt.collector.emit(tuple, new Values(n + 2));
                                                bolt.collector.ack(tuple);
                                            });
                                }),
                        1)
                .shuffleGrouping("spout");
        builder.setBolt(
                        "sink",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    got.get().add(tuple.getInteger(0));
                                    bolt.collector.ack(tuple);
                                }),
                        1)
                .shuffleGrouping("bolt")
                .addConfiguration("eyewall.core", cores - 1);

        run(cores);

        assertThat(got.get()).isEqualTo(IntStream.range(0, 30).boxed().toList());
        assertThat(calls).hasSize(10).allMatch(call -> call.startsWith("ack"));
    }

    @Test
    void aSpoutsOwnEmitComesAfterThatOfAnotherThread() {
        Shared<List<Integer>> got = Shared.of(new ArrayList<>());
        builder.setSpout(
                "spout",
                new TestSpout()
                        .onNext(
                                s -> {
                                    if (s.count < 10) {
                                        int n = s.count;
                                        s.count += 2;
                                        onAnotherThread(
                                                () -> s.collector.emit(new Values(n), "m" + n));
                                        s.collector.emit(new Values(n + 1));
                                    }
                                }),
                1);
        builder.setBolt("sink", TestBolt.of((bolt, tuple) -> got.get().add(tuple.getInteger(0))), 1)
                .shuffleGrouping("spout");

        run(1);

        assertThat(got.get()).isEqualTo(IntStream.range(0, 10).boxed().toList());
    }

    /** A bolt emits through the collector of another component, anchored to its own tuple. */
    @ParameterizedTest
    @ValueSource(
            strings = {"0 0 same", "0 1 same", "1 0 same", "0 0 other", "0 1 other", "1 0 other"})
    void emitsThroughAnotherComponentsCollectorBelongToTheTree(String places) {
        String[] place = places.split(" ");
        Shared<Map<String, OutputCollector>> collectors = Shared.of(new ConcurrentHashMap<>());
        boolean sameThread = place[2].equals("same");
        builder.setSpout("spout", spout(4), 1);
        builder.setBolt(
                        "lender",
                        new TestBolt().onPrepare(b -> collectors.get().put("lender", b.collector)),
                        1)
                .shuffleGrouping("unused")
                .addConfiguration("eyewall.core", Integer.valueOf(place[0]));
        builder.setBolt(
                        "borrower",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    Runnable emit =
                                            () ->
                                                    collectors
                                                            .get()
                                                            .get("lender")
                                                            .emit(tuple, tuple.getValues());
                                    if (sameThread) {
                                        emit.run();
                                    } else {
                                        onAnotherThread(emit);
                                    }
                                    bolt.collector.ack(tuple);
                                }),
                        1)
                .shuffleGrouping("spout")
                .addConfiguration("eyewall.core", Integer.valueOf(place[1]));
        builder.setBolt(
                        "sink",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    if (tuple.getInteger(0) % 2 == 0) {
                                        bolt.collector.ack(tuple);
                                    } else {
                                        bolt.collector.fail(tuple);
                                    }
                                }),
                        1)
                .shuffleGrouping("lender");
        builder.setSpout("unused", new TestSpout(), 1);

        TopologyRuntime topology = run(2);

        assertThat(calls).containsExactlyInAnyOrder("ack 0", "fail 1", "ack 2", "fail 3");
        assertThat(topology.isQuiet()).isTrue();
    }

    /** Storm identifies a tuple by its message id, so a copy of a tuple stands for the tuple. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aCopyOfATupleStandsForTheTuple(int cores) {
        builder.setSpout("spout", spout(6), 1);
        builder.setBolt(
                        "bolt",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    Tuple copy = new TupleImpl(tuple);
                                    switch (tuple.getInteger(0)) {
                                        case 0 -> bolt.collector.ack(copy);
                                        case 1 -> bolt.collector.fail(copy);
                                        case 2, 3 -> {
                                            bolt.collector.emit(copy, tuple.getValues());
                                            bolt.collector.ack(copy);
                                            bolt.collector.fail(tuple); // too late
                                        }
                                        case 4 -> {
                                            bolt.collector.emit(
                                                    List.of(copy, tuple), tuple.getValues());
                                            bolt.collector.ack(tuple);
                                        }
                                        default -> {
                                            bolt.collector.ack(copy);
                                            bolt.collector.fail(new TupleImpl(copy));
                                        }
                                    }
                                }),
                        1)
                .shuffleGrouping("spout")
                .addConfiguration("eyewall.core", cores - 1);
        builder.setBolt(
                        "sink",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    if (tuple.getInteger(0) == 3) {
                                        bolt.collector.fail(new TupleImpl(tuple));
                                    } else {
                                        bolt.collector.ack(new TupleImpl(tuple));
                                    }
                                }),
                        1)
                .shuffleGrouping("bolt");

        run(cores);

        assertThat(calls)
                .containsExactlyInAnyOrder("ack 0", "fail 1", "ack 2", "fail 3", "ack 4", "ack 5");
    }

    /** The cores of a closed engine have no owner: a call that is kept would be kept for ever. */
    @Test
    void nothingIsKeptOfThreadsThatGoOnAfterTheEnd() throws Exception {
        Shared<List<OutputCollector>> left = Shared.of(new ArrayList<>());
        builder.setSpout("spout", new TestSpout(), 1);
        builder.setBolt(
                        "bolt",
                        TestBolt.relay().onPrepare(bolt -> left.get().add(bolt.collector)),
                        1)
                .shuffleGrouping("spout");
        builder.setBolt("sink", failing(), 1).shuffleGrouping("bolt");
        SteppedCores engine = new SteppedCores(1);
        TopologyRuntime topology = engine.submit(Plans.of(builder));
        engine.drain();
        List<Task> tasks = topology.executors().stream().flatMap(e -> e.tasks().stream()).toList();
        topology.kill(Duration.ZERO);
        engine.drain();

        onAnotherThread(() -> left.get().get(0).emit(new Values(1)));

        assertThat(topology.status().isOver()).isTrue();
        assertThat(tasks)
                .allSatisfy(task -> assertThat(task.foreignCalls().waitingCount()).isZero());
    }
}
