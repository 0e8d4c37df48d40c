package io.eyewall.testkit.semantics;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.testkit.ScriptedBolt;
import io.eyewall.testkit.ScriptedSpout;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bolts whose collectors are used by threads other than the engine's. */
class ForeignThreadTest {
    private static ScriptedSpout numbers(int n) {
        return new ScriptedSpout(
                (out, spout) -> {
                    if (spout.calls <= n) {
                        out.emit(new Values(spout.calls), spout.calls);
                    }
                },
                "number");
    }

    private static void onAnotherThread(Runnable code) throws InterruptedException {
        Thread thread = new Thread(code);
        thread.start();
        thread.join();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void processesForeignEmitsAcksAndFailsInOrder(int cores) {
        Shared<List<Integer>> got = new Shared<>(new ArrayList<>());
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", numbers(20));
        builder.setBolt(
                        "async",
                        new ScriptedBolt(
                                        (tuple, out, bolt) ->
                                                onAnotherThread(
                                                        () -> {
                                                            int n = tuple.getInteger(0);
                                                            out.emit(tuple, new Values(n));
                                                            out.emit(List.of(tuple), new Values(n));
                                                            if (n % 5 == 0) {
                                                                out.fail(tuple);
                                                            } else {
                                                                out.ack(tuple);
                                                            }
                                                            out.ack(tuple);
                                                        }))
                                .emitting("number")
                                .with("eyewall.core", cores - 1))
                .shuffleGrouping("source");
        builder.setBolt(
                        "sink",
                        new ScriptedBolt(
                                (tuple, out, bolt) -> {
                                    got.get().add(tuple.getInteger(0));
                                    out.ack(tuple);
                                }))
                .shuffleGrouping("async");
        try (SteppedTopology run = SteppedTopology.start(builder, "eyewall.cores", cores)) {
            run.runUntilIdle();
            List<Integer> twice =
                    IntStream.rangeClosed(1, 20)
                            .boxed()
                            .flatMap(n -> List.of(n, n).stream())
                            .toList();
            assertThat(got.get()).isEqualTo(twice);
            assertThat(run.spout("source").failed).containsExactlyInAnyOrder(5, 10, 15, 20);
            assertThat(run.spout("source").acked).hasSize(16);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void acceptsEmitsOfASpoutFromAnotherThread(int cores) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "source",
                new ScriptedSpout(
                        (out, spout) -> {
                            if (spout.calls <= 10) {
                                Thread thread =
                                        new Thread(
                                                () ->
                                                        out.emit(
                                                                new Values(spout.calls),
                                                                spout.calls));
                                thread.start();
                                try {
                                    thread.join();
                                } catch (InterruptedException e) {
                                    throw new IllegalStateException(e);
                                }
                            }
                        },
                        "number"));
        builder.setBolt(
                        "judge",
                        new ScriptedBolt(
                                        (tuple, out, bolt) -> {
                                            if (tuple.getInteger(0) % 2 == 0) {
                                                out.ack(tuple);
                                            } else {
                                                out.fail(tuple);
                                            }
                                        })
                                .with("eyewall.core", cores - 1),
                        2)
                .fieldsGrouping("source", new Fields("number"));
        try (SteppedTopology run = SteppedTopology.start(builder, "eyewall.cores", cores)) {
            run.advance(java.time.Duration.ofMillis(20));
            assertThat(run.spout("source").acked).containsExactlyInAnyOrder(2, 4, 6, 8, 10);
            assertThat(run.spout("source").failed).containsExactlyInAnyOrder(1, 3, 5, 7, 9);
        }
    }

    /** The bolt's own thread keeps an anchor while another thread acks it late. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void completesAMessageByALateAckFromAnotherThread(int cores) throws InterruptedException {
        Shared<List<Runnable>> acks = new Shared<>(new ArrayList<>());
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", numbers(3));
        builder.setBolt(
                        "late",
                        new ScriptedBolt(
                                        (tuple, out, bolt) -> {
                                            Tuple input = tuple;
                                            acks.get().add(() -> out.ack(input));
                                        })
                                .with("eyewall.core", cores - 1))
                .shuffleGrouping("source");
        try (SteppedTopology run = SteppedTopology.start(builder, "eyewall.cores", cores)) {
            run.runUntilIdle();
            assertThat(run.spout("source").acked).isEmpty();
            onAnotherThread(() -> acks.get().forEach(Runnable::run));
            run.runUntilIdle();
            assertThat(run.spout("source").acked).containsExactlyInAnyOrder(1, 2, 3);
        }
    }
}
