package io.eyewall.engine.spout;

import io.eyewall.engine.Engine;
import io.eyewall.engine.fixture.Engines;
import io.eyewall.engine.fixture.Shared;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import java.util.concurrent.CountDownLatch;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Spouts with a dedicated thread: when completions are delivered to them. */
class SpoutOnThreadTest {
    private static final int FILES = 500;

    /**
     * Behaves like storm-hdfs' HdfsSpout with files of one record: it notices the end of a file in
     * the next call, and finishes the file in a later ack.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aSpoutThatSeesInAckThatItsInputHasEndedGetsThere(int cores) throws Exception {
        Shared<CountDownLatch> filesDone = Shared.of(new CountDownLatch(FILES));
        TestSpout spout =
                new TestSpout()
                        .onNext(
                                s -> {
                                    if (s.count % 3 == 0 && s.count < 3 * FILES) {
                                        s.count++; // before the emit: it may be acked at any time
                                        s.collector.emit(new Values("record"), s.count);
                                    } else if (s.count % 3 == 1) {
                                        s.count++; // notices the end of the file
                                    }
                                })
                        .onAck(
                                (s, id) -> {
                                    if (s.count % 3 == 2) {
                                        s.count++; // the next file
                                        filesDone.get().countDown();
                                    }
                                });
        try (Engine engine = Engines.start(cores)) {
            Engines.submit(engine, topology(spout));

            Engines.await("all files are done", filesDone.get());
        }
    }

    /**
     * At the limit nextTuple is not called before a completion is delivered, so the spout would
     * wait for ever.
     */
    @Test
    void atTheLimitOfMessagesItIsToldWithoutACall() throws Exception {
        Shared<CountDownLatch> acked = Shared.of(new CountDownLatch(FILES));
        TestSpout spout = TestSpout.trackedNumbers(FILES).onAck((s, id) -> acked.get().countDown());
        try (Engine engine = Engines.start(1)) {
            Engines.submit(engine, topology(spout), "topology.max.spout.pending", 1);

            Engines.await("all messages are acked", acked.get());
        }
    }

    private static TopologyBuilder topology(TestSpout spout) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", spout, 1).addConfiguration("eyewall.executor.dedicated", true);
        builder.setBolt("bolt", TestBolt.of((bolt, tuple) -> bolt.collector.ack(tuple)), 1)
                .shuffleGrouping("spout");
        return builder;
    }
}
