package io.eyewall.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.storm.state.KeyValueState;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;

/** Migration of databases of format 1, which had no mark of their commits. */
@NullUnmarked // JUnit sets the folder
class OlderDatabaseTest {
    @TempDir Path folder;
    private Path rocksdb;

    @BeforeEach
    void writeAsFormerVersionsDid() throws Exception {
        NativeLibrary.load();
        rocksdb = folder.resolve("former/t/rocksdb");
        Files.createDirectories(rocksdb);
        try (Options options = new Options().setCreateIfMissing(true);
                RocksDB former = RocksDB.open(options, rocksdb.toString())) {
            former.put(new byte[] {0}, "1".getBytes(StandardCharsets.UTF_8));
            former.put(key("a-1", 'c', "x"), new byte[] {'X'});
            former.put(key("a-1", 'c', "y"), new byte[] {'Y'});
            rocksdb = States.killedCopy(rocksdb, folder.resolve("killed/t/rocksdb"));
        }
    }

    private static byte[] key(String namespace, char kind, String rest) {
        String text = "\0" + (char) namespace.length() + namespace + kind + rest;
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static Path log(Path rocksdb) throws IOException {
        try (var files = Files.list(rocksdb)) {
            return files.filter(file -> file.toString().endsWith(".log")).findFirst().get();
        }
    }

    private static void cut(Path file, int bytes) throws IOException {
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
            open.setLength(open.length() - bytes);
        }
    }

    @Test
    void opensWithAllThatItHas() {
        try (StateDatabase database = DatabaseOpening.open(rocksdb)) {
            assertThat(database.get(key("a-1", 'c', "x"))).isEqualTo(new byte[] {'X'});
            assertThat(database.get(key("a-1", 'c', "y"))).isEqualTo(new byte[] {'Y'});
            assertThat(database.get(StateDatabase.FORMAT_KEY)).isEqualTo(new byte[] {'2'});
        }
    }

    @Test
    void isGuardedFromThenOn() throws Exception {
        KeyValueState<String, Integer> state = States.open(folder.resolve("killed"), "b-1");
        state.put("x", 1);
        state.commit();
        Path copy = States.killedCopy(rocksdb, folder.resolve("copy/t/rocksdb"));
        assertThat(States.entries(States.open(folder.resolve("copy"), "b-1")))
                .isEqualTo(Map.of("x", 1));
        Path damaged = States.killedCopy(rocksdb, folder.resolve("damaged/t/rocksdb"));
        cut(log(damaged), 1);

        assertThatThrownBy(() -> DatabaseOpening.open(damaged))
                .isInstanceOf(StateException.class)
                .hasMessageContainingAll(damaged.toString(), "is damaged");
        assertThat(copy).exists();
    }

    @Test
    void mayEndWithATornWrite() throws Exception {
        cut(log(rocksdb), 1);

        try (StateDatabase database = DatabaseOpening.open(rocksdb)) {
            assertThat(database.get(key("a-1", 'c', "x"))).isEqualTo(new byte[] {'X'});
            assertThat(database.get(key("a-1", 'c', "y"))).isNull();
        }
    }

    @Test
    void isRefusedIfItsLogIsDamagedBeforeTheEnd() throws Exception {
        try (RandomAccessFile open = new RandomAccessFile(log(rocksdb).toFile(), "rw")) {
            open.seek(10);
            open.write(0xff);
        }

        assertThatThrownBy(() -> DatabaseOpening.open(rocksdb))
                .isInstanceOf(StateException.class)
                .hasMessageContainingAll(rocksdb.toString(), "is damaged");
    }

    /** A process that died after it created the mark and before it wrote the new format. */
    @Test
    void isTakenOverAgainAfterAKillInTheMiddle() throws Exception {
        try (CommitMark mark = CommitMark.lock(rocksdb)) {
            mark.startCounting(0);
        }
        try (StateDatabase database = DatabaseOpening.open(rocksdb)) {
            assertThat(database.get(key("a-1", 'c', "y"))).isEqualTo(new byte[] {'Y'});
        }
        DatabaseOpening.open(rocksdb).close();
    }

    @Test
    void aFormatThatIsNotKnownIsRefused() throws Exception {
        try (Options options = new Options();
                RocksDB later = RocksDB.open(options, rocksdb.toString())) {
            later.put(StateDatabase.FORMAT_KEY, "3".getBytes(StandardCharsets.UTF_8));
        }

        assertThatThrownBy(() -> DatabaseOpening.open(rocksdb))
                .isInstanceOf(StateException.class)
                .hasMessageContainingAll("has format '3'", "reads format '2'", "use the version");
    }
}
