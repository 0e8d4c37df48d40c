package io.eyewall.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.core.Tasklet;
import io.eyewall.engine.fixture.Engines;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import io.eyewall.engine.lifecycle.TopologyRuntime;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.apache.storm.Config;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Bolts that get their code in {@code prepare}, and emit under a lock that their receivers want:
 * that is found before the first tuple, so that no receiver is ever called within the lock.
 */
@Timeout(60)
class EngineHeldCodeTest {
    private static final int MESSAGES = 50;
    private static final Map<String, Code> REGISTRY = new ConcurrentHashMap<>();
    private static volatile Semaphore semaphore = new Semaphore(1);

    private final Engine engine = Engines.start(1);
    private final TopologyBuilder builder = new TopologyBuilder();
    private final CountDownLatch acked = new CountDownLatch(MESSAGES);
    private static volatile CountDownLatch counted = new CountDownLatch(0);

    @BeforeEach
    void begin() {
        semaphore = new Semaphore(1);
        given = Made.locked();
        counted = acked;
        builder.setSpout(
                "spout",
                TestSpout.trackedNumbers(MESSAGES).onAck((spout, id) -> counted.countDown()),
                1);
        builder.setBolt(
                        "waiting",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    semaphore.acquire();
                                    semaphore.release();
                                    bolt.collector.ack(tuple);
                                }),
                        1)
                .shuffleGrouping("holding");
    }

    @AfterEach
    void close() {
        engine.close();
        REGISTRY.clear();
    }

    private interface Code {
        void run(Tuple tuple, OutputCollector collector) throws InterruptedException;
    }

    /** What bolts are given: nothing in their own classes leads to it. */
    private static volatile Code given = (tuple, out) -> {};

    private static final class Made {
        static Code locked() {
            return (tuple, out) -> {
                semaphore.acquire();
                try {
                    out.emit(tuple, tuple.getValues());
                } finally {
                    semaphore.release();
                }
                out.ack(tuple);
            };
        }
    }

    /** Where a bolt has its code. */
    private enum Place {
        FIELD,
        TASK_DATA,
        STATIC_FIELD
    }

    @SuppressWarnings("NullAway.Init") // prepare sets it
    private static final class GivenItsCode extends BaseRichBolt {
        private final Place place;
        private transient Code code;
        private transient TopologyContext context;
        private transient OutputCollector collector;

        GivenItsCode(Place place) {
            this.place = place;
        }

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext taskContext, OutputCollector output) {
            context = taskContext;
            collector = output;
            Code locked = given;
            switch (place) {
                case FIELD -> code = locked;
                case TASK_DATA -> context.setTaskData("code", locked);
                case STATIC_FIELD -> REGISTRY.put("code", locked);
            }
        }

        @Override
        public void execute(Tuple tuple) {
            Code now =
                    switch (place) {
                        case FIELD -> code;
                        case TASK_DATA -> (Code) context.getTaskData("code");
                        case STATIC_FIELD -> Objects.requireNonNull(REGISTRY.get("code"));
                    };
            try {
                now.run(tuple, collector);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("value"));
        }
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void receiversOfCodeThatIsGivenInPrepareAreNeverCalledUnderItsLock(Place place)
            throws Exception {
        builder.setBolt("holding", new GivenItsCode(place), 2).shuffleGrouping("spout");

        RunningTopology topology =
                Engines.submit(engine, builder, Config.TOPOLOGY_MAX_SPOUT_PENDING, 1);
        Engines.await("all acks", acked);

        assertThat(topology.errors()).isEmpty();
        assertKeptInMailboxes(topology, "waiting", true);
        assertKeptInMailboxes(topology, "holding", false);
    }

    /** Which holds after a rebalance as well. */
    @Test
    void executorsThatComeLaterAreNotCalledEither() throws Exception {
        builder.setBolt("holding", new GivenItsCode(Place.FIELD), 2).shuffleGrouping("spout");
        builder.setBolt("several", TestBolt.of((bolt, tuple) -> bolt.collector.ack(tuple)), 1)
                .setNumTasks(4)
                .shuffleGrouping("holding");
        RunningTopology topology =
                Engines.submit(engine, builder, Config.TOPOLOGY_MAX_SPOUT_PENDING, 1);
        Engines.await("all acks", acked);

        topology.rebalance(Map.of("several", 3), Map.of(), Engines.LIMIT);

        assertThat(Engines.of(topology, "several")).hasSize(3);
        assertKeptInMailboxes(topology, "several", true);
    }

    private static void assertKeptInMailboxes(
            RunningTopology topology, String component, boolean kept) {
        assertThat(((TopologyRuntime) topology).executors())
                .filteredOn(executor -> executor.component().componentId().equals(component))
                .isNotEmpty()
                .allMatch(executor -> executor.isBlocked(Tasklet.TOO_DEEP) == kept);
    }
}
