package io.eyewall.engine.adaptation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.eyewall.engine.fixture.ManualClock;
import io.eyewall.engine.fixture.Plans;
import io.eyewall.engine.fixture.Shared;
import io.eyewall.engine.fixture.SteppedCores;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import io.eyewall.engine.lifecycle.TopologyRuntime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.apache.storm.Config;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.api.Test;

/** Reads the counters of running executors by stepping; calls take time by the engine's clock. */
class CounterReaderTest {
    private static final int NUMBERS = 100;
    private static final double MS = 1e6;
    private final SteppedCores engine =
            new SteppedCores(1, "eyewall.blocking.threshold.ms", 0); // no watcher
    private final TopologyBuilder builder = new TopologyBuilder();

    private static TestBolt taking(Shared<ManualClock> clock, int ms) {
        return TestBolt.of(
                (bolt, tuple) -> {
                    bolt.collector.emit(tuple, tuple.getValues());
                    clock.get().advance(Duration.ofMillis(ms));
                });
    }

    private List<ExecutorCounters> read(TopologyRuntime topology) {
        engine.drain();
        return new CounterReader(engine.cores).read(List.of(topology)).executors();
    }

    private static List<ExecutorCounters> of(List<ExecutorCounters> readings, String component) {
        return readings.stream()
                .filter(one -> one.executor().component().equals(component))
                .toList();
    }

    @Test
    void separatesOwnTimeFromDirectCalls() {
        Shared<ManualClock> clock = Shared.of(engine.clock);
        builder.setSpout(
                "numbers",
                new TestSpout()
                        .onNext(
                                spout -> {
                                    if (spout.count < NUMBERS) {
                                        spout.collector.emit(new Values(spout.count++));
                                        clock.get().advance(Duration.ofMillis(2));
                                    }
                                }),
                1);
        builder.setBolt("one", taking(clock, 1), 1).shuffleGrouping("numbers");
        builder.setBolt("three", taking(clock, 3), 1).shuffleGrouping("one");

        List<ExecutorCounters> readings =
                read(engine.submit(Plans.of(builder, Config.TOPOLOGY_STATS_SAMPLE_RATE, 1.0)));

        ExecutorCounters one = of(readings, "one").get(0);
        assertThat(one.callNs()).isEqualTo(NUMBERS * 4 * MS);
        assertThat(one.calledNsByComponent()).containsEntry("numbers", NUMBERS * 4 * MS);
        ExecutorCounters three = of(readings, "three").get(0);
        assertThat(three.callNs()).isEqualTo(NUMBERS * 3 * MS);
        assertThat(three.calledNsByComponent()).containsEntry("one", NUMBERS * 3 * MS);
        // all calls but the last few, which emit nothing, take as long
        assertThat(of(readings, "numbers").get(0).callNs()).isGreaterThan(NUMBERS * 5 * MS);
    }

    /** As of a bolt that calls a waiting bolt until that one becomes dedicated. */
    @Test
    void timesLongCallsMoreOftenAtEqualWeight() {
        Shared<ManualClock> clock = Shared.of(engine.clock);
        int longCalls = 200;
        int shortCalls = 10_000;
        builder.setSpout("numbers", TestSpout.numbers(longCalls + shortCalls), 1);
        builder.setBolt(
                        "waits",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    int us = tuple.getInteger(0) < longCalls ? 1_000 : 1;
                                    clock.get().advance(Duration.ofNanos(1_000L * us));
                                }),
                        1)
                .shuffleGrouping("numbers");

        List<ExecutorCounters> readings = read(engine.submit(Plans.of(builder)));

        double us = longCalls * 1_000 + shortCalls;
        assertThat(of(readings, "waits").get(0).callNs()).isCloseTo(us * 1e3, withinPercentage(1));
    }

    @Test
    void separatesIdleFromEmittingSpoutCalls() {
        Shared<ManualClock> clock = Shared.of(engine.clock);
        int bursts = 20;
        int perBurst = 50;
        builder.setSpout(
                "bursts",
                new TestSpout()
                        .onNext(
                                spout -> {
                                    long ms = clock.get().nanoTime() / 1_000_000;
                                    if (spout.count < perBurst * Math.min(bursts, ms / 100)) {
                                        spout.collector.emit(new Values(spout.count++));
                                        clock.get().advance(Duration.ofNanos(1_000));
                                    }
                                }),
                1);
        TopologyRuntime topology = engine.submit(Plans.of(builder));

        engine.advance(Duration.ofMillis(100L * (bursts + 1)));

        double callNs = of(read(topology), "bursts").get(0).callNs();
        double trueNs = bursts * perBurst * 1e3;
        assertThat(callNs).isCloseTo(trueNs, withinPercentage(5)); // each last call finds nothing
    }

    @Test
    void countsTuplesByReceiverForAllGroupings() {
        builder.setSpout(
                "numbers",
                TestSpout.numbers(NUMBERS)
                        .directStream("direct", "value")
                        .onActivate(
                                spout -> {
                                    int task = spout.context.getComponentTasks("direct").get(0);
                                    spout.collector.emitDirect(task, "direct", new Values(0));
                                }),
                1);
        builder.setBolt("all", new TestBolt(), 2).allGrouping("numbers");
        builder.setBolt("fields", new TestBolt(), 2).fieldsGrouping("numbers", new Fields("value"));
        builder.setBolt("direct", new TestBolt(), 1).directGrouping("numbers", "direct");

        List<ExecutorCounters> readings = read(engine.submit(Plans.of(builder)));

        ExecutorCounters spout = of(readings, "numbers").get(0);
        assertThat(of(readings, "all"))
                .hasSize(2)
                .allSatisfy(
                        all ->
                                assertThat(spout.sentByReceiver())
                                        .containsEntry(all.executor(), 100L));
        assertThat(
                        of(readings, "fields").stream()
                                .mapToLong(one -> spout.sentByReceiver().get(one.executor()))
                                .sum())
                .isEqualTo(NUMBERS);
        assertThat(spout.sentByReceiver())
                .containsEntry(of(readings, "direct").get(0).executor(), 1L);
    }

    @Test
    void bindsConfiguredAndSystemExecutors() {
        builder.setSpout("numbers", TestSpout.numbers(1), 1);
        builder.setBolt("placed", new TestBolt(), 1)
                .addConfiguration("eyewall.core", 0)
                .shuffleGrouping("numbers");
        TopologyRuntime topology = engine.submit(Plans.of(builder));

        assertThat(of(read(topology), "numbers")).noneMatch(ExecutorCounters::bound);
        assertThat(of(read(topology), "placed")).allMatch(ExecutorCounters::bound);
        assertThat(of(read(topology), "__system")).allMatch(ExecutorCounters::bound);
    }

    @Test
    void countsNoLoadForADedicatedSpout() {
        SteppedCores watched = new SteppedCores(1);
        builder.setSpout(
                        "waits",
                        new TestSpout()
                                .onNext(
                                        spout -> {
                                            LockSupport.parkNanos(1_000_000);
                                            spout.collector.emit(new Values(spout.count++));
                                        }),
                        1)
                .addConfiguration("eyewall.executor.dedicated", true);
        TopologyRuntime topology = watched.submit(Plans.of(builder));
        CounterReader counters = new CounterReader(watched.cores);
        watched.step();

        CounterSnapshot before = counters.read(List.of(topology));
        assertThat(of(before.executors(), "waits")).allMatch(ExecutorCounters::dedicated);
        watched.clock.advance(Duration.ofSeconds(1));
        watched.step();
        LoadWindow window =
                LoadMeter.measure(CoreTree.flat(1), before, counters.read(List.of(topology)))
                        .orElseThrow();

        assertThat(window.snapshot().executors())
                .allSatisfy(load -> assertThat(load.cores()).isZero());
        topology.kill(Duration.ZERO);
        while (!topology.status().isOver()) {
            watched.step();
        }
    }
}
