package io.eyewall.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/** Checks that a database with changed files is either rejected or has all that was committed. */
@NullUnmarked // JUnit sets the folder
class DamagedFilesTest {
    private static final int COMMITS_IN_TABLE = 40;
    private static final int COMMITS = 80;

    /** Maximum number of places that are changed in each file. */
    private static final int PLACES = 40;

    @TempDir Path folder;
    private Path whole;
    private int copies;

    /**
     * A database whose process was killed twice: half of its commits are in a table, half in a log.
     */
    @BeforeEach
    void writeDatabase() {
        Path first = folder.resolve("first");
        try (StateDatabase database = DatabaseOpening.open(first)) {
            commit(database, 0, COMMITS_IN_TABLE);
            whole = States.killedCopy(first, folder.resolve("second"));
        }
        try (StateDatabase database = DatabaseOpening.open(whole)) {
            commit(database, COMMITS_IN_TABLE, COMMITS);
            whole = States.killedCopy(whole, folder.resolve("whole"));
        }
    }

    private static void commit(StateDatabase database, int from, int to) {
        for (int number = from; number < to; number++) {
            try (WriteBatch batch = new WriteBatch()) {
                batch.put(key(number), new byte[100]);
                database.write(batch, false);
            } catch (RocksDBException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static byte[] key(int number) {
        return "key%03d".formatted(number).getBytes(StandardCharsets.UTF_8);
    }

    private static int committed(StateDatabase database) {
        return database.scan(key(0), key(999), Integer.MAX_VALUE).size();
    }

    private static List<Path> files(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    private Path copy() {
        return States.killedCopy(whole, folder.resolve("copy" + copies++));
    }

    @Test
    void opensWhatAKilledProcessLeft() throws Exception {
        assertThat(files(whole).stream().map(DamagedFilesTest::kind))
                .contains("log", "sst", "MANIFEST", "CURRENT", "COMMITS");
        try (StateDatabase database = DatabaseOpening.open(copy())) {
            assertThat(committed(database)).isEqualTo(COMMITS);
        }
    }

    private static String kind(Path file) {
        return file.getFileName().toString().replaceFirst("^[0-9]+\\.", "").replaceFirst("-.*", "");
    }

    private interface Change {
        void apply(RandomAccessFile file) throws IOException;
    }

    /**
     * Changes a copy and opens it.
     *
     * @return "whole", or "refused"
     */
    private String outcome(Path file, Change change) throws IOException {
        Path copy = copy();
        Path changed = copy.resolve(file.getFileName());
        try (RandomAccessFile bytes = new RandomAccessFile(changed.toFile(), "rw")) {
            change.apply(bytes);
        }
        return outcome(copy, file + " changed");
    }

    private static String outcome(Path copy, String how) {
        try (StateDatabase database = DatabaseOpening.open(copy)) {
            assertThat(committed(database)).as(how).isEqualTo(COMMITS);
            return "whole";
        } catch (StateException e) {
            assertThat(e.getMessage())
                    .as(how)
                    .contains("state in " + copy + " is damaged: ", "restore a copy");
            return "refused";
        }
    }

    private static List<Long> places(Path file) throws IOException {
        List<Long> places = new ArrayList<>();
        long size = Files.size(file);
        long step = Math.max(1, size / PLACES);
        for (long place = 0; place < size; place += step) {
            places.add(place);
        }
        return places;
    }

    @Test
    void refusesAnyByteThatMattersIfItIsChanged() throws Exception {
        Map<String, List<String>> outcomes = new TreeMap<>();
        for (Path file : files(whole)) {
            for (long place : places(file)) {
                String outcome =
                        outcome(
                                file,
                                bytes -> {
                                    bytes.seek(place);
                                    int before = bytes.read();
                                    bytes.seek(place);
                                    bytes.write(before ^ 0x10);
                                });
                outcomes.computeIfAbsent(kind(file), kind -> new ArrayList<>()).add(outcome);
            }
        }

        assertThat(outcomes.get("log")).containsOnly("refused");
        assertThat(outcomes.get("MANIFEST")).containsOnly("refused");
        assertThat(outcomes.get("CURRENT")).containsOnly("refused");
        assertThat(outcomes.get("sst")).contains("refused");
        assertThat(outcomes.get("COMMITS")).as("its other slot").containsOnly("whole");
    }

    @Test
    void refusesAnyFileThatMattersIfItIsCut() throws Exception {
        Map<String, List<String>> outcomes = new TreeMap<>();
        for (Path file : files(whole)) {
            for (long place : places(file)) {
                String outcome = outcome(file, bytes -> bytes.setLength(place));
                outcomes.computeIfAbsent(kind(file), kind -> new ArrayList<>()).add(outcome);
            }
        }

        assertThat(outcomes.get("log")).containsOnly("refused");
        assertThat(outcomes.get("sst")).containsOnly("refused");
        assertThat(outcomes.get("CURRENT")).containsOnly("refused");
        assertThat(outcomes.get("MANIFEST")).contains("refused");
        assertThat(outcomes.get("COMMITS")).contains("refused");
    }

    @Test
    void refusesAMissingFileIfItMatters() throws Exception {
        Map<String, String> outcomes = new TreeMap<>();
        for (Path file : files(whole)) {
            Path copy = copy();
            Files.delete(copy.resolve(file.getFileName()));
            outcomes.merge(kind(file), outcome(copy, file + " missing"), String::concat);
        }

        assertThat(outcomes)
                .containsEntry("log", "refused")
                .containsEntry("sst", "refused")
                .containsEntry("MANIFEST", "refused")
                .containsEntry("CURRENT", "refused")
                .containsEntry("COMMITS", "refused");
    }

    @Test
    void refusesATableInThePlaceOfAnother() throws Exception {
        Path other = folder.resolve("other");
        try (StateDatabase database = DatabaseOpening.open(other)) {
            commit(database, 0, COMMITS_IN_TABLE);
            other = States.killedCopy(other, folder.resolve("other2"));
        }
        DatabaseOpening.open(other).close();
        Path table = table(other);
        Path copy = copy();
        Files.delete(table(copy));
        Files.copy(
                table,
                table(whole).getFileName().equals(table.getFileName())
                        ? copy.resolve(table.getFileName())
                        : copy.resolve(table(whole).getFileName()));

        assertThat(outcome(copy, "another table")).isEqualTo("refused");
    }

    private static Path table(Path folder) throws IOException {
        return files(folder).stream()
                .filter(file -> kind(file).equals("sst"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void saysWhichFileIsToBlame() throws Exception {
        Path log = files(whole).stream().filter(file -> kind(file).equals("log")).findAny().get();
        Path copy = copy();
        try (RandomAccessFile bytes =
                new RandomAccessFile(copy.resolve(log.getFileName()).toFile(), "rw")) {
            bytes.seek(bytes.length() / 2);
            bytes.write(0xff);
        }

        assertThatThrownBy(() -> DatabaseOpening.open(copy))
                .isInstanceOf(StateException.class)
                .hasMessageContainingAll(
                        "of the 81 commits that COMMITS requires",
                        log.getFileName().toString(),
                        copy.resolve("ACCEPT-LOSS").toString());
    }

    @Test
    void leavesADamagedDatabaseAsItIs() throws Exception {
        Path manifest =
                files(whole).stream().filter(f -> kind(f).equals("MANIFEST")).findAny().get();
        Path copy = copy();
        try (RandomAccessFile bytes =
                new RandomAccessFile(copy.resolve(manifest.getFileName()).toFile(), "rw")) {
            bytes.setLength(bytes.length() / 2);
        }
        assertThatThrownBy(() -> DatabaseOpening.open(copy)).isInstanceOf(StateException.class);

        Files.copy(
                manifest,
                copy.resolve(manifest.getFileName()),
                java.nio.file.StandardCopyOption.REPLACE_EXISTING);

        assertThat(outcome(copy, "repaired")).isEqualTo("whole");
    }

    @Test
    void goesOnWithWhatIsLeftIfThatIsAcceptedAndOnlyOnce() throws Exception {
        Path log = files(whole).stream().filter(file -> kind(file).equals("log")).findAny().get();
        Path copy = copy();
        try (RandomAccessFile bytes =
                new RandomAccessFile(copy.resolve(log.getFileName()).toFile(), "rw")) {
            bytes.setLength(bytes.length() - 1);
        }
        assertThat(outcome(copy, "cut log")).isEqualTo("refused");
        Files.createFile(copy.resolve("ACCEPT-LOSS"));

        try (StateDatabase database = DatabaseOpening.open(copy)) {
            assertThat(committed(database)).isEqualTo(COMMITS - 1);
            commit(database, COMMITS - 1, COMMITS);
        }

        assertThat(copy.resolve("ACCEPT-LOSS")).doesNotExist();
        assertThat(outcome(copy, "accepted")).isEqualTo("whole");
    }

    @Test
    void aMissingMarkIsAcceptedTheSameWay() throws Exception {
        Path copy = copy();
        Files.delete(copy.resolve("COMMITS"));
        Files.createFile(copy.resolve("ACCEPT-LOSS"));

        assertThat(outcome(copy, "accepted")).isEqualTo("whole");
        assertThat(outcome(copy, "opened again")).isEqualTo("whole");
    }
}
