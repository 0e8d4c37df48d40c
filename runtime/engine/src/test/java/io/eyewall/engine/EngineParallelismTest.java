package io.eyewall.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.fixture.Engines;
import io.eyewall.engine.fixture.Shared;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.apache.storm.Config;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The number of executors follows the load. */
@Tag("more")
class EngineParallelismTest {
    private final Engine engine = Engines.start(2);

    @AfterEach
    void close() {
        engine.close();
    }

    @Test
    void aBoltThatWaitsGetsAnExecutorPerTaskAndLosesSomeWhenItIsIdle() throws Exception {
        Shared<AtomicBoolean> emitting = Shared.of(new AtomicBoolean(true));
        Shared<Map<Integer, Integer>> taskOf = Shared.of(new ConcurrentHashMap<>());
        Shared<AtomicBoolean> strayed = Shared.of(new AtomicBoolean());
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "keys",
                new TestSpout()
                                .onNext(
                                        spout -> {
                                            if (emitting.get().get()) {
                                                int key = spout.count++ % 64;
                                                spout.collector.emit(new Values(key), spout.count);
                                            }
                                        })
                                .stream("default", "value"),
                1);
        builder.setBolt(
                        "waits",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    int task = bolt.context.getThisTaskId();
                                    Integer before =
                                            taskOf.get().putIfAbsent(tuple.getInteger(0), task);
                                    if (before != null && before != task) {
                                        strayed.get().set(true);
                                    }
                                    LockSupport.parkNanos(1_000_000);
                                    bolt.collector.ack(tuple);
                                }),
                        1)
                .setNumTasks(4)
                .fieldsGrouping("keys", new Fields("value"));
        RunningTopology topology =
                Engines.submit(
                        engine,
                        builder,
                        "eyewall.parallelism.auto",
                        true,
                        Config.TOPOLOGY_MAX_SPOUT_PENDING,
                        200);

        Engines.until("an executor per task", () -> count(topology) == 4);
        emitting.get().set(false);
        Engines.until("fewer executors again", () -> count(topology) < 4);

        assertThat(strayed.get().get()).as("a key changed its task").isFalse();
        assertThat(taskOf.get()).hasSize(64);
        Engines.until("quiet", topology::isQuiet);
    }

    private static int count(RunningTopology topology) {
        List<?> executors = Engines.of(topology, "waits");
        return executors.size();
    }
}
