package io.eyewall.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.control.TestTopology.Trouble;
import io.eyewall.engine.Engine;
import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.TopologyStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A process that runs a topology, and is killed while it is asked. */
@NullUnmarked // fields are set by the framework
@Timeout(120)
class KilledProcessTest {
    private ShortFolder folder;
    private Path socket;
    private Process process;

    @BeforeEach
    void start() throws Exception {
        folder = ShortFolder.make();
        socket = folder.path().resolve("s");
        process = launch();
        RunningTopologyContract.await(() -> connects(socket));
    }

    private Process launch() throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Child.class.getName(),
                        socket.toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    @AfterEach
    void end() throws Exception {
        process.destroyForcibly().waitFor();
        folder.close();
    }

    /** The process. */
    static final class Child {
        private Child() {}

        public static void main(String[] args) throws Exception {
            Engine engine = TestTopology.engine();
            RunningTopology topology =
                    TestTopology.submit(engine, TestTopology.plan("victim", Trouble.NONE));
            ControlPort.open(Path.of(args[0]), engine::topologies);
            topology.await(RunningTopologyContract.LIMIT.multipliedBy(10));
            engine.close();
        }
    }

    private static boolean connects(Path socket) {
        try {
            return ControlClient.connect(socket).topologies().size() == 1;
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void itsEndIsNotedByEveryCallUnderWay() throws Exception {
        RemoteTopology topology = ControlClient.connect(socket).topologies().get(0);
        assertThat(topology.awaitStarted(RunningTopologyContract.LIMIT)).isTrue();
        assertThat(topology.status()).isEqualTo(TopologyStatus.ACTIVE);
        AtomicInteger answers = new AtomicInteger();
        CountDownLatch begun = new CountDownLatch(3);
        List<FutureTask<Void>> calls = new ArrayList<>();
        calls.add(
                new FutureTask<>(
                        () -> {
                            begun.countDown();
                            topology.await(RunningTopologyContract.LIMIT);
                            return null;
                        }));
        for (int i = 0; i < 2; i++) {
            calls.add(
                    new FutureTask<>(
                            () -> {
                                begun.countDown();
                                while (topology.metrics() != null) {
                                    answers.incrementAndGet();
                                }
                                return null;
                            }));
        }
        calls.forEach(call -> new Thread(call, "asks").start());
        begun.await();
        RunningTopologyContract.await(() -> answers.get() > 10);

        process.destroyForcibly().waitFor(); // kill -9

        for (FutureTask<Void> call : calls) {
            assertThatThrownBy(call::get)
                    .isInstanceOf(ExecutionException.class)
                    .cause()
                    .isInstanceOf(ProcessGoneException.class)
                    .hasMessageContaining("process " + process.pid() + " is gone");
        }
        assertThatThrownBy(topology::status).isInstanceOf(ProcessGoneException.class);
        assertThat(socket).exists();

        process = launch();
        RunningTopologyContract.await(() -> connects(socket));
        assertThatThrownBy(topology::status)
                .isInstanceOf(ProcessGoneException.class)
                .hasRootCauseMessage(
                        "process " + process.pid() + " now listens in its place at " + socket);
    }

    @Test
    void aTopologyIsEndedFromOutside() throws Exception {
        RemoteTopology topology = ControlClient.connect(socket).topologies().get(0);

        topology.kill(java.time.Duration.ZERO);

        assertThat(process.waitFor()).isZero();
        assertThat(socket).doesNotExist();
    }
}
