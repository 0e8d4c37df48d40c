package io.eyewall.engine.executor;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.fixture.ManualClock;
import io.eyewall.engine.fixture.Plans;
import io.eyewall.engine.fixture.Shared;
import io.eyewall.engine.fixture.SteppedCores;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import io.eyewall.engine.lifecycle.TopologyRuntime;
import io.eyewall.engine.metrics.ExecutorMetrics;
import java.time.Duration;
import java.util.List;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.api.Test;

/** Memory stays bounded where receivers are slower than senders, and no executor stops for ever. */
class BackPressureTest {
    private static final int BATCH = 16;
    private static final int LINK = 4 * BATCH;
    private static final int CAPACITY = 32;

    private final SteppedCores engine =
            new SteppedCores(2, "eyewall.batch.size", BATCH, "eyewall.link.batches", 4);
    private final TopologyBuilder builder = new TopologyBuilder();

    private static ExecutorMetrics of(TopologyRuntime topology, String component) {
        return topology.metrics().executors().stream()
                .filter(e -> e.executor().componentId().equals(component))
                .findFirst()
                .orElseThrow();
    }

    private static long inFlight(TopologyRuntime topology, String from, String to) {
        long sent = of(topology, from).transferred().getOrDefault("default", 0L);
        return sent - of(topology, to).executed();
    }

    private TestSpout endless() {
        return new TestSpout().onNext(spout -> spout.collector.emit(new Values(spout.count++)));
    }

    private void spoutOn(int core) {
        builder.setSpout("spout", endless(), 1).addConfiguration("eyewall.core", core);
    }

    @Test
    void aSpoutStopsWhereTheOtherCoreTakesNothing() {
        spoutOn(0);
        builder.setBolt("sink", new TestBolt(), 1)
                .shuffleGrouping("spout")
                .addConfiguration("eyewall.core", 1);
        TopologyRuntime topology = engine.submit(Plans.of(builder));
        engine.step();
        for (int i = 0; i < 1_000; i++) {
            engine.cores.get(0).step();
        }
        long sent = inFlight(topology, "spout", "sink");

        assertThat(sent).isBetween((long) LINK, 2L * LINK + BATCH);
        engine.cores.get(1).step();
        engine.cores.get(0).step();
        engine.cores.get(0).step();
        assertThat(inFlight(topology, "spout", "sink"))
                .as("continues when there is room")
                .isPositive();
        assertThat(of(topology, "spout").transferred().get("default")).isGreaterThan(sent);
    }

    /** A bolt that emits many tuples per input, between a spout and a sink that share a core. */
    @Test
    void aBoltThatMultipliesDoesNotOutrunASlowReceiver() {
        spoutOn(0);
        builder.setBolt(
                        "many",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    for (int i = 0; i < 1_000; i++) {
                                        bolt.collector.emit(new Values(i));
                                    }
                                }),
                        1)
                .shuffleGrouping("spout")
                .addConfiguration("eyewall.core", 1);
        builder.setBolt("sink", new TestBolt(), 1)
                .shuffleGrouping("many")
                .addConfiguration("eyewall.core", 0);
        TopologyRuntime topology =
                engine.submit(Plans.of(builder, "eyewall.mailbox.capacity", CAPACITY));
        for (int i = 0; i < 2_000; i++) {
            engine.step();
        }

        assertThat(of(topology, "sink").executed()).as("it continues").isGreaterThan(100_000);
        assertThat(inFlight(topology, "many", "sink")).isLessThan(1_000 + 4 * LINK);
        assertThat(inFlight(topology, "spout", "many")).isLessThan(CAPACITY + 4 * LINK);
    }

    @Test
    void aMailboxGrowsLittleOverItsCapacity() {
        SteppedCores queueing =
                new SteppedCores(
                        2,
                        "eyewall.batch.size",
                        BATCH,
                        "eyewall.link.batches",
                        4,
                        "eyewall.direct.depth",
                        0);
        spoutOn(0);
        builder.setBolt("relay", TestBolt.relay(), 1)
                .shuffleGrouping("spout")
                .addConfiguration("eyewall.core", 0);
        builder.setBolt("sink", new TestBolt(), 1)
                .shuffleGrouping("relay")
                .addConfiguration("eyewall.core", 1);
        TopologyRuntime topology =
                queueing.submit(Plans.of(builder, "eyewall.mailbox.capacity", CAPACITY));
        int most = 0;
        for (int i = 0; i < 2_000; i++) {
            queueing.cores.get(0).step();
            if (i % 10 == 0) {
                queueing.cores.get(1).step();
            }
            for (ExecutorMetrics executor : topology.metrics().executors()) {
                most = Math.max(most, executor.queuedTuples());
            }
        }

        // tuples sent before the mailbox was full still arrive: those in a link and of a spout's
        // slice
        assertThat(most).isBetween(CAPACITY, CAPACITY + 2 * LINK + 64);
        assertThat(of(topology, "sink").executed()).isGreaterThan(1_000);
    }

    /** With a half empty mailbox as the only condition, the other bolt got its tuples in bursts. */
    @Test
    void behindASlowReceiverAnotherReceivesTuplesSteadily() {
        SteppedCores queueing = new SteppedCores(1, "eyewall.direct.depth", 0);
        Shared<ManualClock> clock = Shared.of(queueing.clock);
        spoutOn(0);
        builder.setBolt(
                        "slow",
                        TestBolt.of((bolt, tuple) -> clock.get().advance(Duration.ofMillis(3))),
                        1)
                .shuffleGrouping("spout");
        builder.setBolt("fast", new TestBolt(), 1).shuffleGrouping("spout");
        TopologyRuntime topology =
                queueing.submit(Plans.of(builder, "eyewall.mailbox.capacity", 1_024));
        while (of(topology, "slow").executed() < 1_024) { // its mailbox is filled once
            queueing.step();
        }
        long fastTuples = of(topology, "fast").executed();
        long sinceTuple = of(topology, "slow").executed();
        long longest = 0;
        while (of(topology, "slow").executed() < 5_000) {
            queueing.step();
            long slowTuples = of(topology, "slow").executed();
            longest = Math.max(longest, slowTuples - sinceTuple);
            if (of(topology, "fast").executed() > fastTuples) {
                fastTuples = of(topology, "fast").executed();
                sinceTuple = slowTuples;
            }
        }

        assertThat(longest).as("tuples of 3 ms without one of the other bolt").isLessThan(100);
    }

    @Test
    void aCycleOfFullMailboxesGoesOn() {
        SteppedCores queueing =
                new SteppedCores(
                        2,
                        "eyewall.batch.size",
                        1,
                        "eyewall.link.batches",
                        2,
                        "eyewall.direct.depth",
                        0);
        builder.setSpout("spout", TestSpout.numbers(500), 1);
        // every tuple passes the cycle three times; the mailboxes of both bolts are often full
        for (List<Object> edge :
                List.<List<Object>>of(List.of("a", "b", 0), List.of("b", "a", 1))) {
            var declarer =
                    builder.setBolt(
                                    (String) edge.get(0),
                                    TestBolt.of(
                                            (bolt, tuple) -> {
                                                int value = tuple.getInteger(0);
                                                if (value < 3_000) {
                                                    bolt.collector.emit(new Values(value + 500));
                                                }
                                            }),
                                    1)
                            .shuffleGrouping((String) edge.get(1))
                            .addConfiguration("eyewall.core", edge.get(2));
            if (edge.get(0).equals("a")) {
                declarer.shuffleGrouping("spout");
            }
        }
        TopologyRuntime topology =
                queueing.submit(Plans.of(builder, "eyewall.mailbox.capacity", 2));
        queueing.drain();

        assertThat(of(topology, "a").executed() + of(topology, "b").executed())
                .as("500 tuples, seven stations each")
                .isEqualTo(500 * 7);
        assertThat(topology.isQuiet()).isTrue();
    }

    @Test
    void tellsHowLongASpoutWasHeldBack() {
        SteppedCores queueing = new SteppedCores(1, "eyewall.direct.depth", 0);
        spoutOn(0);
        builder.setBolt("slow", new TestBolt(), 1).shuffleGrouping("spout");
        TopologyRuntime topology =
                queueing.submit(Plans.of(builder, "eyewall.mailbox.capacity", 2));
        for (int i = 0; i < 100; i++) {
            queueing.clock.advance(Duration.ofMillis(1));
            queueing.step();
        }

        assertThat(of(topology, "spout").backPressuredNs()).isBetween(1L, 100_000_000L);
        assertThat(of(topology, "slow").backPressuredNs()).isZero();
    }
}
