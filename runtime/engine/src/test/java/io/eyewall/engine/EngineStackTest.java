package io.eyewall.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.fixture.Engines;
import io.eyewall.engine.fixture.Shared;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.storm.Config;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** User code that needs much stack where executors share one, and such that runs out of it. */
@Timeout(120)
@NullUnmarked // fields are set before each test
@Tag("more")
class EngineStackTest {
    private static final int MESSAGES = 20;

    /** At which of them a bolt uses up its stack. */
    private static final int DEEP_AT = 5;

    /** Frames above the end of the stack from which the bolt calls the engine: each once. */
    private static final int OFFSETS = 120;

    private Engine engine;

    @AfterEach
    void close() {
        engine.close();
    }

    /** Calls itself so often, then does something. */
    private static void descend(int levels, Runnable atTheBottom) {
        if (levels == 0) {
            atTheBottom.run();
        } else {
            descend(levels - 1, atTheBottom);
        }
    }

    @Test
    void aChainOfBoltsMayRecurseAsDeepAsOnThreadsOfTheirOwn() throws Exception {
        engine = Engines.start(1);
        Shared<CountDownLatch> arrived = Shared.of(new CountDownLatch(3));
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", TestSpout.numbers(3), 1);
        TestBolt deep =
                TestBolt.of(
                        (bolt, tuple) ->
                                descend(3_000, () -> bolt.collector.emit(tuple.getValues())));
        for (int i = 1; i <= 30; i++) {
            builder.setBolt("bolt" + i, deep, 1)
                    .shuffleGrouping(i == 1 ? "spout" : "bolt" + (i - 1));
        }
        builder.setBolt("sink", TestBolt.of((b, t) -> arrived.get().countDown()), 1)
                .shuffleGrouping("bolt30");

        RunningTopology topology = Engines.submit(engine, builder);

        Engines.until(
                "all tuples at the end of the chain, or a failure",
                () -> arrived.get().getCount() == 0 || topology.failure().isPresent());
        assertThat(topology.failure()).isEmpty();
    }

    /** Runs out of stack, and calls the engine once on the way back: so far above the end. */
    private static final class Overflow {
        private final Runnable call;
        private int above;

        Overflow(int above, Runnable call) {
            this.above = above;
            this.call = call;
        }

        @SuppressWarnings("InfiniteRecursion") // until there is no stack left
        void run() {
            try {
                run();
            } catch (StackOverflowError e) {
                if (above > 0) {
                    above--;
                    throw e;
                }
                if (above == 0) {
                    above = -1;
                    callOnTheLastOfTheStack();
                }
            }
        }

        private void callOnTheLastOfTheStack() {
            try {
                call.run();
            } catch (StackOverflowError e) {
                above = -2; // as if nothing had happened
            }
        }
    }

    /** What a bolt asks of the engine with hardly any stack left. */
    private enum Call {
        EMIT {
            @Override
            void make(TestBolt bolt, Tuple tuple) {
                bolt.collector.emit(tuple, tuple.getValues());
            }
        },
        EMIT_TO_SEVERAL {
            @Override
            void make(TestBolt bolt, Tuple tuple) {
                bolt.collector.emit("several", tuple, tuple.getValues());
            }
        },
        ACK {
            @Override
            void make(TestBolt bolt, Tuple tuple) {
                bolt.collector.ack(tuple);
            }
        };

        abstract void make(TestBolt bolt, Tuple tuple);
    }

    /** A neighbour whose messages are all to be acked, whatever happens beside it. */
    private RunningTopology neighbour(int cores) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "spout",
                new TestSpout().onNext(s -> s.collector.emit(new Values(1), s.count++)),
                cores);
        builder.setBolt("bolt", TestBolt.relay(), cores).shuffleGrouping("spout");
        builder.setBolt("sink", TestBolt.relay(), cores).shuffleGrouping("bolt");
        return Engines.submit(engine, builder, Config.TOPOLOGY_MAX_SPOUT_PENDING, 100);
    }

    private static long acked(RunningTopology topology) {
        return Engines.of(topology, "spout").stream().mapToLong(e -> e.acked()).sum();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void whoeverCatchesAnOverflowInTheEngineGoesOnOrFailsWithItsCause(int cores) throws Exception {
        engine =
                Engines.start(cores, "eyewall.direct.depth", 3, "eyewall.blocking.threshold.ms", 0);
        RunningTopology neighbour = neighbour(cores);
        int failed = 0;
        for (Call call : Call.values()) {
            for (int above = 0; above < OFFSETS; above += 2) { // finely enough, and soon
                failed += goesOnOrFails(call, above) ? 0 : 1;
            }
        }
        assertThat(failed).as("runs in which an overflow went through the engine").isPositive();
        assertThat(neighbour.status()).isEqualTo(TopologyStatus.ACTIVE);
        long before = acked(neighbour);
        Engines.until("the neighbour goes on", () -> acked(neighbour) > before + 1_000);
        assertThat(Engines.of(neighbour, "spout").stream().mapToLong(e -> e.failed()).sum())
                .isZero();
    }

    /** True: all later messages are processed. */
    private boolean goesOnOrFails(Call call, int above) throws Exception {
        Shared<AtomicInteger> executed = Shared.of(new AtomicInteger());
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", TestSpout.trackedNumbers(MESSAGES), 1);
        builder.setBolt(
                        "deep",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    if ((int) tuple.getValue(0) == DEEP_AT) {
                                        new Overflow(above, () -> call.make(bolt, tuple)).run();
                                    }
                                    for (Call each : Call.values()) {
                                        each.make(bolt, tuple);
                                    }
                                })
                                .stream("several", "value"),
                        1)
                .shuffleGrouping("spout");
        TestBolt sink =
                TestBolt.of(
                        (bolt, tuple) -> {
                            bolt.collector.ack(tuple);
                            if ((int) tuple.getValue(0) > DEEP_AT) {
                                executed.get().incrementAndGet();
                            }
                        });
        builder.setBolt("one", sink, 1).shuffleGrouping("deep");
        builder.setBolt("two", sink, 2).allGrouping("deep", "several");
        RunningTopology topology = Engines.submit(engine, builder);

        int all = (MESSAGES - DEEP_AT - 1) * 3;
        Engines.until(
                call + " " + above + " frames above the end: all later messages, or a failure",
                () -> executed.get().get() == all || topology.failure().isPresent());

        topology.failure()
                .ifPresent(
                        failure ->
                                assertThat(failure.cause()).isInstanceOf(StackOverflowError.class));
        boolean wentOn = topology.failure().isEmpty();
        Engines.kill(topology);
        return wentOn;
    }
}
