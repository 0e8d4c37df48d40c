package io.eyewall.state;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Random;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * Measures the cost of the commit mark. Not a test, so it has to be started by name: {@code ./mvnw
 * -q -pl :eyewall-state -am test -Dtest=MarkCostProbe -Dsurefire.failIfNoSpecifiedTests=false},
 * with {@code -Dprobe.mib=N} for the size of the database that is opened.
 */
@NullUnmarked // JUnit sets the folder
class MarkCostProbe {
    private static final int COMMITS = 500;
    private static final int ROUNDS = 5;
    private static final int VALUE_BYTES = 1000;

    @TempDir Path folder;

    private final Random random = new Random(1);

    @Test
    void commits() throws Exception {
        NativeLibrary.load();
        try (StateDatabase marked = DatabaseOpening.open(folder.resolve("marked"));
                Options options = new Options().setCreateIfMissing(true);
                RocksDB plain = RocksDB.open(options, folder.resolve("plain").toString())) {
            for (boolean sync : new boolean[] {true, false}) {
                for (int round = 1; round <= ROUNDS; round++) {
                    double without = perCommitUs(batch -> write(plain, batch, sync));
                    double with = perCommitUs(batch -> marked.write(batch, sync));
                    print("sync %s, a commit: %.0f us, with mark %.0f us", sync, without, with);
                }
            }
        }
    }

    private interface Writer {
        void write(WriteBatch batch) throws RocksDBException;
    }

    private static void write(RocksDB rocks, WriteBatch batch, boolean sync)
            throws RocksDBException {
        try (WriteOptions how = new WriteOptions().setSync(sync)) {
            rocks.write(how, batch);
        }
    }

    private double perCommitUs(Writer writer) throws RocksDBException {
        long start = System.nanoTime();
        for (int commit = 0; commit < COMMITS; commit++) {
            try (WriteBatch batch = new WriteBatch()) {
                batch.put(bytes(16), bytes(VALUE_BYTES));
                writer.write(batch);
            }
        }
        return (System.nanoTime() - start) / 1e3 / COMMITS;
    }

    private byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    @Test
    void opening() throws Exception {
        int mib = Integer.getInteger("probe.mib", 200);
        Path path = folder.resolve("large");
        try (StateDatabase database = DatabaseOpening.open(path)) {
            for (int i = 0; i < mib; i++) {
                try (WriteBatch batch = new WriteBatch()) {
                    for (int entry = 0; entry < 1024; entry++) {
                        batch.put(bytes(16), bytes(1024));
                    }
                    database.write(batch, false);
                }
            }
        }
        for (int round = 1; round <= ROUNDS; round++) {
            long start = System.nanoTime();
            try (Options options = new Options();
                    RocksDB plain = openPlain(options, path)) {
                plain.getLatestSequenceNumber();
            }
            double plainMs = (System.nanoTime() - start) / 1e6;
            start = System.nanoTime();
            DatabaseOpening.open(path).close();
            double checkedMs = (System.nanoTime() - start) / 1e6;
            print("opening %d MB: %.0f ms, verified %.0f ms", size(path) >> 20, plainMs, checkedMs);
        }
    }

    private static RocksDB openPlain(Options options, Path path) throws RocksDBException {
        try (var add = new org.rocksdb.UInt64AddOperator()) {
            return RocksDB.open(options.setMergeOperator(add), path.toString());
        }
    }

    private static long size(Path path) throws IOException {
        long bytes = 0;
        try (var files = Files.list(path)) {
            for (Path file : files.toList()) {
                bytes += Files.size(file);
            }
        }
        return bytes;
    }

    private static void print(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }
}
