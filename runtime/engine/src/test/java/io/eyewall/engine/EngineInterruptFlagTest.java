package io.eyewall.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.fixture.Engines;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.apache.storm.hooks.BaseTaskHook;
import org.apache.storm.hooks.info.BoltAckInfo;
import org.apache.storm.hooks.info.BoltExecuteInfo;
import org.apache.storm.hooks.info.EmitInfo;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An interrupt flag that one call sets reaches no other call, whatever the two are. */
@Timeout(60)
class EngineInterruptFlagTest {
    private static final int MESSAGES = 50;
    private static final Queue<String> SEEN = new ConcurrentLinkedQueue<>();

    /** While a topology ends, others may meet the interrupt that is to end them. */
    private static final List<String> LAST = List.of("close", "cleanup", "hook cleanup");

    private static volatile boolean ending;

    /** The call that sets the flag. */
    private static volatile String setter = "";

    private static volatile CountDownLatch acked = new CountDownLatch(0);

    private final Engine engine = Engines.start(1);
    private final TopologyBuilder builder = new TopologyBuilder();

    @AfterEach
    void close() {
        engine.close();
    }

    /** A call that has no caller in user code begins. */
    private static void in(String call) {
        boolean isLast = LAST.contains(call);
        if (Thread.currentThread().isInterrupted() && (isLast || !ending)) {
            SEEN.add(call);
        }
        setIfNamed(call);
    }

    private static void setIfNamed(String call) {
        if (call.equals(setter)) {
            Thread.currentThread().interrupt();
        }
    }

    /** Emits and acks stand in user code, whose flag a hook may see and leave. */
    private static final class Hook extends BaseTaskHook {
        @Override
        public void emit(EmitInfo info) {
            setIfNamed("hook emit");
        }

        @Override
        public void boltAck(BoltAckInfo info) {
            setIfNamed("hook boltAck");
        }

        @Override
        public void boltExecute(BoltExecuteInfo info) {
            in("hook boltExecute");
        }

        @Override
        public void cleanup() {
            in("hook cleanup");
        }
    }

    private static void addHook(TopologyContext context) {
        context.addTaskHook(new Hook());
    }

    private static TestBolt bolt() {
        return TestBolt.of(
                        (bolt, tuple) -> {
                            in("execute");
                            bolt.collector.emit(tuple, tuple.getValues());
                            bolt.collector.ack(tuple);
                        })
                .onPrepare(
                        bolt -> {
                            in("prepare");
                            addHook(bolt.context);
                        })
                .onCleanup(bolt -> in("cleanup"));
    }

    private static TestSpout spout() {
        return new TestSpout()
                .onOpen(
                        spout -> {
                            in("open");
                            addHook(spout.context);
                        })
                .onActivate(spout -> in("activate"))
                .onDeactivate(spout -> in("deactivate"))
                .onClose(spout -> in("close"))
                .onNext(
                        spout -> {
                            in("nextTuple");
                            spout.collector.emit(new Values(spout.count), spout.count++);
                        })
                .onAck(
                        (spout, id) -> {
                            in("ack");
                            acked.countDown();
                        });
    }

    static Stream<List<Object>> calls() {
        return Stream.of(
                        "prepare",
                        "execute",
                        "cleanup",
                        "open",
                        "activate",
                        "deactivate",
                        "close",
                        "nextTuple",
                        "ack",
                        "hook emit",
                        "hook boltAck",
                        "hook boltExecute",
                        "hook cleanup")
                .flatMap(call -> Stream.of(List.of(call, false), List.of(call, true)));
    }

    @ParameterizedTest
    @MethodSource("calls")
    void noOtherCallSeesTheFlag(List<Object> callAndThread) throws Exception {
        setter = (String) callAndThread.get(0);
        SEEN.clear();
        ending = false;
        acked = new CountDownLatch(MESSAGES);
        boolean ownThreads = (boolean) callAndThread.get(1);
        builder.setSpout("spout", spout(), 1)
                .setNumTasks(2)
                .addConfiguration("eyewall.executor.dedicated", ownThreads);
        for (String id : List.of("first", "second")) {
            builder.setBolt(id, bolt(), 1)
                    .setNumTasks(2)
                    .shuffleGrouping(id.equals("first") ? "spout" : "first")
                    .addConfiguration("eyewall.executor.dedicated", ownThreads);
        }
        RunningTopology topology =
                Engines.submit(engine, builder, "topology.max.spout.pending", 10);
        Engines.await("acks", acked);
        for (int i = 0; i < 3; i++) {
            topology.deactivate();
            Engines.until("rest", topology::isQuiet);
            acked = new CountDownLatch(MESSAGES);
            topology.activate();
            Engines.await("acks", acked);
        }

        ending = true;
        Engines.kill(topology);

        assertThat(SEEN).isEmpty();
    }
}
