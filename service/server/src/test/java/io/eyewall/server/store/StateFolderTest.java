package io.eyewall.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.storm.generated.StormTopology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class StateFolderTest {
    private final Path temp;

    StateFolderTest(@TempDir Path temp) {
        this.temp = temp;
    }

    private TopologyFolder add(StateFolder state) throws IOException {
        return state.add(
                new StateFolder.Contents(
                        new SubmissionFacts("words-1-2", "words", 2, List.of()),
                        Files.writeString(state.uploads().resolve("some.jar"), "jar"),
                        List.of(),
                        Map.of("key", 7L),
                        new StormTopology(Map.of(), Map.of(), Map.of()),
                        Orders.initial(true),
                        Map.of("user", "secret")));
    }

    @Test
    void keepsTopologiesForTheNextServer() throws Exception {
        Path folder = temp.resolve("state");
        try (StateFolder state = StateFolder.open(folder)) {
            TopologyFolder topology = add(state);
            topology.write(
                    topology.orders().withActive(false).withRebalance(Map.of("a", 3), Map.of()));
        }
        try (StateFolder state = StateFolder.open(folder)) {
            TopologyFolder topology = state.storedTopologies().get(0);
            assertThat(topology.submission().name()).isEqualTo("words");
            assertThat(topology.conf()).isEqualTo(Map.of("key", 7));
            assertThat(topology.orders()).isEqualTo(new Orders(false, Map.of("a", 3), Map.of()));
            assertThat(topology.credentials()).isEqualTo(Map.of("user", "secret"));
            assertThat(topology.jar()).content().isEqualTo("jar");
            topology.kill();
            topology.write(Orders.initial(true)); // too late
            assertThat(topology.isKilled()).isTrue();
            state.remove(topology);
            assertThat(state.storedTopologies()).isEmpty();
        }
    }

    @Test
    void aNameAsLongAsTheDiskHasThemGoes() throws Exception {
        try (StateFolder state = StateFolder.open(temp.resolve("state"))) {
            Path longest = state.path().resolve("topologies").resolve("w".repeat(255));
            Files.move(add(state).path(), longest);

            state.remove(new TopologyFolder(longest));

            assertThat(state.path().resolve("topologies")).isEmptyDirectory();
        }
    }

    /** Adds a topology of this id, which is over. */
    private static TopologyFolder over(StateFolder state, String id) throws IOException {
        return new TopologyFolder(
                Files.createDirectory(state.path().resolve("topologies").resolve(id)));
    }

    private static List<Path> logs(StateFolder state) throws IOException {
        try (Stream<Path> logs = Files.list(state.path().resolve("logs"))) {
            return logs.toList();
        }
    }

    /** A link to nothing looks like logs that were deleted after they had been listed. */
    @Test
    void removesATopologyAlthoughSomeLogsHaveJustBeenDeleted() throws Exception {
        try (StateFolder state = StateFolder.open(temp.resolve("state"))) {
            Files.createSymbolicLink(state.logs("gone-1-1"), temp.resolve("nothing"));

            state.remove(over(state, "words-1-2"));

            assertThat(state.path().resolve("topologies")).isEmptyDirectory();
        }
    }

    @Test
    void keepsTheLatestLogsWhenManyTopologiesEndAtOnce() throws Exception {
        try (StateFolder state = StateFolder.open(temp.resolve("state"))) {
            List<TopologyFolder> ended = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                ended.add(over(state, "over-" + i + "-1"));
            }
            for (int i = 0; i < 400; i++) {
                Path logs = Files.createDirectory(state.logs("words-" + i + "-1"));
                Files.writeString(logs.resolve("worker.log"), "text");
                Files.setLastModifiedTime(logs, FileTime.fromMillis(1_000_000L + i * 1000L));
            }
            List<CompletableFuture<Void>> removals = new ArrayList<>();
            CyclicBarrier together = new CyclicBarrier(ended.size());
            ExecutorService threads = Executors.newFixedThreadPool(ended.size());
            try {
                for (TopologyFolder each : ended) {
                    removals.add(
                            CompletableFuture.supplyAsync(
                                    () -> {
                                        try {
                                            together.await();
                                            state.remove(each);
                                            return null;
                                        } catch (Exception e) {
                                            throw new IllegalStateException(e);
                                        }
                                    },
                                    threads));
                }
                for (CompletableFuture<Void> removal : removals) {
                    removal.get(60, TimeUnit.SECONDS);
                }
            } finally {
                threads.shutdownNow();
            }
            assertThat(logs(state))
                    .extracting(path -> path.getFileName().toString())
                    .containsExactlyInAnyOrderElementsOf(
                            IntStream.range(350, 400).mapToObj(i -> "words-" + i + "-1").toList());
        }
    }

    @Test
    void whatWasBeingWrittenWhenAServerWasKilledIsNotThere() throws Exception {
        Path folder = temp.resolve("state");
        try (StateFolder state = StateFolder.open(folder)) {
            TopologyFolder topology = add(state);
            Files.writeString(topology.path().resolve("orders.json.new"), "{\"acti");
            Files.createDirectory(folder.resolve("topologies").resolve(".half"));
            Files.writeString(folder.resolve("uploads").resolve("half.jar"), "ha");
        }
        try (StateFolder state = StateFolder.open(folder)) {
            assertThat(state.storedTopologies()).hasSize(1);
            assertThat(state.storedTopologies().get(0).orders()).isEqualTo(Orders.initial(true));
            assertThat(folder.resolve("topologies").resolve(".half")).doesNotExist();
            assertThat(state.uploads()).isEmptyDirectory();
        }
    }

    @Test
    void aSecondServerIsRefusedAndTheFirstKeepsItsLock() throws Exception {
        Path folder = temp.resolve("state");
        try (StateFolder state = StateFolder.open(folder)) {
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> StateFolder.open(folder))
                        .hasMessageContaining(state.path().toString())
                        .hasMessageContaining("process " + ProcessHandle.current().pid());
            }
        }
        StateFolder.open(folder).close();
    }

    @Test
    void namesTheFolderThatCannotBeUsed() throws Exception {
        Path file = Files.writeString(temp.resolve("file"), "");
        assertThatThrownBy(() -> StateFolder.open(file.resolve("state")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(file.resolve("state").toString())
                .hasMessageContaining("--state");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void namesAFolderThatCannotBeMade() {
        assertThatThrownBy(() -> StateFolder.open(Path.of("/proc/eyewall")))
                .hasMessageContaining("state folder /proc/eyewall can't be used");
    }

    @Test
    void aFullDiskLeavesTheOldOrdersAndDoesNotKeepFromKilling() throws Exception {
        try (StateFolder state = StateFolder.open(temp.resolve("state"))) {
            TopologyFolder topology = add(state);
            Files.createSymbolicLink(
                    topology.path().resolve("orders.json.new"), Path.of("/dev/full"));

            assertThatThrownBy(() -> topology.write(Orders.initial(false)))
                    .isInstanceOf(IOException.class);
            assertThat(topology.orders()).isEqualTo(Orders.initial(true));

            topology.kill();
            assertThat(topology.isKilled()).isTrue();
        }
    }

    @Test
    void aFullDiskLeavesNothingOfATopologyThatIsSubmitted() throws Exception {
        try (StateFolder state = StateFolder.open(temp.resolve("state"))) {
            Files.delete(state.path().resolve("topologies"));
            Files.writeString(state.path().resolve("topologies"), "in the way");
            assertThatThrownBy(() -> add(state))
                    .hasMessageContaining("topology 'words' can't be stored in")
                    .hasMessageContaining(state.path().toString());
        }
    }

    @Test
    void whatIsDamagedKeepsNobodyFromTheRest() throws Exception {
        try (StateFolder state = StateFolder.open(temp.resolve("state"))) {
            add(state);
            Path damaged = state.path().resolve("topologies").resolve("other-1-1");
            Files.createDirectory(damaged);
            Files.writeString(damaged.resolve("submitted.json"), "{");
            assertThat(state.storedTopologies()).hasSize(1);
            assertThat(damaged.resolve("submitted.json")).exists();
        }
    }

    @Test
    void aDamagedFileIsNamed() throws Exception {
        try (StateFolder state = StateFolder.open(temp.resolve("state"))) {
            TopologyFolder topology = add(state);
            Files.writeString(topology.path().resolve("orders.json"), "{");
            assertThatThrownBy(topology::orders)
                    .hasMessageContaining(topology.path().resolve("orders.json").toString())
                    .hasMessageContaining("damaged");
        }
    }
}
