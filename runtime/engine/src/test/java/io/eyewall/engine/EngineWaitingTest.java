package io.eyewall.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.fixture.Engines;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import io.eyewall.engine.metrics.ExecutorMetrics;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.apache.storm.Config;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** User code that waits often, and each time for much less than the watcher's threshold. */
@Timeout(60)
class EngineWaitingTest {
    private static final long WAIT_NS = 300_000;
    private static final long RARELY_NS = 37_000_000;

    private final Engine engine = Engines.start(2);
    private final TopologyBuilder builder = new TopologyBuilder();

    @AfterEach
    void close() {
        engine.close();
    }

    /** A light bolt calls the others, so that all of their time passes in its calls, too. */
    private RunningTopology submit(TestBolt ask, int executors) throws Exception {
        builder.setSpout("spout", TestSpout.trackedNumbers(Integer.MAX_VALUE), 1);
        builder.setBolt("route", TestBolt.relay(), 1).shuffleGrouping("spout");
        builder.setBolt("ask", ask, executors).localOrShuffleGrouping("route");
        return Engines.submit(engine, builder, Config.TOPOLOGY_MAX_SPOUT_PENDING, 100);
    }

    private static boolean isDedicated(RunningTopology topology, String component) {
        List<ExecutorMetrics> all = Engines.of(topology, component);
        return !all.isEmpty() && all.stream().allMatch(ExecutorMetrics::dedicated);
    }

    private static void assertFound(RunningTopology topology) {
        Engines.until("threads for all that wait", () -> isDedicated(topology, "ask"));
        assertThat(isDedicated(topology, "route")).isFalse();
        assertThat(isDedicated(topology, "spout")).isFalse();
        Engines.until(
                "tuples for all of them",
                () -> Engines.of(topology, "ask").stream().allMatch(one -> one.executed() > 10));
    }

    @Test
    void allExecutorsOfABoltThatWaitsGetThreadsAndItsCallersNone() throws Exception {
        RunningTopology topology =
                submit(
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    LockSupport.parkNanos(WAIT_NS);
                                    bolt.collector.ack(tuple);
                                }),
                        4);

        assertFound(topology);
    }

    /** The JVM does not know that it waits, since it is in a system call. */
    @Test
    void oneThatWaitsForAnAnswerFromTheNetworkIsFound() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread answers = new Thread(() -> answer(server));
            answers.setDaemon(true);
            answers.start();
            int port = server.getLocalPort();
            TestBolt ask =
                    TestBolt.of(
                            (bolt, tuple) -> {
                                Socket socket = (Socket) bolt.context.getTaskData("socket");
                                socket.getOutputStream().write(1);
                                socket.getInputStream().read();
                                bolt.collector.ack(tuple);
                            });
            ask.onPrepare(
                    bolt ->
                            bolt.context.setTaskData(
                                    "socket", new Socket(InetAddress.getLoopbackAddress(), port)));

            RunningTopology topology = submit(ask, 1);

            assertFound(topology);
            Engines.kill(topology);
        }
    }

    private static void answer(ServerSocket server) {
        try (Socket socket = server.accept()) {
            int question;
            while ((question = socket.getInputStream().read()) >= 0) {
                LockSupport.parkNanos(WAIT_NS);
                socket.getOutputStream().write(question);
            }
        } catch (IOException e) {
            // the end of the test
        }
    }

    /** The core sleeps most of the time, and the watcher pauses for longer. */
    @Test
    void oneThatWaitsOnACoreWithLittleWorkIsFound() throws Exception {
        long beganNs = System.nanoTime();
        builder.setSpout(
                "spout",
                new TestSpout()
                        .onNext(
                                s -> {
                                    if (System.nanoTime() - beganNs >= s.count * RARELY_NS) {
                                        s.collector.emit(new Values(s.count++));
                                    }
                                }),
                1);
        TestBolt ask = TestBolt.of((bolt, tuple) -> LockSupport.parkNanos(RARELY_NS / 7));
        builder.setBolt("ask", ask, 1).shuffleGrouping("spout");

        RunningTopology topology = Engines.submit(engine, builder);

        Engines.until("a thread for the bolt", () -> isDedicated(topology, "ask"));
        assertThat(isDedicated(topology, "spout")).isFalse();
    }

    @Test
    void oneThatComputesAsLongStaysWhereItIs() throws Exception {
        RunningTopology topology =
                submit(
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    long endNs = System.nanoTime() + WAIT_NS;
                                    while (System.nanoTime() < endNs) {
                                        Thread.onSpinWait();
                                    }
                                    bolt.collector.ack(tuple);
                                }),
                        1);

        Engines.until(
                "a second of work",
                () -> Engines.of(topology, "ask").stream().allMatch(e -> e.executed() > 3_000));
        assertThat(isDedicated(topology, "ask")).isFalse();
    }

    @Test
    void aSpoutThatSleepsInEveryCallIsFound() throws Exception {
        builder.setSpout(
                "spout",
                new TestSpout()
                        .onNext(
                                s -> {
                                    LockSupport.parkNanos(WAIT_NS);
                                    s.collector.emit(new Values(1));
                                }),
                1);
        builder.setBolt("sink", TestBolt.of((bolt, tuple) -> {}), 1).shuffleGrouping("spout");

        RunningTopology topology = Engines.submit(engine, builder);

        Engines.until("a thread for the spout", () -> isDedicated(topology, "spout"));
        assertThat(isDedicated(topology, "sink")).isFalse();
    }
}
