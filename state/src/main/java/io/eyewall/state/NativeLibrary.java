package io.eyewall.state;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rocksdb.NativeLibraryLoader;
import org.rocksdb.RocksDB;

/** RocksDB's native part. */
final class NativeLibrary {
    private NativeLibrary() {}

    /**
     * Loads the library from a file that is gone at once: RocksDB itself deletes its copy only when
     * the JVM ends in order, so that each killed process would leave 15 MB behind.
     *
     * @throws StateException if it can't be unpacked
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
                // Windows keeps loaded files; the JVM's end deletes them there.
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
