package io.eyewall.state;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rocksdb.NativeLibraryLoader;
import org.rocksdb.RocksDB;

/** Loads RocksDB's native library. */
final class NativeLibrary {
    private NativeLibrary() {}

    /**
     * Loads the library from a copy that is deleted immediately. RocksDB itself deletes its copy
     * only when the JVM ends normally, so that each killed process would leave 15 MB behind.
     *
     * @throws StateException if the library can't be unpacked
     */
    static synchronized void load() {
        try {
            Path copy = Files.createTempDirectory("eyewall-rocksdb");
            try {
                NativeLibraryLoader.getInstance().loadLibrary(copy.toString());
                RocksDB.loadLibrary();
            } finally {
                deleteWithFiles(copy);
            }
        } catch (IOException e) {
            throw new StateException(
                    "RocksDB's library can't be unpacked to "
                            + System.getProperty("java.io.tmpdir")
                            + "; set java.io.tmpdir to a folder that is writable and executable",
                    e);
        }
    }

    private static void deleteWithFiles(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) {
                // Windows does not delete loaded files; the JVM deletes them at its end.
                if (!file.toFile().delete()) {
                    file.toFile().deleteOnExit();
                }
            }
        }
        if (!folder.toFile().delete()) {
            folder.toFile().deleteOnExit();
        }
    }
}
