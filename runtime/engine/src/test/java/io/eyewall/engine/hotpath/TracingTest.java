package io.eyewall.engine.hotpath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.eyewall.engine.delivery.EngineTuple;
import io.eyewall.engine.executor.Task;
import io.eyewall.engine.fixture.Plans;
import io.eyewall.engine.fixture.Shared;
import io.eyewall.engine.fixture.SteppedCores;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import io.eyewall.engine.lifecycle.TopologyRuntime;
import io.eyewall.engine.trace.Trace;
import io.eyewall.engine.trace.TraceAnswer;
import io.eyewall.engine.trace.TraceEmit;
import io.eyewall.engine.trace.TraceLease;
import io.eyewall.engine.trace.TraceLink;
import io.eyewall.engine.trace.TraceOutcome;
import io.eyewall.engine.trace.TraceQuery;
import io.eyewall.engine.trace.TraceReport;
import io.eyewall.engine.trace.TraceSettings;
import io.eyewall.engine.trace.TraceSpan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.storm.Config;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.TupleImpl;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is traced, on a stepped engine. */
class TracingTest {
    private static final TraceQuery ALL = new TraceQuery(0, 256);

    private final TopologyBuilder builder = new TopologyBuilder();
    private final List<Tuple> tuples = new ArrayList<>();
    private final Shared<List<Tuple>> held = Shared.of(tuples);
    private SteppedCores engine = new SteppedCores(1);

    private TopologyRuntime run(Object... conf) {
        Map<String, Object> all = Plans.map(conf);
        all.putIfAbsent("eyewall.trace.every", 1);
        all.putIfAbsent("eyewall.trace.per.second", 1_000_000);
        Object[] pairs =
                all.entrySet().stream()
                        .flatMap(e -> java.util.stream.Stream.of(e.getKey(), e.getValue()))
                        .toArray();
        TopologyRuntime topology = engine.submit(Plans.of(builder, pairs));
        engine.drain();
        return topology;
    }

    private static List<Trace> traces(TopologyRuntime topology) {
        return topology.traces().report(ALL).traces();
    }

    private static Trace only(TopologyRuntime topology) {
        List<Trace> traces = traces(topology);
        assertThat(traces).hasSize(1);
        return traces.get(0);
    }

    private static TestBolt sink() {
        return TestBolt.of((bolt, tuple) -> bolt.collector.ack(tuple));
    }

    /**
     * Returns a bolt that keeps every tuple, which the test acks or fails through its collector.
     */
    private TestBolt holding() {
        Shared<List<Tuple>> tuplesOfTest = held;
        return TestBolt.of((bolt, tuple) -> tuplesOfTest.get().add(tuple));
    }

    /** Returns the bolt that has a tuple. */
    private static TestBolt holder(Tuple tuple) {
        return (TestBolt) ((Task) ((EngineTuple) tuple).destination()).object();
    }

    private static TestSpout one(Object... values) {
        return new TestSpout()
                .onNext(
                        spout -> {
                            if (spout.count++ == 0) {
                                spout.collector.emit(new Values(values), "id");
                            }
                        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void aChainIsASpanInASpan(int cores) {
        engine = new SteppedCores(cores);
        builder.setSpout("spout", one("word"));
        builder.setBolt("relay", TestBolt.relay()).shuffleGrouping("spout");
        builder.setBolt("sink", sink()).shuffleGrouping("relay");

        Trace trace = only(run());

        assertThat(trace.outcome()).isEqualTo(TraceOutcome.ACKED);
        assertThat(trace.isSettled()).isTrue();
        assertThat(trace.leftOut()).isZero();
        assertThat(trace.id()).hasSize(32);
        assertThat(trace.spans())
                .extracting(
                        TraceSpan::number,
                        TraceSpan::parent,
                        TraceSpan::emit,
                        TraceSpan::component,
                        TraceSpan::answer)
                .containsExactly(
                        tuple(0, -1, -1, "spout", TraceAnswer.ACKED),
                        tuple(1, 0, 0, "relay", TraceAnswer.ACKED),
                        tuple(2, 1, 0, "sink", TraceAnswer.ACKED));
        TraceSpan relay = trace.spans().get(1);
        assertThat(relay.emits())
                .extracting(TraceEmit::stream, TraceEmit::values, TraceEmit::joined)
                .containsExactly(tuple("default", "[word]", null));
        assertThat(relay.emits().get(0).tasks()).containsExactly(trace.spans().get(2).task());
        assertThat(relay.executor()).isEqualTo("[%1$d %1$d]".formatted(relay.task()));
        assertThat(trace.spans()).extracting(TraceSpan::id).doesNotHaveDuplicates();
    }

    /** The slow path gets a copy of a short list. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 9})
    void tracedTuplesHaveTheirValuesHoweverMany(int count) {
        Integer[] values = IntStream.range(0, count).boxed().toArray(Integer[]::new);
        String[] fields = IntStream.range(0, count).mapToObj(i -> "f" + i).toArray(String[]::new);
        builder.setSpout("spout", one((Object[]) values).stream("default", fields));
        TestBolt again =
                TestBolt.of(
                        (bolt, tuple) ->
                                bolt.collector.emit(
                                        tuple, new Values(tuple.getValues().toArray())));
        builder.setBolt("again", again.stream("default", fields)).shuffleGrouping("spout");
        builder.setBolt("sink", holding()).shuffleGrouping("again");

        Trace trace = only(run());

        assertThat(tuples).hasSize(1);
        assertThat(tuples.get(0).getValues()).containsExactly((Object[]) values);
        assertThat(trace.spans())
                .flatExtracting(TraceSpan::emits)
                .extracting(TraceEmit::values)
                .hasSize(2)
                .containsOnly(List.of(values).toString());
    }

    @Test
    void aBranchHasAChildPerTask() {
        builder.setSpout("spout", one("x"));
        builder.setBolt("all", sink(), 3).allGrouping("spout");
        builder.setBolt("other", sink()).shuffleGrouping("spout");

        Trace trace = only(run());

        assertThat(trace.root().emits()).hasSize(1);
        assertThat(trace.root().emits().get(0).tasks()).hasSize(4);
        assertThat(trace.spans()).hasSize(5);
        assertThat(trace.spans().subList(1, 5)).extracting(TraceSpan::parent).containsOnly(0);
        assertThat(trace.isSettled()).isTrue();
    }

    /** Returns a bolt that waits for two tuples and emits one anchored to both. */
    private static TestBolt joining(Shared<List<Tuple>> waiting) {
        return TestBolt.of(
                (bolt, tuple) -> {
                    waiting.get().add(tuple);
                    if (waiting.get().size() == 2) {
                        bolt.collector.emit(List.copyOf(waiting.get()), new Values("joined"));
                        waiting.get().forEach(bolt.collector::ack);
                        waiting.get().clear();
                    }
                });
    }

    @Test
    void aJoinWithinATraceIsLinkedToBoth() {
        builder.setSpout("spout", one("x"));
        builder.setBolt("left", TestBolt.relay()).shuffleGrouping("spout");
        builder.setBolt("right", TestBolt.relay()).shuffleGrouping("spout");
        builder.setBolt("join", joining(held)).globalGrouping("left").globalGrouping("right");
        builder.setBolt("sink", sink()).shuffleGrouping("join");

        Trace trace = only(run());

        assertThat(trace.outcome()).isEqualTo(TraceOutcome.ACKED);
        List<TraceSpan> joins =
                trace.spans().stream().filter(s -> s.component().equals("join")).toList();
        TraceSpan sink =
                trace.spans().stream().filter(s -> s.component().equals("sink")).toList().get(0);
        assertThat(joins).hasSize(2);
        assertThat(sink.parent()).isEqualTo(joins.get(0).number());
        assertThat(sink.links()).containsExactly(new TraceLink(trace.id(), joins.get(1).id()));
    }

    @Test
    void aJoinOfTwoMessagesIsShownInOneTraceAndNamedInTheOther() {
        builder.setSpout("spout", TestSpout.trackedNumbers(2));
        builder.setBolt("join", joining(held)).shuffleGrouping("spout");
        builder.setBolt("sink", sink()).shuffleGrouping("join");

        List<Trace> traces = traces(run());

        assertThat(traces).extracting(t -> t.spans().size()).containsExactly(3, 2);
        Trace first = traces.get(0);
        TraceSpan second = traces.get(1).spans().get(1);
        assertThat(first.spans().get(2).links())
                .containsExactly(new TraceLink(traces.get(1).id(), second.id()));
        assertThat(second.emits())
                .extracting(TraceEmit::values, TraceEmit::joined)
                .containsExactly(tuple("[joined]", first.id()));
        assertThat(traces).extracting(Trace::outcome).containsOnly(TraceOutcome.ACKED);
    }

    @Test
    void whatIsEmittedWithoutAnAnchorFollowsFromTheTupleInHand() {
        builder.setSpout("spout", one("x"));
        builder.setBolt(
                        "loose",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    bolt.collector.emit(new Values("loose"));
                                    bolt.collector.ack(tuple);
                                }))
                .shuffleGrouping("spout");
        builder.setBolt("sink", sink()).shuffleGrouping("loose");

        Trace trace = only(run());

        assertThat(trace.spans())
                .extracting(TraceSpan::component, TraceSpan::parent)
                .containsExactly(tuple("spout", -1), tuple("loose", 0), tuple("sink", 1));
    }

    @Test
    void whatIsAnchoredToOtherTuplesDoesNotFollowFromTheTupleInHand() {
        builder.setSpout("spout", TestSpout.trackedNumbers(2));
        Shared<List<Tuple>> before = held;
        builder.setBolt(
                        "late",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    for (Tuple other : before.get()) {
                                        bolt.collector.emit(other, new Values("late"));
                                        bolt.collector.ack(other);
                                    }
                                    before.get().add(tuple);
                                }))
                .shuffleGrouping("spout");
        builder.setBolt("sink", sink()).shuffleGrouping("late");

        List<Trace> traces = traces(run());

        assertThat(traces).extracting(t -> t.spans().size()).containsExactly(3, 2);
    }

    @Test
    void aMessageThatNobodyFollowsHasNoEnd() {
        builder.setSpout("spout", TestSpout.numbers(1));
        builder.setBolt("sink", sink()).shuffleGrouping("spout");

        Trace trace = only(run());

        assertThat(trace.outcome()).isEqualTo(TraceOutcome.UNTRACKED);
        assertThat(trace.root().answer()).isEqualTo(TraceAnswer.NONE);
        assertThat(trace.isSettled()).isTrue();
        assertThat(trace.spans().get(1).answer()).isEqualTo(TraceAnswer.ACKED);
    }

    @Test
    void withoutAckersNobodyFollowsAnyMessage() {
        builder.setSpout("spout", one("x"));
        builder.setBolt("sink", sink()).shuffleGrouping("spout");

        Trace trace = only(run(Config.TOPOLOGY_ACKER_EXECUTORS, 0));

        assertThat(trace.outcome()).isEqualTo(TraceOutcome.UNTRACKED);
        assertThat(trace.spans()).hasSize(2);
    }

    @Test
    void aMessageThatNobodyGetsIsAcked() {
        builder.setSpout("spout", one("x"));
        builder.setSpout("other", TestSpout.numbers(0));
        builder.setBolt("sink", sink()).shuffleGrouping("other");

        Trace trace = only(run());

        assertThat(trace.outcome()).isEqualTo(TraceOutcome.ACKED);
        assertThat(trace.root().emits().get(0).tasks()).isEmpty();
    }

    @Test
    void timesAreThoseOfTheEnginesClock() {
        builder.setSpout("spout", one("x"));
        builder.setBolt("hold", holding()).shuffleGrouping("spout");
        TopologyRuntime topology = run();

        assertThat(only(topology).outcome()).isEqualTo(TraceOutcome.PENDING);
        engine.clock.advance(Duration.ofMillis(7));
        holder(tuples.get(0)).collector.ack(tuples.get(0));
        engine.drain();

        Trace trace = only(topology);
        assertThat(trace.durationNs()).isEqualTo(7_000_000);
        assertThat(trace.spans().get(1).tookNs()).isZero();
        assertThat(trace.spans().get(1).answeredNs()).isEqualTo(7_000_000);
    }

    @Test
    void aReplayIsLinkedToTheMessageThatFailed() {
        builder.setSpout(
                "spout",
                new TestSpout()
                        .onNext(
                                spout -> {
                                    if (spout.count < 1000) {
                                        spout.collector.emit(new Values(spout.count), 0);
                                        spout.count = 1000;
                                    }
                                })
                        .onFail((spout, id) -> spout.count = (int) id + 1));
        builder.setBolt(
                        "bolt",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    if (bolt.count++ == 0) {
                                        bolt.collector.fail(tuple);
                                    } else {
                                        bolt.collector.ack(tuple);
                                    }
                                }))
                .shuffleGrouping("spout");

        TopologyRuntime topology = run("eyewall.trace.every", 2);

        List<Trace> traces = traces(topology);
        assertThat(traces)
                .extracting(Trace::outcome)
                .containsExactly(TraceOutcome.FAILED, TraceOutcome.ACKED);
        Trace first = traces.get(0);
        assertThat(first.spans().get(1).answer()).isEqualTo(TraceAnswer.FAILED);
        assertThat(traces.get(1).replayOf())
                .isEqualTo(new TraceLink(first.id(), first.root().id()));
    }

    @Test
    void aMessageTimesOut() {
        builder.setSpout("spout", one("x"));
        builder.setBolt("hold", holding()).shuffleGrouping("spout");
        TopologyRuntime topology = run(Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS, 1);

        engine.advance(Duration.ofSeconds(3));

        Trace trace = only(topology);
        assertThat(trace.outcome()).isEqualTo(TraceOutcome.TIMED_OUT);
        assertThat(Duration.ofNanos(trace.durationNs()))
                .isBetween(Duration.ofSeconds(1), Duration.ofSeconds(2));
    }

    @Test
    void anEmitToACopyOfATupleFollowsFromIt() {
        builder.setSpout("spout", one("x"));
        builder.setBolt("hold", holding()).shuffleGrouping("spout");
        builder.setBolt("sink", sink()).shuffleGrouping("hold");
        TopologyRuntime topology = run();
        TestBolt bolt = holder(tuples.get(0));
        Tuple copy =
                new TupleImpl(
                        tuples.get(0).getContext(),
                        tuples.get(0).getValues(),
                        "spout",
                        tuples.get(0).getSourceTask(),
                        "default",
                        tuples.get(0).getMessageId());

        bolt.collector.emit(copy, new Values("late"));
        bolt.collector.ack(copy);
        engine.drain();

        Trace trace = only(topology);
        assertThat(trace.spans()).hasSize(3);
        assertThat(trace.outcome()).isEqualTo(TraceOutcome.ACKED);
    }

    @Test
    void whatAnotherThreadEmitsFollowsFromItsAnchors() throws Exception {
        engine = new SteppedCores(2);
        builder.setSpout("spout", one("x"));
        builder.setBolt("hold", holding()).shuffleGrouping("spout");
        builder.setBolt("sink", sink()).shuffleGrouping("hold");
        TopologyRuntime topology = run();
        TestBolt bolt = holder(tuples.get(0));

        Thread other =
                new Thread(
                        () -> {
                            bolt.collector.emit(tuples.get(0), new Values("far"));
                            bolt.collector.emit(new Values("unanchored"));
                            bolt.collector.ack(tuples.get(0));
                        });
        other.start();
        other.join();
        engine.drain();

        Trace trace = only(topology);
        assertThat(trace.spans()).hasSize(3);
        assertThat(trace.spans().get(1).emits())
                .extracting(TraceEmit::values)
                .containsExactly("[far]");
        assertThat(trace.outcome()).isEqualTo(TraceOutcome.ACKED);
    }

    @Test
    void anExceptionIsShown() {
        builder.setSpout("spout", one("x"));
        builder.setBolt(
                        "bolt",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    throw new IllegalStateException("bad " + tuple.getValue(0));
                                }))
                .shuffleGrouping("spout");

        Trace trace = only(run());

        assertThat(trace.spans().get(1).exception())
                .isEqualTo("java.lang.IllegalStateException: bad x");
    }

    /** An object that can't be printed or compared. */
    private static final class Hostile {
        @Override
        public String toString() {
            throw new StackOverflowError("never");
        }

        @Override
        public int hashCode() {
            throw new IllegalStateException("never");
        }

        @Override
        public boolean equals(Object other) {
            throw new IllegalStateException("never");
        }
    }

    @Test
    void valuesAndIdsThatThrowDoNoHarm() {
        builder.setSpout(
                "spout",
                new TestSpout()
                        .onNext(
                                spout -> {
                                    if (spout.count++ < 2) {
                                        Values values = new Values(new Hostile());
                                        spout.collector.emit(values, new Hostile());
                                    }
                                }));
        builder.setBolt("bolt", TestBolt.of((bolt, tuple) -> bolt.collector.fail(tuple)))
                .shuffleGrouping("spout");

        List<Trace> traces = traces(run());

        assertThat(traces).hasSize(2);
        assertThat(traces).extracting(Trace::outcome).containsOnly(TraceOutcome.FAILED);
        assertThat(traces).extracting(Trace::replayOf).containsOnlyNulls();
        assertThat(traces.get(0).root().emits().get(0).values())
                .isEqualTo("[(java.lang.StackOverflowError)]");
    }

    @Test
    void aTraceIsBoundedInACycle() {
        builder.setSpout("spout", one("x"));
        builder.setBolt(
                        "loop",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    if (bolt.count++ < 2000) {
                                        bolt.collector.emit(tuple, tuple.getValues());
                                    }
                                    bolt.collector.ack(tuple);
                                }))
                .shuffleGrouping("spout")
                .shuffleGrouping("loop");

        Trace trace = only(run());

        assertThat(trace.outcome()).isEqualTo(TraceOutcome.ACKED);
        assertThat(trace.spans()).hasSize(500);
        assertThat(trace.leftOut()).isPositive();
        assertThat(trace.isSettled()).isTrue();
    }

    @Test
    void tracesOneOfSoMany() {
        builder.setSpout("spout", TestSpout.trackedNumbers(100_000));
        builder.setBolt("sink", sink()).shuffleGrouping("spout");

        TraceReport report = run("eyewall.trace.every", 1000).traces().report(ALL);

        assertThat(report.begun()).isBetween(90L, 110L);
        assertThat(report.refused()).isZero();
    }

    @Test
    void countsExactlyWhereFewAreLetBy() {
        builder.setSpout("spout", TestSpout.trackedNumbers(100));
        builder.setBolt("sink", sink()).shuffleGrouping("spout");

        TopologyRuntime topology = run("eyewall.trace.every", 10);

        assertThat(traces(topology))
                .extracting(trace -> trace.root().emits().get(0).values())
                .containsExactly(
                        "[0]", "[10]", "[20]", "[30]", "[40]", "[50]", "[60]", "[70]", "[80]",
                        "[90]");
    }

    @Test
    void noMoreBeginInASecondThanMay() {
        builder.setSpout("spout", TestSpout.trackedNumbers(1000));
        builder.setBolt("sink", sink()).shuffleGrouping("spout");

        TraceReport report = run("eyewall.trace.per.second", 5).traces().report(ALL);

        assertThat(report.begun()).isEqualTo(5);
        assertThat(report.refused()).isEqualTo(995);
    }

    @Test
    void whoLooksHasMessagesTracedUntilTheLeaseEnds() {
        builder.setSpout("spout", TestSpout.trackedNumbers(1_000_000));
        builder.setBolt("sink", sink()).shuffleGrouping("spout");
        TopologyRuntime topology = engine.submit(Plans.of(builder, Config.TOPOLOGY_DEBUG, false));
        steps(10);
        assertThat(topology.traces().report(ALL).begun()).isZero();

        topology.traces().lease(new TraceLease("me", 100, Duration.ofSeconds(5)));
        topology.traces().lease(new TraceLease("you", 10_000, Duration.ofSeconds(9)));
        assertThat(topology.traces().report(ALL).every()).isEqualTo(100);
        steps(10);
        long looked = topology.traces().report(ALL).begun();
        assertThat(looked).isPositive();

        engine.clock.advance(Duration.ofSeconds(6));
        assertThat(topology.traces().report(ALL).every()).isEqualTo(10_000);
        engine.clock.advance(Duration.ofSeconds(6));
        steps(10);
        assertThat(topology.traces().report(ALL).every()).isZero();
        assertThat(topology.traces().report(ALL).begun()).isEqualTo(looked);
    }

    private void steps(int count) {
        for (int i = 0; i < count; i++) {
            engine.step();
        }
    }

    @Test
    void goesOnWhereTasksMove() throws Exception {
        engine = new SteppedCores(2);
        builder.setSpout("spout", one("x"), 2).setNumTasks(2);
        builder.setBolt("hold", holding(), 2).setNumTasks(2).shuffleGrouping("spout");
        builder.setBolt("sink", sink()).shuffleGrouping("hold");
        TopologyRuntime topology = run();
        assertThat(traces(topology)).hasSize(2);

        topology.rebalance(Map.of("spout", 1, "hold", 1), Duration.ofSeconds(1));
        engine.drain();
        for (Tuple tuple : tuples) {
            TestBolt bolt = holder(tuple);
            bolt.collector.emit(tuple, new Values("late"));
            bolt.collector.ack(tuple);
        }
        engine.drain();

        assertThat(traces(topology)).extracting(Trace::outcome).containsOnly(TraceOutcome.ACKED);
        assertThat(traces(topology)).extracting(t -> t.spans().size()).containsOnly(3);
    }

    @Test
    void nothingIsTracedAfterTheEndAndWhatWasStays() {
        builder.setSpout("spout", one("x"));
        builder.setBolt("sink", sink()).shuffleGrouping("spout");
        TopologyRuntime topology = run();

        topology.kill(Duration.ZERO);
        engine.drain();
        topology.traces().set(new TraceSettings(1, 1));

        assertThat(topology.traces().report(ALL).every()).isZero();
        assertThat(traces(topology)).hasSize(1);
    }
}
