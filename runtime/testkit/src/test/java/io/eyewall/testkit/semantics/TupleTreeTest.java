package io.eyewall.testkit.semantics;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.testkit.ScriptedBolt;
import io.eyewall.testkit.ScriptedSpout;
import java.util.Arrays;
import java.util.List;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Acks and fails of bolts, on one core and across cores. */
class TupleTreeTest {
    private static ScriptedSpout numbers(int n) {
        return new ScriptedSpout(
                (out, spout) -> {
                    if (spout.calls <= n) {
                        out.emit(new Values(spout.calls), spout.calls);
                    }
                },
                "number");
    }

    private static SteppedTopology start(TopologyBuilder builder, int cores) {
        return SteppedTopology.startSeeded(
                builder, 3, "eyewall.cores", cores, "eyewall.batch.size", 2);
    }

    /** Returns a bolt on the last core, so that with several cores its tuples cross. */
    private static ScriptedBolt last(int cores, ScriptedBolt.Body body) {
        return new ScriptedBolt(body).with("eyewall.core", cores - 1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void holdsBothMessagesOfATuple(int cores) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", numbers(4));
        builder.setBolt(
                        "pair",
                        last(
                                        cores,
                                        (tuple, out, bolt) -> {
                                            Tuple first = (Tuple) bolt.state.remove("first");
                                            if (first == null) {
                                                bolt.state.put("first", tuple);
                                                return;
                                            }
                                            out.emit(
                                                    Arrays.asList(first, tuple),
                                                    new Values(tuple.getInteger(0)));
                                            out.ack(first);
                                            out.ack(tuple);
                                        })
                                .emitting("second"))
                .globalGrouping("source");
        builder.setBolt(
                        "judge",
                        new ScriptedBolt(
                                (tuple, out, bolt) -> {
                                    if (tuple.getInteger(0) == 2) {
                                        out.ack(tuple);
                                    } else {
                                        out.fail(tuple);
                                    }
                                }))
                .shuffleGrouping("pair");
        try (SteppedTopology run = start(builder, cores)) {
            run.runUntilIdle();
            assertThat(run.spout("source").acked).containsExactlyInAnyOrder(1, 2);
            assertThat(run.spout("source").failed).containsExactlyInAnyOrder(3, 4);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void failsAMessageOnceForAFailedBranch(int cores) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", numbers(3));
        builder.setBolt(
                        "fan",
                        new ScriptedBolt(
                                        (tuple, out, bolt) -> {
                                            for (int i = 0; i < 5; i++) {
                                                out.emit(tuple, new Values(tuple.getInteger(0), i));
                                            }
                                            out.ack(tuple);
                                        })
                                .emitting("number", "branch"))
                .shuffleGrouping("source");
        builder.setBolt(
                        "judge",
                        last(
                                cores,
                                (tuple, out, bolt) -> {
                                    boolean second = tuple.getInteger(0) == 2;
                                    int branch = tuple.getInteger(1);
                                    if (second && (branch == 1 || branch == 3)) {
                                        out.fail(tuple);
                                    } else {
                                        out.ack(tuple);
                                    }
                                }),
                        2)
                .fieldsGrouping("fan", new Fields("branch"));
        try (SteppedTopology run = start(builder, cores)) {
            run.runUntilIdle();
            assertThat(run.spout("source").failed).containsExactly(2);
            assertThat(run.spout("source").acked).containsExactlyInAnyOrder(1, 3);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void ignoresLaterAcksAndFailsOfATuple(int cores) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", numbers(4));
        builder.setBolt(
                        "twice",
                        last(
                                cores,
                                (tuple, out, bolt) -> {
                                    switch (tuple.getInteger(0)) {
                                        case 1 -> {
                                            out.ack(tuple);
                                            out.ack(tuple);
                                        }
                                        case 2 -> {
                                            out.ack(tuple);
                                            out.fail(tuple);
                                        }
                                        case 3 -> {
                                            out.fail(tuple);
                                            out.ack(tuple);
                                        }
                                        default -> {
                                            out.fail(tuple);
                                            out.fail(tuple);
                                        }
                                    }
                                }))
                .shuffleGrouping("source");
        builder.setBolt("other", new ScriptedBolt((tuple, out, bolt) -> out.ack(tuple)))
                .shuffleGrouping("source");
        try (SteppedTopology run = start(builder, cores)) {
            run.runUntilIdle();
            assertThat(run.spout("source").acked).containsExactlyInAnyOrder(1, 2);
            assertThat(run.spout("source").failed).containsExactlyInAnyOrder(3, 4);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void keepsAMessagePendingUntilItsLastTupleIsAcked(int cores) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", numbers(1));
        builder.setBolt(
                        "all",
                        last(
                                cores,
                                (tuple, out, bolt) ->
                                        bolt.state.put("ack", (Runnable) () -> out.ack(tuple))),
                        3)
                .allGrouping("source");
        try (SteppedTopology run = start(builder, cores)) {
            run.runUntilIdle();
            for (int task = 0; task < 3; task++) {
                assertThat(run.spout("source").acked).isEmpty();
                ((Runnable) run.bolt("all", task).state.get("ack")).run();
                run.runUntilIdle();
            }
            assertThat(run.spout("source").acked).containsExactly(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void completesAMessageDespiteAnUnanchoredTuple(int cores) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", numbers(1));
        builder.setBolt(
                        "cut",
                        last(
                                        cores,
                                        (tuple, out, bolt) -> {
                                            out.emit(new Values(tuple.getInteger(0)));
                                            out.emit(List.of(), new Values(tuple.getInteger(0)));
                                            out.ack(tuple);
                                        })
                                .emitting("number"))
                .shuffleGrouping("source");
        builder.setBolt("fail", new ScriptedBolt((tuple, out, bolt) -> out.fail(tuple)))
                .shuffleGrouping("cut");
        try (SteppedTopology run = start(builder, cores)) {
            run.runUntilIdle();
            assertThat(run.spout("source").acked).containsExactly(1);
            assertThat(run.spout("source").failed).isEmpty();
        }
    }
}
