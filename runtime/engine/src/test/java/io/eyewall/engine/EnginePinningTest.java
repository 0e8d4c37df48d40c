package io.eyewall.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.eyewall.engine.fixture.Engines;
import io.eyewall.engine.fixture.Shared;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.apache.storm.topology.TopologyBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Threads of cores on one processor each, as this machine's Linux tells it. */
@EnabledOnOs(OS.LINUX)
@Timeout(60)
class EnginePinningTest {
    private static final Path TASKS = Path.of("/proc/self/task");
    private static final String ALLOWED = "Cpus_allowed_list:";

    private final String all = read(Path.of("/proc/self/status"), ALLOWED);

    @BeforeEach
    void twoProcessorsAndTaskset() {
        assumeTrue(all.matches(".*[-,].*"), "one processor is not enough");
        assumeTrue(
                Stream.of(System.getenv("PATH").split(":", -1))
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder, "taskset"))),
                "there is no taskset");
    }

    /** A line of a file in /proc; empty if the thread has gone. */
    private static String read(Path status, String key) {
        try (Stream<String> lines = Files.lines(status)) {
            return lines.filter(line -> line.startsWith(key))
                    .map(line -> line.substring(key.length()).strip())
                    .findFirst()
                    .orElse("");
        } catch (NoSuchFileException e) {
            return "";
        } catch (IOException | UncheckedIOException e) {
            return ""; // it went while its file was read
        }
    }

    /** The processors of threads whose names begin so. */
    private static List<String> allowed(String name) {
        try (Stream<Path> tasks = Files.list(TASKS)) {
            return tasks.map(task -> task.resolve("status"))
                    .filter(status -> read(status, "Name:").startsWith(name))
                    .map(status -> read(status, ALLOWED))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void eachCoreHasAProcessorAndThreadsOfTheUserHaveAll() throws Exception {
        Shared<CountDownLatch> over = Shared.of(new CountDownLatch(1));
        Shared<CountDownLatch> prepared = Shared.of(new CountDownLatch(1));
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", TestSpout.numbers(1), 1);
        builder.setBolt(
                        "starts-a-thread",
                        new TestBolt()
                                .onExecute(
                                        (bolt, tuple) -> {
                                            Engines.until(
                                                    "pinned", () -> isPinned("eyewall-core-"));
                                            Thread thread =
                                                    new Thread(
                                                            () -> await(over.get()), "the-users");
                                            thread.setDaemon(true);
                                            thread.start();
                                            prepared.get().countDown();
                                        }),
                        1)
                .shuffleGrouping("numbers");
        builder.setBolt("dedicated", new TestBolt(), 1)
                .addConfiguration("eyewall.executor.dedicated", true)
                .shuffleGrouping("numbers");
        try (Engine engine =
                Engines.start(2, "eyewall.cores.pin", true, "eyewall.blocking.threshold.ms", 0)) {
            Engines.submit(engine, builder);
            Engines.await("prepared", prepared.get());

            Engines.until("freed", () -> allowed("the-users").equals(List.of(all)));
            Engines.until("freed", () -> allowed("eyewall-dedica").equals(List.of(all)));
            List<String> cores = allowed("eyewall-core-");
            assertThat(cores).hasSize(2).doesNotHaveDuplicates();
            assertThat(cores).allSatisfy(one -> assertThat(one).matches("[0-9]+"));
        }
        over.get().countDown();
    }

    private static boolean isPinned(String name) {
        return allowed(name).stream().allMatch(one -> one.matches("[0-9]+"));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
