package io.eyewall.state;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;
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
    static final String FORMAT = "2";

    /** Like {@link #COUNT_KEY} shorter than any key of a table. */
    static final byte[] FORMAT_KEY = {0};

    /**
     * How many batches were written: each adds one to it, so that it lacks those that were lost, at
     * the end of a log or in the middle of one, or with a table.
     */
    static final byte[] COUNT_KEY = {1};

    private static final byte[] ONE = {1, 0, 0, 0, 0, 0, 0, 0};

    private final Path folder;
    private final Options options;
    private final RocksDB rocks;
    private final CommitMark mark;

    /** Shared by operations, exclusive for closing. */
    private final ReadWriteLock inUse = new ReentrantReadWriteLock();

    private boolean closed;

    /** Made by {@link DatabaseOpening}; all that it gets is closed with it. */
    Database(Path folder, Options options, RocksDB rocks, CommitMark mark) {
        this.folder = folder;
        this.options = options;
        this.rocks = rocks;
        this.mark = mark;
    }

    /** Says how keys and values are laid out; a new database, or an older one, didn't. */
    void writeFormat() {
        try (WriteBatch batch = new WriteBatch()) {
            batch.put(FORMAT_KEY, FORMAT.getBytes(StandardCharsets.UTF_8));
            write(batch, true);
        } catch (RocksDBException e) {
            throw failed("write", e);
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
     * @param batch one more entry is added to it
     * @param sync whether to wait until the disk has it; if not, the operating system has it
     */
    void write(WriteBatch batch, boolean sync) {
        inUse.readLock().lock();
        try (WriteOptions how = new WriteOptions().setSync(sync)) {
            checkOpen();
            batch.merge(COUNT_KEY, ONE);
            long begun = mark.begin();
            rocks.write(how, batch);
            mark.committed(sync, begun);
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
                mark.close();
            }
        } finally {
            inUse.writeLock().unlock();
        }
    }
}
