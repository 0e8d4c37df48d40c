package io.eyewall.state;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.NativeLibraryLoader;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * One open RocksDB: sorted bytes to bytes, changed by atomic batches. Any thread may call it; an
 * operation on a closed one throws instead of touching freed memory.
 *
 * <p>All batches go into one log, in order. What a crash leaves is therefore always a prefix of
 * what was written, over all states of a topology together, and Storm's checkpoints are made to
 * recover from any of these.
 */
final class Database implements AutoCloseable {
    /** The layout of keys and values, as {@link StateTable} writes them. */
    private static final byte[] FORMAT = "1".getBytes(StandardCharsets.UTF_8);

    /** Shorter than any key of a table. */
    private static final byte[] FORMAT_KEY = {0};

    private static final long WRITE_BUFFER_BYTES = 16L << 20;
    private static final int LOG_FILES = 2;

    private final Path folder;
    private final Options options;
    private final RocksDB rocks;

    /** Shared by operations, exclusive for closing. */
    private final ReadWriteLock inUse = new ReentrantReadWriteLock();

    private boolean closed;

    private Database(Path folder, Options options, RocksDB rocks) {
        this.folder = folder;
        this.options = options;
        this.rocks = rocks;
    }

    /**
     * Opens the database in a folder, makes it if there is none.
     *
     * @throws StateException if another process has it open, or it can't be read or made
     */
    static Database open(Path folder) {
        loadNativeLibrary();
        Options options =
                new Options()
                        .setCreateIfMissing(true)
                        .setWriteBufferSize(WRITE_BUFFER_BYTES)
                        .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
                        .setKeepLogFileNum(LOG_FILES);
        Database database;
        try {
            Files.createDirectories(folder);
            database = new Database(folder, options, RocksDB.open(options, folder.toString()));
        } catch (RocksDBException | IOException e) {
            options.close();
            throw new StateException(
                    "state in "
                            + folder
                            + " can't be opened: is another process using it, or is it not"
                            + " writable? Stop that process, or set "
                            + StateSettings.DIR_KEY
                            + " to another folder",
                    e);
        }
        database.checkFormat();
        return database;
    }

    /**
     * Loads the library from a file that is gone at once: RocksDB itself deletes its copy only when
     * the JVM ends in order, so that each killed process would leave 15 MB behind.
     */
    private static synchronized void loadNativeLibrary() {
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

    private void checkFormat() {
        byte[] found = get(FORMAT_KEY);
        if (found == null) {
            try (WriteBatch batch = new WriteBatch()) {
                batch.put(FORMAT_KEY, FORMAT);
                write(batch, true);
            } catch (RocksDBException e) {
                throw failed("write", e);
            }
        } else if (!Arrays.equals(found, FORMAT)) {
            close();
            throw new StateException(
                    "state in "
                            + folder
                            + " has format '"
                            + new String(found, StandardCharsets.UTF_8)
                            + "', but this version reads format '"
                            + new String(FORMAT, StandardCharsets.UTF_8)
                            + "'; use the version that wrote it, or another folder");
        }
    }

    /** Whether the files are still where they were opened; false if somebody deleted them. */
    boolean isInPlace() {
        return Files.exists(folder.resolve("CURRENT"));
    }

    /** The value of a key, or null. */
    byte @Nullable [] get(byte[] key) {
        inUse.readLock().lock();
        try {
            checkOpen();
            return rocks.get(key);
        } catch (RocksDBException e) {
            throw failed("read", e);
        } finally {
            inUse.readLock().unlock();
        }
    }

    /**
     * Writes all or nothing.
     *
     * @param sync whether to wait until the disk has it; if not, the operating system has it
     */
    void write(WriteBatch batch, boolean sync) {
        inUse.readLock().lock();
        try (WriteOptions how = new WriteOptions().setSync(sync)) {
            checkOpen();
            rocks.write(how, batch);
        } catch (RocksDBException e) {
            throw failed("write", e);
        } finally {
            inUse.readLock().unlock();
        }
    }

    /**
     * The next entries in the order of their keys.
     *
     * @param from the first key wanted, if it exists
     * @param end the first key not wanted
     * @param most how many, at most
     */
    List<Map.Entry<byte[], byte[]>> scan(byte[] from, byte[] end, int most) {
        inUse.readLock().lock();
        try (Slice bound = new Slice(end);
                ReadOptions how = new ReadOptions().setIterateUpperBound(bound)) {
            checkOpen();
            List<Map.Entry<byte[], byte[]>> found = new ArrayList<>();
            try (RocksIterator entries = rocks.newIterator(how)) {
                entries.seek(from);
                while (found.size() < most && entries.isValid()) {
                    found.add(Map.entry(entries.key(), entries.value()));
                    entries.next();
                }
                entries.status();
            }
            return found;
        } catch (RocksDBException e) {
            throw failed("read", e);
        } finally {
            inUse.readLock().unlock();
        }
    }

    private void checkOpen() {
        if (closed) {
            throw new StateException(
                    "state in "
                            + folder
                            + " is closed: its folder was deleted or opened anew while this"
                            + " topology still used it; kill a topology before deleting its state");
        }
    }

    private StateException failed(String what, RocksDBException cause) {
        return new StateException(
                "state in " + folder + ": " + what + " failed: " + cause.getMessage(), cause);
    }

    /** Waits for operations in progress. Needed to open it again, not to keep what was written. */
    @Override
    public void close() {
        inUse.writeLock().lock();
        try {
            if (!closed) {
                closed = true;
                rocks.close();
                options.close();
            }
        } finally {
            inUse.writeLock().unlock();
        }
    }
}
