package io.eyewall.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.state.SnapshotStore.Change;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@NullUnmarked // JUnit sets the folder
class SnapshotStoreTest {
    @TempDir private Path folder;

    private static Change put(String key, String value) {
        return new Change(bytes(key), bytes(value));
    }

    private static Change remove(String key) {
        return new Change(bytes(key), null);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static Map<String, String> read(SnapshotStore store, String prefix) {
        Map<String, String> entries = new TreeMap<>();
        store.forEach(
                bytes(prefix),
                (key, value) ->
                        entries.put(
                                new String(key, StandardCharsets.ISO_8859_1),
                                new String(value, StandardCharsets.ISO_8859_1)));
        return entries;
    }

    private List<String> files() throws IOException {
        try (var entries = Files.list(folder)) {
            return entries.map(each -> each.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void continuesFromTheNewestSnapshot() {
        try (SnapshotStore store = SnapshotStore.open(folder)) {
            assertThat(store.number()).isZero();
            store.write(1, List.of(put("a1", "one"), put("a2", "two"), put("b", "three")));
            store.write(2, List.of(put("a1", "ONE"), remove("a2"), put("a2", "x"), remove("a2")));
            assertThat(read(store, "a")).isEqualTo(Map.of("a1", "ONE"));
        }
        try (SnapshotStore store = SnapshotStore.open(folder)) {
            assertThat(store.number()).isEqualTo(2);
            assertThat(store.nextNumber()).isEqualTo(3);
            assertThat(read(store, "a")).isEqualTo(Map.of("a1", "ONE"));
            assertThat(read(store, "b")).isEqualTo(Map.of("b", "three"));
        }
    }

    @Test
    void findsKeysBehindAPrefixThatEndsWithTheHighestByte() {
        try (SnapshotStore store = SnapshotStore.open(folder)) {
            store.write(1, List.of(put("a\u00ff1", "in"), put("b", "behind"), put("a", "before")));
            assertThat(read(store, "a\u00ff")).isEqualTo(Map.of("a\u00ff1", "in"));
        }
    }

    @Test
    void keepsTheLastTwoSnapshots() throws IOException {
        try (SnapshotStore store = SnapshotStore.open(folder)) {
            for (int i = 1; i <= 4; i++) {
                store.write(i, List.of(put("a", "value " + i)));
            }
        }
        assertThat(files()).containsExactly("LOCK", "live", "snapshot-3", "snapshot-4");
    }

    /** What was written after the last whole snapshot is not seen, whatever became of it. */
    @Test
    void forgetsWhatIsInNoWholeSnapshot() throws IOException {
        try (SnapshotStore store = SnapshotStore.open(folder)) {
            store.write(1, List.of(put("a", "1")));
            store.write(2, List.of(put("a", "2")));
        }
        // As if the process had been killed before RocksDB gave the folder its name.
        Files.move(folder.resolve("snapshot-2"), folder.resolve("snapshot-2.tmp"));
        try (SnapshotStore store = SnapshotStore.open(folder)) {
            assertThat(store.number()).isEqualTo(1);
            assertThat(read(store, "a")).isEqualTo(Map.of("a", "1"));
            store.write(2, List.of(put("a", "two")));
            assertThat(read(store, "a")).isEqualTo(Map.of("a", "two"));
        }
    }

    private Path table(String snapshot) throws IOException {
        try (var files = Files.list(folder.resolve(snapshot))) {
            return files.filter(each -> each.toString().endsWith(".sst"))
                    .max(Path::compareTo)
                    .orElseThrow();
        }
    }

    /**
     * Changes a byte of the newest table of a snapshot, in a copy that no other snapshot shares.
     */
    private void damage(String snapshot) throws IOException {
        Path table = table(snapshot);
        byte[] content = Files.readAllBytes(table);
        content[content.length / 3] ^= 1;
        Files.delete(table);
        Files.write(table, content);
    }

    @Test
    void goesBackToTheSnapshotBeforeADamagedOne() throws IOException {
        try (SnapshotStore store = SnapshotStore.open(folder)) {
            store.write(1, List.of(put("a", "1")));
            store.write(2, List.of(put("a", "2")));
        }
        damage("snapshot-2");
        try (SnapshotStore store = SnapshotStore.open(folder)) {
            assertThat(store.number()).isEqualTo(1);
            assertThat(store.nextNumber()).as("a number is not used twice").isEqualTo(3);
            assertThat(read(store, "a")).isEqualTo(Map.of("a", "1"));
        }
        assertThat(files()).contains("snapshot-2.damaged");
    }

    @Test
    void refusesToBeginAnewWhereAllSnapshotsAreDamaged() throws IOException {
        try (SnapshotStore store = SnapshotStore.open(folder)) {
            store.write(1, List.of(put("a", "1")));
        }
        Files.delete(table("snapshot-1"));
        for (int i = 0; i < 2; i++) { // a supervisor tries again
            assertThatThrownBy(() -> SnapshotStore.open(folder))
                    .isInstanceOf(StateException.class)
                    .hasMessageContaining("snapshot-1.damaged")
                    .hasMessageContaining("move the folder away");
        }
    }

    @Test
    void isOpenOnce() {
        try (SnapshotStore store = SnapshotStore.open(folder)) {
            assertThat(store.number()).isZero();
            assertThatThrownBy(() -> SnapshotStore.open(folder))
                    .isInstanceOf(StateException.class)
                    .hasMessageContaining("in use by another topology");
        }
        SnapshotStore.open(folder).close();
    }

    /** By its lineage a sink knows that a folder is not the one whose rows it has. */
    @Test
    void hasALineageUntilItBeginsAnewInAnEmptyFolder(@TempDir Path other) {
        String lineage;
        try (SnapshotStore store = SnapshotStore.open(folder)) {
            lineage = store.lineage();
            store.write(1, List.of(put("a", "1")));
            store.write(2, store.removals());
            assertThat(read(store, "a")).isEmpty();
        }
        try (SnapshotStore store = SnapshotStore.open(folder);
                SnapshotStore empty = SnapshotStore.open(other)) {
            assertThat(store.lineage()).isEqualTo(lineage);
            assertThat(empty.lineage()).isNotEqualTo(lineage);
        }
    }

    /** A failed write leaves the store at the snapshot before, and the next one succeeds. */
    @Test
    void continuesAfterAFailedWrite() throws IOException {
        try (SnapshotStore store = SnapshotStore.open(folder)) {
            store.write(1, List.of(put("a", "1")));
            Path inTheWay = Files.createDirectory(folder.resolve("snapshot-2"));
            Files.writeString(inTheWay.resolve("file"), "");
            assertThatThrownBy(() -> store.write(2, List.of(put("a", "2"))))
                    .isInstanceOf(StateException.class)
                    .hasMessageContaining("disk is not full");
            Files.delete(inTheWay.resolve("file"));
            Files.delete(inTheWay);

            assertThat(read(store, "a")).isEqualTo(Map.of("a", "1"));
            store.write(3, List.of(put("a", "3")));
            assertThat(read(store, "a")).isEqualTo(Map.of("a", "3"));
            assertThat(store.number()).isEqualTo(3);
        }
    }
}
