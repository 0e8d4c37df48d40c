package io.eyewall.server.keeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.engine.trace.TraceSettings;
import io.eyewall.local.StormConf;
import io.eyewall.server.Await;
import io.eyewall.server.store.Orders;
import io.eyewall.server.store.ProcessIdentity;
import io.eyewall.server.store.StateFolder;
import io.eyewall.server.store.SubmissionFacts;
import io.eyewall.server.store.TopologyFolder;
import io.eyewall.topology.TopologyPlan;
import io.eyewall.topology.TopologyPlanner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.testing.TestWordSpout;
import org.apache.storm.topology.TopologyBuilder;
import org.assertj.core.api.ThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandHandlerTest {
    private static final String ID = "words-1-2";

    private final Path temp;

    CommandHandlerTest(@TempDir Path temp) {
        this.temp = temp;
    }

    /** A process that has a topology's lock, and never answers. */
    static final class Mute {
        private Mute() {}

        public static void main(String[] args) throws Exception {
            TopologyFolder folder = new TopologyFolder(Path.of(args[0]));
            if (folder.tryLockUntilExit()) {
                ProcessHandle self = ProcessHandle.current();
                long startMs = self.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
                folder.write(new ProcessIdentity(self.pid(), startMs, args[0] + "/nobody"));
                TimeUnit.DAYS.sleep(1);
            }
        }

        static Process start(TopologyFolder folder) throws Exception {
            return new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            Mute.class.getName(),
                            folder.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
        }
    }

    private static void trace(Keeper keeper) {
        keeper.topology().traces().set(new TraceSettings(1, 1));
    }

    private Keeper keeper(StateFolder state) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("words", new TestWordSpout(), 1);
        StormTopology words = builder.createTopology();
        Path jar = Files.writeString(state.uploads().resolve("some.jar"), "jar");
        TopologyFolder folder =
                state.add(
                        new StateFolder.Contents(
                                new SubmissionFacts(ID, "words", 2, List.of()),
                                jar,
                                List.of(),
                                Map.of(),
                                words,
                                Orders.initial(true),
                                Map.of()));
        Map<String, Object> conf = StormConf.service();
        TopologyPlan plan = TopologyPlanner.plan("words", ID, conf, Map.of(), words);
        return new Keeper(state, folder, plan, KeeperSettings.defaults(conf));
    }

    @Test
    void whoIsKilledByForceIsKilledBeforeAnotherProcessIsStarted() throws Exception {
        try (StateFolder state = StateFolder.open(temp.resolve("state"))) {
            Keeper keeper = keeper(state);
            TopologyFolder folder = state.topology(ID);
            CommandHandler desk =
                    new CommandHandler(keeper, folder, "words", Duration.ofSeconds(5));
            Process mute = Mute.start(folder);
            try {
                Await.until("run", () -> folder.worker().isPresent());
                assertThatThrownBy(() -> trace(keeper)).hasMessageContaining("try again");
                keeper.start();
                desk.kill(Duration.ZERO);

                Await.until("over", () -> keeper.isOver() && state.storedTopologies().isEmpty());
                assertThat(mute.waitFor()).isEqualTo(137);
                assertThat(state.logs(ID)).doesNotExist(); // there was no other process
                assertThatThrownBy(() -> trace(keeper))
                        .hasMessage("tracing of topology 'words' is not possible: it is over");
            } finally {
                mute.destroyForcibly();
                keeper.stop();
                keeper.awaitStopped(System.nanoTime() + TimeUnit.SECONDS.toNanos(10));
            }
        }
    }

    /** Gives an order on an interrupted thread, and checks that it is refused for that reason. */
    private static void refusesWhenInterrupted(ThrowableAssert.ThrowingCallable order) {
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(order)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("of topology 'words'")
                    .hasMessageContaining("the thread was interrupted");
        } finally {
            assertThat(Thread.interrupted()).as("it stays interrupted").isTrue();
        }
    }

    @Test
    void anInterruptedThreadDoesNotWaitForAProcess() throws Exception {
        try (StateFolder state = StateFolder.open(temp.resolve("state"))) {
            Keeper keeper = keeper(state);
            TopologyFolder folder = state.topology(ID);
            CommandHandler desk =
                    new CommandHandler(keeper, folder, "words", Duration.ofSeconds(5));

            refusesWhenInterrupted(() -> trace(keeper));
            refusesWhenInterrupted(() -> keeper.topology().setDebug("words", true, 1));
            refusesWhenInterrupted(() -> desk.setActive(false)); // nobody runs
            folder.setRunsInThisProcess(true); // its process cannot be reached
            try {
                refusesWhenInterrupted(() -> desk.setActive(false));
                refusesWhenInterrupted(() -> desk.setCredentials(Map.of()));
                refusesWhenInterrupted(() -> desk.kill(Duration.ZERO));
            } finally {
                folder.setRunsInThisProcess(false);
            }
            assertThat(keeper.isActive()).isTrue();
            assertThat(keeper.isKilled()).isFalse();
        }
    }
}
