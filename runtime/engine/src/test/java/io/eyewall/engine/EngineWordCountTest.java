package io.eyewall.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.fixture.Engines;
import io.eyewall.engine.fixture.Shared;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.apache.storm.Config;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The word count with acking: nothing is lost, nothing counted or acked twice. */
@Timeout(120)
class EngineWordCountTest {
    private static final List<String> SENTENCES =
            List.of(
                    "the quick brown fox jumps over the lazy dog",
                    "pack my box with five dozen liquor jugs now",
                    "how vexingly quick daft zebras jump over the box");
    private static final int SPOUTS = 2;

    /** What the topology did. */
    private static final class Outcome {
        final ConcurrentMap<String, Integer> counts = new ConcurrentHashMap<>();
        final ConcurrentMap<String, Integer> taskOfWord = new ConcurrentHashMap<>();
        final AtomicIntegerArray acks;
        final AtomicInteger fails = new AtomicInteger();
        final AtomicInteger strays = new AtomicInteger();
        final CountDownLatch acked;

        Outcome(int messages) {
            this.acks = new AtomicIntegerArray(messages);
            this.acked = new CountDownLatch(messages);
        }
    }

    /**
     * @param sentences of each of two spout tasks, nine words each
     */
    @ParameterizedTest
    @CsvSource({
        "2,  128, 1024, 32, 0,   15000",
        "2,    1,   16,  0, 10,   2000",
        "2,    1, 1024, 32, 0,    4000",
        "2,    2,    2,  0, 0,    2000",
        "2,    2,   16, 32, 100,  4000",
        "2,  128,    2, 32, 0,    4000",
        "2,  128,   16,  0, 0,    4000",
        "4,    1,    2, 32, 0,    2000",
        "4,    2, 1024,  0, 50,   4000",
        "4,    2,   16, 32, 0,    4000",
        "4,  128, 1024,  0, 1000, 4000",
        "4,  128,    2, 32, 0,    4000",
        "4,  128, 1024, 32, 0,   15000",
    })
    void countsEveryWordOnce(
            int cores, int batch, int capacity, int depth, int maxPending, int sentences)
            throws Exception {
        Outcome outcome = new Outcome(SPOUTS * sentences);
        TopologyBuilder builder = wordCount(Shared.of(outcome), sentences);
        try (Engine engine =
                Engines.start(
                        cores,
                        "eyewall.batch.size",
                        batch,
                        "eyewall.link.batches",
                        batch == 1 ? 2 : 8,
                        "eyewall.direct.depth",
                        depth)) {
            RunningTopology topology =
                    Engines.submit(
                            engine,
                            builder,
                            "eyewall.mailbox.capacity",
                            capacity,
                            Config.TOPOLOGY_MAX_SPOUT_PENDING,
                            maxPending);

            Engines.await("all acks", outcome.acked);
            Engines.until("quiet", topology::isQuiet);
        }

        Map<String, Integer> expected = new HashMap<>();
        for (int i = 0; i < sentences; i++) {
            for (String word : SENTENCES.get(i % SENTENCES.size()).split(" ")) {
                expected.merge(word, SPOUTS, Integer::sum);
            }
        }
        assertThat(outcome.counts).isEqualTo(expected);
        for (int i = 0; i < outcome.acks.length(); i++) {
            assertThat(outcome.acks.get(i)).as("acks of message %d", i).isEqualTo(1);
        }
        assertThat(outcome.fails.get()).as("failed messages").isZero();
        assertThat(outcome.strays.get()).as("words that came to a second task").isZero();
    }

    private static TopologyBuilder wordCount(Shared<Outcome> outcome, int sentences) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "sentences",
                new TestSpout()
                        .onNext(
                                spout -> {
                                    if (spout.count < sentences) {
                                        int first = spout.context.getThisTaskIndex() * sentences;
                                        String sentence =
                                                SENTENCES.get(spout.count % SENTENCES.size());
                                        spout.collector.emit(
                                                new Values(sentence), first + spout.count++);
                                    }
                                })
                        .onAck(
                                (spout, id) -> {
                                    outcome.get().acks.incrementAndGet((Integer) id);
                                    outcome.get().acked.countDown();
                                })
                        .onFail((spout, id) -> outcome.get().fails.incrementAndGet()),
                SPOUTS);
        builder.setBolt(
                        "split",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    for (String word : tuple.getString(0).split(" ")) {
                                        bolt.collector.emit(tuple, new Values(word));
                                    }
                                    bolt.collector.ack(tuple);
                                }),
                        2)
                .shuffleGrouping("sentences");
        builder.setBolt(
                        "count",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    Outcome result = outcome.get();
                                    String word = tuple.getString(0);
                                    int task = bolt.context.getThisTaskId();
                                    Integer first = result.taskOfWord.putIfAbsent(word, task);
                                    if (first != null && first != task) {
                                        result.strays.incrementAndGet();
                                    }
                                    result.counts.merge(word, 1, Integer::sum);
                                    bolt.collector.ack(tuple);
                                }),
                        3)
                .fieldsGrouping("split", new Fields("value"));
        return builder;
    }
}
