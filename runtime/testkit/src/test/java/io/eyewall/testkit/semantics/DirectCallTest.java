package io.eyewall.testkit.semantics;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.TopologyStatus;
import io.eyewall.testkit.ScriptedBolt;
import io.eyewall.testkit.ScriptedSpout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that direct calls of bolts on the stack of their senders remain invisible. */
class DirectCallTest {
    /** Emits 1..n, one number per call. */
    private static ScriptedSpout numbers(int n) {
        return new ScriptedSpout(
                (out, spout) -> {
                    if (spout.calls <= n) {
                        out.emit(new Values(spout.calls), spout.calls);
                    }
                },
                "number");
    }

    private static List<Integer> range(int from, int to) {
        return IntStream.rangeClosed(from, to).boxed().toList();
    }

    @Test
    void doesNotUnwindAnExceptionThroughTheCaller() {
        Shared<List<String>> events = new Shared<>(new ArrayList<>());
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", numbers(1));
        builder.setBolt(
                        "caller",
                        new ScriptedBolt(
                                        (tuple, out, bolt) -> {
                                            try {
                                                out.emit(tuple, new Values(1));
                                                events.get().add("emit returned");
                                            } catch (RuntimeException e) {
                                                events.get().add("caught " + e.getMessage());
                                            } finally {
                                                out.ack(tuple);
                                            }
                                        })
                                .emitting("number"))
                .shuffleGrouping("source");
        builder.setBolt(
                        "callee",
                        new ScriptedBolt(
                                (tuple, out, bolt) -> {
                                    events.get().add("called");
                                    throw new IllegalStateException("broken");
                                }))
                .shuffleGrouping("caller");
        try (SteppedTopology run = SteppedTopology.start(builder)) {
            run.runUntilIdle();
            assertThat(events.get()).containsExactly("called", "emit returned");
            assertThat(run.topology.status()).isEqualTo(TopologyStatus.FAILED);
            assertThat(run.topology.failure().orElseThrow().componentId()).isEqualTo("callee");
            assertThat(run.topology.failure().orElseThrow().cause()).hasMessage("broken");
        }
    }

    /** On Storm the executor's thread is gone after the exception. */
    @ParameterizedTest
    @ValueSource(ints = {0, 32})
    void doesNotCallABoltAgainThatThrew(int directDepth) {
        Shared<AtomicInteger> calls = new Shared<>(new AtomicInteger());
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", numbers(100));
        builder.setBolt(
                        "broken",
                        new ScriptedBolt(
                                (tuple, out, bolt) -> {
                                    calls.get().incrementAndGet();
                                    throw new IllegalStateException("broken");
                                }))
                .shuffleGrouping("source");
        try (SteppedTopology run =
                SteppedTopology.start(builder, "eyewall.direct.depth", directDepth)) {
            run.runUntilIdle();
            assertThat(run.topology.status()).isEqualTo(TopologyStatus.FAILED);
            assertThat(calls.get().get()).isEqualTo(1);
        }
    }

    @Test
    void doesNotCallADedicatedBoltAgainThatThrew() {
        Shared<AtomicInteger> calls = new Shared<>(new AtomicInteger());
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", numbers(100));
        builder.setBolt(
                        "broken",
                        new ScriptedBolt(
                                        (tuple, out, bolt) -> {
                                            calls.get().incrementAndGet();
                                            throw new IllegalStateException("broken");
                                        })
                                .with("eyewall.executor.dedicated", true))
                .shuffleGrouping("source");
        try (SteppedTopology run = SteppedTopology.start(builder)) {
            long deadlineNs = System.nanoTime() + 30_000_000_000L;
            while (!run.topology.status().isOver() && System.nanoTime() < deadlineNs) {
                run.step(0, 1);
            }
            assertThat(run.topology.status()).isEqualTo(TopologyStatus.FAILED);
            assertThat(calls.get().get()).isEqualTo(1);
        }
    }

    @Test
    void doesNotCallASpoutAgainThatThrew() {
        Shared<AtomicInteger> calls = new Shared<>(new AtomicInteger());
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "broken",
                new ScriptedSpout(
                        (out, spout) -> {
                            calls.get().incrementAndGet();
                            out.emit(new Values(1), 1);
                            throw new IllegalStateException("broken");
                        },
                        "number"));
        try (SteppedTopology run = SteppedTopology.start(builder)) {
            run.runUntilIdle();
            assertThat(run.topology.status()).isEqualTo(TopologyStatus.FAILED);
            assertThat(calls.get().get()).isEqualTo(1);
        }
    }

    @Test
    void doesNotCallASpoutAgainThatThrewInAck() {
        Shared<AtomicInteger> calls = new Shared<>(new AtomicInteger());
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("broken", numbers(100).throwingInAck());
        builder.setBolt(
                        "ack",
                        new ScriptedBolt(
                                (tuple, out, bolt) -> {
                                    calls.get().incrementAndGet();
                                    bolt.state.put("n" + calls.get().get(), tuple);
                                    if (calls.get().get() == 5) {
                                        for (Object held : bolt.state.values()) {
                                            out.ack((org.apache.storm.tuple.Tuple) held);
                                        }
                                    }
                                }))
                .shuffleGrouping("broken");
        try (SteppedTopology run = SteppedTopology.start(builder)) {
            ScriptedSpout broken =
                    run.spout("broken"); // fetched now, as an ended topology releases it
            run.runUntilIdle();
            assertThat(run.topology.failure().orElseThrow().call()).isEqualTo("ack");
            assertThat(broken.calls).isEqualTo(6); // the first ack comes after the sixth call
            assertThat(broken.acked).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 32})
    void limitsTheNestingOfLongChainsWithoutLoss(int directDepth) {
        Shared<List<Integer>> sunk = new Shared<>(new ArrayList<>());
        Shared<AtomicInteger> deepest = new Shared<>(new AtomicInteger());
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("bolt0", numbers(10));
        for (int i = 1; i <= 100; i++) {
            builder.setBolt(
                            "bolt" + i,
                            new ScriptedBolt(
                                            (tuple, out, bolt) -> {
                                                int frames = new Throwable().getStackTrace().length;
                                                deepest.get().accumulateAndGet(frames, Math::max);
                                                out.emit(tuple, new Values(tuple.getInteger(0)));
                                                out.ack(tuple);
                                            })
                                    .emitting("number"))
                    .shuffleGrouping("bolt" + (i - 1));
        }
        builder.setBolt(
                        "sink",
                        new ScriptedBolt(
                                (tuple, out, bolt) -> {
                                    sunk.get().add(tuple.getInteger(0));
                                    out.ack(tuple);
                                }))
                .shuffleGrouping("bolt100");
        try (SteppedTopology run =
                SteppedTopology.start(builder, "eyewall.direct.depth", directDepth)) {
            run.advance(java.time.Duration.ofMillis(1));
            assertThat(sunk.get()).isEqualTo(range(1, 10));
            assertThat(run.spout("bolt0").acked)
                    .containsExactlyInAnyOrderElementsOf(List.copyOf(range(1, 10)));
            assertThat(deepest.get().get()).isLessThan(200 + directDepth * 20);
        }
    }

    @Test
    void endsABoltThatSubscribesToItself() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", numbers(3));
        builder.setBolt(
                        "collatz",
                        new ScriptedBolt(
                                        (tuple, out, bolt) -> {
                                            int n = tuple.getInteger(0);
                                            bolt.count("calls");
                                            if (n > 1) {
                                                out.emit(
                                                        tuple,
                                                        new Values(n % 2 == 0 ? n / 2 : 3 * n + 1));
                                            }
                                            out.ack(tuple);
                                        })
                                .emitting("number"))
                .shuffleGrouping("source")
                .shuffleGrouping("collatz");
        try (SteppedTopology run = SteppedTopology.start(builder)) {
            run.runUntilIdle();
            assertThat(run.bolt("collatz").state.get("calls")).isEqualTo(1 + 2 + 8);
            assertThat(run.spout("source").acked).containsExactlyInAnyOrder(1, 2, 3);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void endsAndAcksACycleThatMultiplies(int cores) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "source",
                new ScriptedSpout(
                        (out, spout) -> {
                            if (spout.calls == 1) {
                                out.emit(new Values(10), "root");
                            }
                        },
                        "left"));
        ScriptedBolt.Body twice =
                (tuple, out, bolt) -> {
                    int left = tuple.getInteger(0);
                    bolt.count("calls");
                    for (int i = 0; left > 0 && i < 2; i++) {
                        out.emit(tuple, new Values(left - 1));
                    }
                    out.ack(tuple);
                };
        builder.setBolt("there", new ScriptedBolt(twice).emitting("left"))
                .shuffleGrouping("source")
                .shuffleGrouping("back");
        builder.setBolt("back", new ScriptedBolt(twice).emitting("left").with("eyewall.core", 1))
                .shuffleGrouping("there");
        try (SteppedTopology run =
                SteppedTopology.start(
                        builder,
                        "eyewall.cores",
                        cores,
                        "eyewall.batch.size",
                        3,
                        "eyewall.link.batches",
                        2,
                        "eyewall.mailbox.capacity",
                        8)) {
            run.runUntilIdle();
            int calls =
                    (int) run.bolt("there").state.get("calls")
                            + (int) run.bolt("back").state.get("calls");
            assertThat(calls).isEqualTo((1 << 11) - 1);
            assertThat(run.spout("source").acked).containsExactly("root");
        }
    }

    /**
     * While a bolt runs, tuples from other tasks wait for it, and its own sender's next tuples wait
     * behind them.
     */
    @Test
    void keepsTheOrderOfATasksTuplesForABusyReceiver() {
        Shared<List<String>> got = new Shared<>(new ArrayList<>());
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", numbers(3));
        builder.setBolt(
                        "burst",
                        new ScriptedBolt(
                                        (tuple, out, bolt) -> {
                                            for (int i = 0; i < 4; i++) {
                                                out.emit(new Values("b" + bolt.count("sent")));
                                            }
                                        })
                                .emitting("what"))
                .shuffleGrouping("source")
                .shuffleGrouping("sink", "again");
        builder.setBolt(
                        "sink",
                        new ScriptedBolt(
                                        (tuple, out, bolt) -> {
                                            got.get().add(tuple.getString(0));
                                            if (bolt.count("calls") % 5 == 1
                                                    && got.get().size() < 60) {
                                                out.emit("again", new Values(0));
                                            }
                                        })
                                .declaring("again", "number"))
                .shuffleGrouping("burst");
        try (SteppedTopology run = SteppedTopology.start(builder)) {
            run.advance(java.time.Duration.ofMillis(1));
            int sent = (int) run.bolt("burst").state.get("sent");
            assertThat(sent).isGreaterThan(12);
            assertThat(got.get()).isEqualTo(range(1, sent).stream().map(i -> "b" + i).toList());
        }
    }
}
