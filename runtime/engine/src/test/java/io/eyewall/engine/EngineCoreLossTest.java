package io.eyewall.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.fixture.Engines;
import io.eyewall.engine.fixture.Shared;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Cores are taken from their threads again and again while these run at full speed: the handshake
 * of {@link io.eyewall.engine.core.CoreOwner} in code that is compiled as one piece.
 * CONTRIBUTING.md says how to have more of it, and by C2.
 */
@Tag("more")
class EngineCoreLossTest {
    private static final int MESSAGES = Integer.getInteger("core.loss.messages", 300_000);
    private static final int BETWEEN_BLOCKS = 10_000;
    private static final long BLOCK_NS = 15_000_000;

    private final Engine engine =
            Engines.start(
                    2, "eyewall.blocking.threshold.ms", 2, "eyewall.blocking.offences", 1_000_000);

    /** What was seen by all tasks. */
    private static final class Seen {
        final AtomicLong sum = new AtomicLong();
        final AtomicInteger acked = new AtomicInteger();
        final AtomicInteger together = new AtomicInteger();
        final AtomicInteger threads = new AtomicInteger();
        final Map<Integer, Thread> inside = new ConcurrentHashMap<>();
        final Map<Integer, Thread> last = new ConcurrentHashMap<>();
    }

    @AfterEach
    void close() {
        engine.close();
    }

    @Test
    void noTaskIsEverRunByTwoThreadsAndNothingIsLost() throws Exception {
        Shared<Seen> shared = Shared.of(new Seen());
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "numbers",
                TestSpout.trackedNumbers(MESSAGES)
                        .onAck((spout, id) -> shared.get().acked.incrementAndGet()),
                1);
        builder.setBolt("first", blocksInTheMiddle(shared), 2).shuffleGrouping("numbers");
        builder.setBolt("second", blocksInTheMiddle(shared), 2).shuffleGrouping("first");
        RunningTopology topology =
                Engines.submit(engine, builder, "topology.max.spout.pending", 1000);

        Seen seen = shared.get();
        Engines.until(
                "all acked",
                Engines.LIMIT.plusNanos(MESSAGES * 10_000L),
                () -> seen.acked.get() >= MESSAGES);

        assertThat(seen.acked).as("acked").hasValue(MESSAGES);
        assertThat(seen.sum).as("sum of both").hasValue((long) MESSAGES * (MESSAGES - 1));
        assertThat(seen.together).as("two threads in a task").hasValue(0);
        assertThat(seen.threads).as("other threads").hasValueGreaterThan(MESSAGES / 100_000);
        Engines.kill(topology);
    }

    private static TestBolt blocksInTheMiddle(Shared<Seen> shared) {
        return TestBolt.of(
                (bolt, tuple) -> {
                    Seen seen = shared.get();
                    int task = bolt.context.getThisTaskId();
                    Thread own = Thread.currentThread();
                    if (seen.inside.put(task, own) != null) {
                        seen.together.incrementAndGet();
                    }
                    if (seen.last.put(task, own) != own) {
                        seen.threads.incrementAndGet();
                    }
                    seen.sum.addAndGet(tuple.getInteger(0));
                    boolean blocks = ++bolt.count % BETWEEN_BLOCKS == 0;
                    if (blocks) {
                        LockSupport.parkNanos(BLOCK_NS);
                    }
                    bolt.collector.emit(tuple, new Values(tuple.getInteger(0)));
                    if (blocks) {
                        LockSupport.parkNanos(BLOCK_NS);
                    }
                    bolt.collector.ack(tuple);
                    seen.inside.remove(task);
                });
    }
}
