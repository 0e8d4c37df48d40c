package io.eyewall.engine.spout;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.TopologyStatus;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.executor.EngineTuples;
import io.eyewall.engine.executor.Executor;
import io.eyewall.engine.fixture.Engines;
import io.eyewall.engine.fixture.ManualClock;
import io.eyewall.engine.fixture.Plans;
import io.eyewall.engine.fixture.Shared;
import io.eyewall.engine.fixture.SteppedCores;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import io.eyewall.engine.lifecycle.TopologyRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.storm.Config;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Spouts on a stepped engine: which method is called when. */
class SpoutExecutorTest {
    private final SteppedCores engine = new SteppedCores(1);
    private final TopologyBuilder builder = new TopologyBuilder();
    private final List<String> calls = new ArrayList<>();
    private final Shared<List<String>> log = Shared.of(calls);
    private final List<Tuple> tuples = new ArrayList<>();
    private final Shared<List<Tuple>> held = Shared.of(tuples);

    private TopologyRuntime run(TestSpout spout, TestBolt bolt, Object... conf) {
        builder.setSpout("spout", spout, 1);
        builder.setBolt("bolt", bolt, 1).shuffleGrouping("spout");
        TopologyRuntime topology = engine.submit(Plans.of(builder, conf));
        engine.drain();
        return topology;
    }

    private static TestSpout logging(TestSpout spout, Shared<List<String>> log) {
        return spout.onAck((s, id) -> log.get().add("ack " + id))
                .onFail((s, id) -> log.get().add("fail " + id));
    }

    private TestBolt acking() {
        return TestBolt.of((bolt, tuple) -> bolt.collector.ack(tuple));
    }

    /**
     * Returns a bolt that keeps every tuple, which the test acks or fails through its collector.
     */
    private TestBolt holding() {
        Shared<List<Tuple>> tuplesOfTest = held;
        return TestBolt.of((bolt, tuple) -> tuplesOfTest.get().add(tuple));
    }

    @Test
    void acksBetweenCallsOfNextTupleNeverInsideTheEmit() {
        Shared<List<String>> calls = log;
        run(
                logging(new TestSpout(), log)
                        .onNext(
                                spout -> {
                                    if (spout.count < 2) {
                                        int id = spout.count++;
                                        calls.get().add("next " + id);
                                        spout.collector.emit(new Values("x"), id);
                                        spout.collector.emit(new Values("y"), id + 10);
                                        calls.get().add("end " + id);
                                    }
                                }),
                acking());

        assertThat(this.calls)
                .containsExactly(
                        "next 0", "end 0", "next 1", "end 1", "ack 0", "ack 10", "ack 1", "ack 11");
    }

    /**
     * A spout with a tuple every 0.9 ms: the call that follows its ack emits nothing, and must not
     * count as one that emitted.
     */
    @Test
    void aSpoutWhoseMessageIsAckedAtOnceIsAskedAsSeldomAsOneThatAcksNothing() {
        int plain = asksPerEmit(false);

        assertThat(asksPerEmit(true)).isLessThanOrEqualTo(plain + plain / 2);
    }

    /**
     * Returns how often nextTuple is called during a hundred emits, without the call after each
     * ack.
     */
    private static int asksPerEmit(boolean acked) {
        SteppedCores engine = new SteppedCores(1);
        Shared<ManualClock> clock = Shared.of(engine.clock);
        List<Long> asks = new ArrayList<>();
        Shared<List<Long>> log = Shared.of(asks);
        long gapNs = 900_000;
        long firstNs = engine.clock.nanoTime();
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "spout",
                new TestSpout()
                        .onNext(
                                spout -> {
                                    long nowNs = clock.get().nanoTime();
                                    log.get().add(nowNs);
                                    if (nowNs - firstNs >= spout.count * gapNs) {
                                        spout.count++;
                                        if (acked) {
                                            spout.collector.emit(new Values("x"), spout.count);
                                        } else {
                                            spout.collector.emit(new Values("x"));
                                        }
                                    }
                                }),
                1);
        builder.setBolt("bolt", TestBolt.of((bolt, tuple) -> bolt.collector.ack(tuple)), 1)
                .shuffleGrouping("spout");
        engine.submit(Plans.of(builder));
        engine.drain();
        while (engine.clock.nanoTime() - firstNs < 100 * gapNs) {
            engine.clock.advance(Duration.ofNanos(10_000));
            engine.drain();
        }
        return (int) asks.stream().distinct().count();
    }

    /** The slice emits fewer tuples than a batch holds, and lasts long: decision 115. */
    @Test
    void whatASpoutEmitsForAnotherCoreDoesNotWaitForTheEndOfItsTurn() {
        SteppedCores two = new SteppedCores(2);
        ManualClock clock = two.clock;
        Shared<List<String>> calls = log;
        Shared<Core> other = Shared.of(two.cores.get(1));
        Shared<ManualClock> time = Shared.of(clock);
        builder.setSpout(
                        "spout",
                        new TestSpout()
                                .onNext(
                                        spout -> {
                                            if (spout.count < 10) {
                                                spout.collector.emit(new Values(spout.count++));
                                                time.get().advance(Duration.ofNanos(30_000));
                                                calls.get().add("next");
                                                other.get().step();
                                            }
                                        }),
                        1)
                .addConfiguration("eyewall.core", 0);
        builder.setBolt("bolt", TestBolt.of((bolt, tuple) -> calls.get().add("got")), 1)
                .shuffleGrouping("spout")
                .addConfiguration("eyewall.core", 1);
        two.submit(Plans.of(builder));
        two.drain();

        assertThat(this.calls).filteredOn("got"::equals).hasSize(10);
        assertThat(this.calls.lastIndexOf("next")).isGreaterThan(this.calls.indexOf("got") + 5);
    }

    /**
     * Behaves like storm-hdfs' HdfsSpout, which notices the end of a file in the call after its
     * last record, and finishes the file in a later ack.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 1000})
    void aSpoutThatSeesInAckThatItsInputHasEndedGetsThere(int records) {
        Shared<List<String>> calls = log;
        run(
                new TestSpout()
                        .onNext(
                                spout -> {
                                    if (spout.count < records) {
                                        spout.collector.emit(new Values("x"), spout.count++);
                                    } else if (spout.count == records) {
                                        spout.count++;
                                        calls.get().add("end of file");
                                    }
                                })
                        .onAck(
                                (spout, id) -> {
                                    if (spout.count > records) {
                                        calls.get().add("done with " + id);
                                    }
                                }),
                acking());

        assertThat(this.calls).containsExactly("end of file", "done with " + (records - 1));
    }

    /**
     * At the limit nextTuple is not called before a completion is delivered, so the spout would
     * wait for ever.
     */
    @Test
    void atTheLimitOfMessagesASpoutIsToldWithoutACall() {
        Shared<List<String>> calls = log;
        run(
                logging(new TestSpout(), log)
                        .onNext(
                                spout -> {
                                    if (spout.count < 2) {
                                        calls.get().add("next " + spout.count);
                                        spout.collector.emit(new Values("x"), spout.count++);
                                    }
                                }),
                acking(),
                Config.TOPOLOGY_MAX_SPOUT_PENDING,
                1);

        assertThat(this.calls).containsExactly("next 0", "ack 0", "next 1", "ack 1");
    }

    /**
     * nextTuple is called again immediately after a completion, not after a back-off as if the
     * spout were idle.
     */
    @Test
    void aSpoutThatWaitsForEachAckDoesNotSleepBetween() {
        Shared<List<String>> calls = log;
        engine.submit(Plans.of(stopAndWait(calls, 50)));

        engine.drain(); // without advancing the clock

        assertThat(this.calls).hasSize(50);
    }

    private TopologyBuilder stopAndWait(Shared<List<String>> calls, int messages) {
        TestSpout spout =
                new TestSpout()
                        .onNext(
                                s -> {
                                    if (s.count % 2 == 0 && s.count < 2 * messages) {
                                        s.collector.emit(new Values("x"), s.count++);
                                    }
                                })
                        .onAck(
                                (s, id) -> {
                                    s.count++;
                                    calls.get().add("ack " + id);
                                });
        builder.setSpout("spout", spout, 1);
        builder.setBolt("bolt", acking(), 1).shuffleGrouping("spout");
        return builder;
    }

    @Test
    void acksAMessageThatNobodyGetsButNotInsideTheEmit() {
        Shared<List<String>> calls = log;
        builder.setSpout(
                "spout",
                logging(new TestSpout(), log)
                        .onNext(
                                spout -> {
                                    if (spout.count++ == 0) {
                                        List<Integer> to = spout.collector.emit(new Values(1), 7);
                                        calls.get().add("sent to " + to);
                                    }
                                }),
                1);

        engine.submit(Plans.of(builder));
        engine.drain();

        assertThat(this.calls).containsExactly("sent to []", "ack 7");
    }

    @Test
    void withoutAckersAcksInsideTheEmitAsStormDoes() {
        Shared<List<String>> calls = log;
        run(
                logging(new TestSpout(), log)
                        .onNext(
                                spout -> {
                                    if (spout.count++ == 0) {
                                        spout.collector.emit(new Values(1), 7);
                                        calls.get().add("emitted");
                                    }
                                }),
                new TestBolt(),
                Config.TOPOLOGY_ACKER_EXECUTORS,
                0);

        assertThat(this.calls).containsExactly("ack 7", "emitted");
    }

    @Test
    void anAckMayEmitTheNextMessage() {
        Shared<List<String>> calls = log;
        run(
                new TestSpout()
                        .onNext(
                                spout -> {
                                    if (spout.count == 0) {
                                        spout.collector.emit(new Values(0), spout.count++);
                                    }
                                })
                        .onAck(
                                (spout, id) -> {
                                    calls.get().add("ack " + id);
                                    if (spout.count < 1_000) {
                                        spout.collector.emit(new Values(0), spout.count++);
                                    }
                                }),
                acking());

        assertThat(this.calls).hasSize(1_000).endsWith("ack 999");
    }

    @Test
    void emitsFromOpenWaitForTheBolts() {
        Shared<List<String>> calls = log;
        run(
                logging(new TestSpout(), log)
                        .onOpen(spout -> spout.collector.emit(new Values("early"), 1)),
                TestBolt.of(
                                (bolt, tuple) -> {
                                    calls.get().add(tuple.getString(0));
                                    bolt.collector.ack(tuple);
                                })
                        .onPrepare(bolt -> calls.get().add("prepared")));

        assertThat(this.calls).containsExactly("prepared", "early", "ack 1");
    }

    @Test
    void stopsAtMaxPendingAndGoesOnWithEachAck() {
        TopologyRuntime topology =
                run(
                        logging(TestSpout.trackedNumbers(100), log),
                        holding(),
                        Config.TOPOLOGY_MAX_SPOUT_PENDING,
                        3);

        assertThat(tuples).hasSize(3);
        assertThat(pending(topology)).isEqualTo(3);
        engine.advance(Duration.ofMillis(50));
        assertThat(tuples).hasSize(3);

        ackHeld(1);
        assertThat(calls).containsExactly("ack 0");
        assertThat(tuples).hasSize(4);
    }

    /** Acks the first {@code count} tuples that the bolt has kept, on the bolt's core. */
    private void ackHeld(int count) {
        for (int i = 0; i < count; i++) {
            EngineTuples.finish(tuples.get(i));
        }
        engine.drain();
    }

    private static int pending(TopologyRuntime topology) {
        return topology.metrics().executors().stream().mapToInt(e -> e.pendingMessages()).sum();
    }

    @Test
    void countsMaxPendingPerTask() {
        builder.setSpout("spout", TestSpout.trackedNumbers(100), 1).setNumTasks(3);
        builder.setBolt("bolt", holding(), 1).shuffleGrouping("spout");

        engine.submit(Plans.of(builder, Config.TOPOLOGY_MAX_SPOUT_PENDING, 2));
        engine.drain();

        assertThat(tuples).hasSize(6);
    }

    @Test
    void untrackedTuplesAreNeverPending() {
        run(TestSpout.numbers(100), holding(), Config.TOPOLOGY_MAX_SPOUT_PENDING, 3);

        assertThat(tuples).hasSize(100);
        assertThat(tuples.get(0).getMessageId().getAnchors()).isEmpty();
    }

    @Test
    void anEmptyNextTupleIsFollowedByThePauseOfTheWaitStrategy() {
        Shared<List<String>> calls = log;
        run(
                new TestSpout().onNext(spout -> calls.get().add("next")),
                new TestBolt(),
                Config.TOPOLOGY_SPOUT_WAIT_PROGRESSIVE_LEVEL3_SLEEP_MILLIS,
                4);
        assertThat(this.calls).hasSize(1);

        engine.advance(Duration.ofMillis(3));
        assertThat(this.calls).hasSize(1);
        engine.advance(Duration.ofMillis(1));
        assertThat(this.calls).hasSize(2);
        engine.advance(Duration.ofMillis(40));
        assertThat(this.calls).hasSize(12);
    }

    @Test
    void eagerStrategiesCallAgainSoManyTimes() {
        Shared<List<String>> calls = log;
        run(
                new TestSpout().onNext(spout -> calls.get().add("next")),
                new TestBolt(),
                Config.TOPOLOGY_SPOUT_WAIT_PROGRESSIVE_LEVEL1_COUNT,
                5);
        for (int i = 0; i < 20; i++) {
            engine.step();
        }

        assertThat(this.calls).hasSize(6);
    }

    @Test
    void anEmitToNobodyCountsAsAnEmit() {
        Shared<List<String>> calls = log;
        builder.setSpout(
                "spout",
                new TestSpout()
                        .onNext(
                                spout -> {
                                    calls.get().add("next");
                                    if (spout.count++ < 10) {
                                        spout.collector.emit(new Values(1));
                                    }
                                }),
                1);

        engine.submit(Plans.of(builder));
        engine.drain();

        assertThat(this.calls).hasSize(11);
    }

    @Test
    void failsAMessageBetweenOneAndTwoTimeouts() {
        run(
                logging(TestSpout.trackedNumbers(1), log),
                holding(),
                Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS,
                5);

        engine.advance(Duration.ofSeconds(5));
        assertThat(calls).isEmpty();
        engine.advance(Duration.ofSeconds(5));
        assertThat(calls).containsExactly("fail 0");

        ackHeld(1);
        assertThat(calls).as("too late").containsExactly("fail 0");
    }

    @Test
    void neverFailsByTimeWhereTimeoutsAreOff() {
        run(
                logging(TestSpout.trackedNumbers(1), log),
                holding(),
                Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS,
                1,
                Config.TOPOLOGY_ENABLE_MESSAGE_TIMEOUTS,
                false);

        engine.advance(Duration.ofSeconds(5));
        assertThat(calls).isEmpty();
    }

    @Test
    void aBoltMayAskForMoreTime() {
        Shared<List<Tuple>> tuplesOfTest = held;
        run(
                logging(TestSpout.trackedNumbers(1), log),
                TestBolt.of(
                        (bolt, tuple) -> {
                            if (bolt.count++ == 0) {
                                tuplesOfTest.get().add(tuple);
                            }
                            bolt.collector.resetTimeout(tuplesOfTest.get().get(0));
                        }),
                Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS,
                5,
                Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS,
                4);

        engine.advance(Duration.ofSeconds(40));
        assertThat(calls).as("each tick restarts its timeout").isEmpty();
    }

    @Test
    void tellsASpoutOnceThatItIsDeactivatedAndStillDeliversAcks() {
        Shared<List<String>> calls = log;
        TopologyRuntime topology =
                run(
                        logging(TestSpout.trackedNumbers(10), log)
                                .onActivate(spout -> calls.get().add("activate"))
                                .onDeactivate(spout -> calls.get().add("deactivate")),
                        holding(),
                        Config.TOPOLOGY_MAX_SPOUT_PENDING,
                        2);
        assertThat(topology.status()).isEqualTo(TopologyStatus.ACTIVE);

        topology.deactivate();
        topology.deactivate();
        engine.drain();
        ackHeld(2);
        engine.advance(Duration.ofMillis(20));
        assertThat(topology.status()).isEqualTo(TopologyStatus.INACTIVE);
        assertThat(this.calls).containsExactly("activate", "deactivate", "ack 0", "ack 1");
        assertThat(tuples).hasSize(2);

        topology.activate();
        engine.drain();
        assertThat(this.calls).endsWith("activate");
        assertThat(tuples).hasSize(4);
    }

    @Test
    void opensNothingBeforeTheFirstActivation() {
        Shared<List<String>> calls = log;
        builder.setSpout(
                "spout",
                TestSpout.numbers(1)
                        .onOpen(spout -> calls.get().add("open"))
                        .onActivate(spout -> calls.get().add("activate")),
                1);
        TopologyRuntime topology =
                engine.submit(
                        Plans.of(builder),
                        new io.eyewall.engine.SubmitSettings(
                                getClass().getClassLoader(), java.util.Map.of(), false, null));
        engine.advance(Duration.ofMillis(10));
        assertThat(this.calls).isEmpty();
        assertThat(topology.status()).isIn(TopologyStatus.STARTING, TopologyStatus.INACTIVE);

        topology.activate();
        engine.drain();
        assertThat(this.calls).containsExactly("open", "activate");
        assertThat(topology.status()).isEqualTo(TopologyStatus.ACTIVE);
    }

    @Test
    void returnsTheTasksThatATupleWentTo() {
        Shared<List<String>> calls = log;
        builder.setSpout(
                "spout",
                new TestSpout()
                        .onNext(
                                spout -> {
                                    if (spout.count++ == 0) {
                                        calls.get().add("" + spout.collector.emit(new Values(1)));
                                    }
                                }),
                1);
        builder.setBolt("all", new TestBolt(), 3).allGrouping("spout");
        builder.setBolt("global", new TestBolt(), 2).globalGrouping("spout");

        engine.submit(Plans.of(builder));
        engine.drain();

        assertThat(this.calls).hasSize(1);
        assertThat(this.calls.get(0)).contains("2", "3", "4", "5").doesNotContain("6", "1");
    }

    @Test
    void givesEachTaskOfAnExecutorItsTurn() {
        Shared<List<String>> calls = log;
        builder.setSpout(
                        "spout",
                        new TestSpout()
                                .onNext(
                                        spout -> {
                                            if (spout.count < 2) {
                                                calls.get()
                                                        .add(
                                                                spout.context.getThisTaskIndex()
                                                                        + "."
                                                                        + spout.count++);
                                                spout.collector.emit(new Values(1));
                                            }
                                        }),
                        1)
                .setNumTasks(3);

        engine.submit(Plans.of(builder));
        engine.drain();

        assertThat(this.calls).containsExactly("0.0", "1.0", "2.0", "0.1", "1.1", "2.1");
    }

    @Test
    void timesTheMessagesThatItSamples() {
        TopologyRuntime topology =
                run(
                        logging(TestSpout.trackedNumbers(1), log),
                        holding(),
                        Config.TOPOLOGY_STATS_SAMPLE_RATE,
                        1.0);
        engine.advance(Duration.ofMillis(30));
        ackHeld(1);

        assertThat(topology.metrics().completeLatency().count()).isEqualTo(1);
        assertThat(topology.metrics().completeLatency().maxNs())
                .isBetween(29_000_000L, 31_000_000L);
    }

    /** Of frequent messages one of 128 is timed on average. */
    @Test
    void timesEachMessageOfASourceThatHasFew() {
        Shared<ManualClock> clock = Shared.of(engine.clock);
        long firstNs = engine.clock.nanoTime();
        TopologyRuntime topology =
                run(
                        new TestSpout()
                                .onNext(
                                        spout -> {
                                            long passedNs = clock.get().nanoTime() - firstNs;
                                            if (passedNs >= spout.count * 50_000_000L) {
                                                spout.collector.emit(
                                                        new Values("x"), spout.count++);
                                            }
                                        }),
                        acking(),
                        Config.TOPOLOGY_STATS_SAMPLE_RATE,
                        1.0 / 128);
        while (engine.clock.nanoTime() - firstNs < 2_000_000_000L) {
            engine.clock.advance(Duration.ofMillis(5));
            engine.drain();
        }

        assertThat(topology.metrics().completeLatency().count()).isGreaterThan(35);
    }

    /**
     * Once, the core found the spout ready in every step and kept spinning for as long as the spout
     * lived.
     */
    @Test
    void leavesTheCoreAloneOnceItHasAThreadOfItsOwn() throws Exception {
        Shared<Thread> stepping = Shared.of(Thread.currentThread());
        Shared<ManualClock> clock = Shared.of(engine.clock);
        Shared<CountDownLatch> separated = Shared.of(new CountDownLatch(1));
        Shared<CountDownLatch> never = Shared.of(new CountDownLatch(1));
        TestSpout blocking =
                new TestSpout()
                        .onNext(
                                spout -> {
                                    if (Thread.currentThread() == stepping.get()) {
                                        clock.get().advance(Duration.ofMillis(1));
                                    } else {
                                        separated.get().countDown();
                                        never.get().await();
                                    }
                                });
        TopologyRuntime topology = run(blocking, new TestBolt());
        for (Executor executor : topology.executors()) {
            if (executor instanceof SpoutExecutor) {
                for (int call = 0; call < 4; call++) { // as the watcher does
                    executor.onWaiting(Duration.ofMillis(10).toNanos());
                }
            }
        }
        engine.drain();
        assertThat(separated.get().await(30, TimeUnit.SECONDS)).isTrue();

        engine.drain();

        assertThat(engine.cores.get(0).hasReadyTasklets()).isFalse();
        never.get().countDown();
        topology.kill(Duration.ZERO);
        Engines.until(
                "the end of the spout's thread",
                () -> {
                    engine.drain();
                    return topology.status().isOver();
                });
    }
}
