package io.eyewall.engine.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.core.Core;
import io.eyewall.engine.executor.Executor;
import io.eyewall.engine.fixture.Plans;
import io.eyewall.engine.fixture.Shared;
import io.eyewall.engine.fixture.SteppedCores;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import io.eyewall.topology.ExecutorPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.storm.Config;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Moves executors between cores at random times under acked load: some 200 moves per seed. */
class MovePropertyTest {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final int CORES = 3;
    private static final int SPOUTS = 2;
    private static final int MESSAGES = 1_000;
    private static final int MIN_MOVES = 150;

    private final SteppedCores engine =
            new SteppedCores(CORES, "eyewall.batch.size", 3, "eyewall.link.batches", 2);
    private final Map<String, List<Integer>> seen = new HashMap<>();
    private final Shared<Map<String, List<Integer>>> log = Shared.of(seen);
    private final List<String> ends = new ArrayList<>();
    private final Shared<List<String>> told = Shared.of(ends);

    /** Records each tuple's number under its edge, in the order of arrival. */
    private static void note(Shared<Map<String, List<Integer>>> log, TestBolt bolt, Tuple tuple) {
        String edge = tuple.getSourceTask() + "->" + bolt.context.getThisTaskId();
        String origin = edge + " of " + tuple.getValue(0);
        log.get().computeIfAbsent(origin, o -> new ArrayList<>()).add(tuple.getInteger(1));
    }

    private TopologyRuntime submit() {
        Shared<Map<String, List<Integer>>> log = this.log;
        Shared<List<String>> told = this.told;
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "numbers",
                new TestSpout()
                        .stream("default", "origin", "number")
                                .onNext(
                                        spout -> {
                                            if (spout.count < MESSAGES) {
                                                int origin = spout.context.getThisTaskIndex();
                                                int number = spout.count++;
                                                spout.collector.emit(
                                                        new Values(origin, number),
                                                        origin + ":" + number);
                                            }
                                        })
                                .onAck((spout, id) -> told.get().add("ack " + id))
                                .onFail((spout, id) -> told.get().add("fail " + id)),
                SPOUTS);
        builder.setBolt(
                        "relay",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    note(log, bolt, tuple);
                                    bolt.collector.emit(tuple, tuple.getValues());
                                    bolt.collector.ack(tuple);
                                })
                                .stream("default", "origin", "number"),
                        2)
                .setNumTasks(3)
                .fieldsGrouping("numbers", new Fields("number"));
        builder.setBolt(
                        "sink",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    note(log, bolt, tuple);
                                    bolt.collector.ack(tuple);
                                }),
                        1)
                .shuffleGrouping("relay");
        return engine.submit(
                Plans.of(
                        builder,
                        Config.TOPOLOGY_MAX_SPOUT_PENDING,
                        20,
                        "eyewall.mailbox.capacity",
                        8));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void losesReordersAndRepeatsNothing(long seed) throws Exception {
        Random random = new Random(seed);
        TopologyRuntime topology = submit();
        engine.step();

        while (ends.size() < SPOUTS * MESSAGES) {
            for (int steps = random.nextInt(4); steps >= 0; steps--) {
                engine.cores.get(random.nextInt(CORES)).step();
            }
            topology.move(randomPlaces(topology, random), LIMIT);
        }
        engine.drain();

        assertThat(topology.placement().moves()).isGreaterThan(MIN_MOVES);
        assertThat(ends).allMatch(end -> end.startsWith("ack ")).doesNotHaveDuplicates();
        assertThat(seen.values().stream().mapToInt(List::size).sum())
                .as("calls of execute")
                .isEqualTo(2 * SPOUTS * MESSAGES);
        assertThat(seen)
                .allSatisfy((edge, numbers) -> assertThat(numbers).as(edge).isSorted())
                .allSatisfy((edge, numbers) -> assertThat(numbers).doesNotHaveDuplicates());
        assertThat(topology.isQuiet()).isTrue();
    }

    private Map<ExecutorPlan, Core> randomPlaces(TopologyRuntime topology, Random random) {
        Map<ExecutorPlan, Core> places = new HashMap<>();
        for (Executor executor : topology.executors()) {
            if (random.nextInt(4) == 0) {
                places.put(executor.plan(), engine.cores.get(random.nextInt(CORES)));
            }
        }
        return places;
    }
}
