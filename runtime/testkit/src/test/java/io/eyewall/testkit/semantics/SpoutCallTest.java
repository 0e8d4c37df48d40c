package io.eyewall.testkit.semantics;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.testkit.ScriptedBolt;
import io.eyewall.testkit.ScriptedSpout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.storm.Config;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The calls of a spout: when they happen, and with which messages. */
class SpoutCallTest {
    private static final ScriptedSpout.Body THREE_MESSAGES =
            (out, spout) -> {
                if (spout.calls <= 3) {
                    out.emit(new Values(spout.calls), spout.calls);
                    spout.events.add("emitted " + spout.calls);
                }
            };

    private static TopologyBuilder messages(ScriptedBolt.Body body) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", new ScriptedSpout(THREE_MESSAGES, "number"));
        builder.setBolt("bolt", new ScriptedBolt(body)).shuffleGrouping("source");
        return builder;
    }

    @Test
    void neverCallsAckOrFailInsideEmit() {
        TopologyBuilder builder =
                messages(
                        (tuple, out, bolt) -> {
                            if (tuple.getInteger(0) == 2) {
                                out.fail(tuple);
                            } else {
                                out.ack(tuple);
                            }
                        });
        try (SteppedTopology run = SteppedTopology.start(builder)) {
            run.runUntilIdle();
            assertThat(run.spout("source").events)
                    .containsSubsequence("emitted 1", "ack 1")
                    .containsSubsequence("emitted 2", "fail 2")
                    .containsSubsequence("emitted 3", "ack 3")
                    .hasSize(6);
        }
    }

    @Test
    void callsAckInsideEmitWithoutAckers() {
        try (SteppedTopology run =
                SteppedTopology.start(
                        messages((tuple, out, bolt) -> out.fail(tuple)),
                        Config.TOPOLOGY_ACKER_EXECUTORS,
                        0)) {
            run.runUntilIdle();
            assertThat(run.spout("source").events)
                    .containsExactly(
                            "ack 1", "emitted 1", "ack 2", "emitted 2", "ack 3", "emitted 3");
        }
    }

    @Test
    void acksAMessageWithoutReceiversAfterTheNextCall() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", new ScriptedSpout(THREE_MESSAGES, "number"));
        try (SteppedTopology run = SteppedTopology.start(builder)) {
            run.runUntilIdle();
            assertThat(run.spout("source").events)
                    .containsExactly(
                            "emitted 1", "emitted 2", "ack 1", "emitted 3", "ack 2", "ack 3");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void limitsPendingMessages(int cores) {
        Shared<List<Tuple>> held = new Shared<>(new ArrayList<>());
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "source",
                new ScriptedSpout(
                        (out, spout) -> out.emit(new Values(spout.calls), spout.calls), "number"));
        builder.setBolt(
                        "hold",
                        new ScriptedBolt(
                                        (tuple, out, bolt) -> {
                                            held.get().add(tuple);
                                            if (held.get().size() > 7) {
                                                out.ack(held.get().remove(0));
                                            }
                                        })
                                .with("eyewall.core", cores - 1))
                .shuffleGrouping("source");
        try (SteppedTopology run =
                SteppedTopology.start(
                        builder, "eyewall.cores", cores, Config.TOPOLOGY_MAX_SPOUT_PENDING, 5)) {
            run.runUntilIdle();
            assertThat(held.get()).hasSize(5);
            assertThat(run.spout("source").calls).isEqualTo(5);
        }
    }

    @Test
    void admitsMessagesWhenPendingOnesComplete() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "source",
                new ScriptedSpout(
                        (out, spout) -> {
                            if (spout.calls <= 1_000) {
                                out.emit(new Values(spout.calls), spout.calls);
                            }
                        },
                        "number"));
        builder.setBolt(
                        "every-third",
                        new ScriptedBolt(
                                (tuple, out, bolt) -> {
                                    Object before = bolt.state.put("held", tuple);
                                    if (before != null) {
                                        out.ack((Tuple) before);
                                    }
                                }))
                .shuffleGrouping("source");
        try (SteppedTopology run =
                SteppedTopology.start(builder, Config.TOPOLOGY_MAX_SPOUT_PENDING, 2)) {
            run.runUntilIdle();
            assertThat(run.spout("source").acked).hasSize(999);
        }
    }

    /** A message emitted at second e times out at the second rotation after e. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 4, 9})
    void timesOutAMessageBetweenOnceAndTwiceTheTimeout(int emitSecs) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "source",
                new ScriptedSpout(
                        (out, spout) -> {
                            if (spout.calls == 1 + emitSecs * 1000) {
                                out.emit(new Values(1), "m");
                            }
                        },
                        "number"));
        builder.setBolt("hold", new ScriptedBolt((tuple, out, bolt) -> bolt.state.put("t", tuple)))
                .shuffleGrouping("source");
        try (SteppedTopology run =
                SteppedTopology.start(builder, Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS, 10)) {
            run.advance(Duration.ofSeconds(emitSecs));
            assertThat(run.bolt("hold").state).containsKey("t");
            run.advance(Duration.ofSeconds(10).minusMillis(1));
            assertThat(run.spout("source").failed).isEmpty();
            run.advance(Duration.ofSeconds(10).plusMillis(1));
            assertThat(run.spout("source").failed).containsExactly("m");
        }
    }

    @Test
    void ignoresAnAckAfterTheTimeout() {
        Shared<List<Runnable>> acks = new Shared<>(new ArrayList<>());
        TopologyBuilder builder =
                messages((tuple, out, bolt) -> acks.get().add(() -> out.ack(tuple)));
        try (SteppedTopology run =
                SteppedTopology.start(builder, Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS, 10)) {
            run.advance(Duration.ofSeconds(20));
            assertThat(run.spout("source").failed).containsExactlyInAnyOrder(1, 2, 3);
            acks.get().forEach(Runnable::run);
            run.advance(Duration.ofSeconds(20));
            assertThat(run.spout("source").acked).isEmpty();
            assertThat(run.spout("source").failed).hasSize(3);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void keepsAMessagePendingByResettingItsTimeout(int cores) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", new ScriptedSpout(THREE_MESSAGES, "number"));
        builder.setBolt(
                        "patient",
                        new ScriptedBolt(
                                        (tuple, out, bolt) -> {
                                            if (tuple.getSourceComponent().equals("source")) {
                                                bolt.state.put("" + tuple.getInteger(0), tuple);
                                            } else if (bolt.count("ticks") < 20) {
                                                out.resetTimeout((Tuple) bolt.state.get("2"));
                                            } else if (bolt.count("ticks") == 20 + 1) {
                                                out.ack((Tuple) bolt.state.get("2"));
                                            }
                                        })
                                .with(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 5)
                                .with("eyewall.core", cores - 1))
                .shuffleGrouping("source");
        try (SteppedTopology run =
                SteppedTopology.start(
                        builder,
                        "eyewall.cores",
                        cores,
                        Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS,
                        10)) {
            run.advance(Duration.ofSeconds(99));
            assertThat(run.spout("source").failed).containsExactlyInAnyOrder(1, 3);
            assertThat(run.spout("source").acked).isEmpty();
            run.advance(Duration.ofSeconds(2));
            assertThat(run.spout("source").acked).containsExactly(2);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void deliversTicksAndTimeoutsDespiteAnEndlessSpout(int cores) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "endless",
                new ScriptedSpout(
                        (out, spout) -> {
                            if (spout.calls == 1) {
                                out.emit(new Values(0), "never acked");
                            } else {
                                out.emit(new Values(spout.calls));
                            }
                        },
                        "number"));
        builder.setBolt(
                        "ticked",
                        new ScriptedBolt(
                                        (tuple, out, bolt) -> bolt.count(tuple.getSourceStreamId()))
                                .with(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 1)
                                .with("eyewall.core", cores - 1))
                .shuffleGrouping("endless");
        try (SteppedTopology run =
                SteppedTopology.start(
                        builder, "eyewall.cores", cores, Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS, 5)) {
            for (int i = 0; i < 1_010; i++) {
                run.clock.advance(Duration.ofMillis(10));
                for (int core = 0; core < cores; core++) {
                    run.step(core, 2);
                }
            }
            assertThat(run.bolt("ticked").state.get("__tick")).isEqualTo(10);
            assertThat(run.spout("endless").failed).containsExactly("never acked");
            assertThat((int) run.bolt("ticked").state.get("default")).isGreaterThan(10_000);
        }
    }

    @Test
    void reportsCompletionsToADeactivatedSpoutWithoutNextTuple() {
        Shared<List<Runnable>> acks = new Shared<>(new ArrayList<>());
        TopologyBuilder builder =
                messages((tuple, out, bolt) -> acks.get().add(() -> out.ack(tuple)));
        try (SteppedTopology run = SteppedTopology.start(builder)) {
            run.runUntilIdle();
            run.topology.deactivate();
            run.runUntilIdle();
            int calls = run.spout("source").calls;
            acks.get().forEach(Runnable::run);
            run.advance(Duration.ofSeconds(1));
            assertThat(run.spout("source").acked).containsExactly(1, 2, 3);
            assertThat(run.spout("source").calls).isEqualTo(calls);
            run.topology.activate();
            run.advance(Duration.ofSeconds(1));
            assertThat(run.spout("source").calls).isGreaterThan(calls);
        }
    }
}
