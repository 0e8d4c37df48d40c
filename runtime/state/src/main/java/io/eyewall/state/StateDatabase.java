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
 * An open RocksDB database: maps sorted byte keys to byte values, changed by atomic batches. Any
 * thread may call; an operation on a closed database throws instead of accessing freed memory.
 *
 * <p>All batches go into one log, in order. After a crash the database therefore always holds a
 * prefix of what was written, over all states of a topology together, and Storm's checkpoints can
 * recover from any such prefix.
 */
final class StateDatabase implements AutoCloseable {
    /** Version of the layout of keys and values that {@link StateTable} writes. */
    static final String FORMAT = "2";

    /**
     * The key of {@link #FORMAT}. Like {@link #COUNT_KEY}, it is shorter than any key of a table.
     */
    static final byte[] FORMAT_KEY = {0};

    /**
     * Key of the number of batches. Each batch adds one, so that the number does not include lost
     * batches, whether they are missing at the end or in the middle of a log, or with a table.
     */
    static final byte[] COUNT_KEY = {1};

    private static final byte[] LITTLE_ENDIAN_ONE = {1, 0, 0, 0, 0, 0, 0, 0};

    private final Path folder;
    private final Options options;
    private final RocksDB rocks;
    private final CommitMark mark;

    /** Operations hold the read lock, closing holds the write lock. */
    private final ReadWriteLock closeLock = new ReentrantReadWriteLock();

    private boolean closed;

    /** Called by {@link DatabaseOpening}. Closing the database closes the arguments, too. */
    StateDatabase(Path folder, Options options, RocksDB rocks, CommitMark mark) {
        this.folder = folder;
        this.options = options;
        this.rocks = rocks;
        this.mark = mark;
    }

    /** Writes the format's version, which a new or older database lacks. */
    void writeFormat() {
        try (WriteBatch batch = new WriteBatch()) {
            batch.put(FORMAT_KEY, FORMAT.getBytes(StandardCharsets.UTF_8));
            write(batch, true);
        } catch (RocksDBException e) {
            throw operationError("write", e);
        }
    }

    /** Returns whether the files still exist in the folder; false if they were deleted. */
    boolean filesExist() {
        return Files.exists(folder.resolve("CURRENT"));
    }

    /** Returns the value of a key, or null. */
    byte @Nullable [] get(byte[] key) {
        closeLock.readLock().lock();
        try {
            checkOpen();
            return rocks.get(key);
        } catch (RocksDBException e) {
            throw operationError("read", e);
        } finally {
            closeLock.readLock().unlock();
        }
    }

    /**
     * Writes a batch atomically.
     *
     * @param batch the batch, to which one more entry is added
     * @param sync whether to wait until the batch is on the disk; if not, it has been passed to the
     *     operating system
     */
    void write(WriteBatch batch, boolean sync) {
        closeLock.readLock().lock();
        try (WriteOptions writeOptions = new WriteOptions().setSync(sync)) {
            checkOpen();
            batch.merge(COUNT_KEY, LITTLE_ENDIAN_ONE);
            long unsyncedBefore = mark.beginCommit();
            rocks.write(writeOptions, batch);
            mark.recordCommit(sync, unsyncedBefore);
        } catch (RocksDBException e) {
            throw operationError("write", e);
        } finally {
            closeLock.readLock().unlock();
        }
    }

    /**
     * Returns the entries of a range in the order of their keys.
     *
     * @param from first key, inclusive
     * @param end last key, exclusive
     * @param limit maximum number of entries
     */
    List<Map.Entry<byte[], byte[]>> scan(byte[] from, byte[] end, int limit) {
        closeLock.readLock().lock();
        try (Slice bound = new Slice(end);
                ReadOptions readOptions = new ReadOptions().setIterateUpperBound(bound)) {
            checkOpen();
            List<Map.Entry<byte[], byte[]>> entries = new ArrayList<>();
            try (RocksIterator iterator = rocks.newIterator(readOptions)) {
                iterator.seek(from);
                while (entries.size() < limit && iterator.isValid()) {
                    entries.add(Map.entry(iterator.key(), iterator.value()));
                    iterator.next();
                }
                iterator.status();
            }
            return entries;
        } catch (RocksDBException e) {
            throw operationError("read", e);
        } finally {
            closeLock.readLock().unlock();
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

    private StateException operationError(String operation, RocksDBException cause) {
        return new StateException(
                "state in " + folder + ": " + operation + " failed: " + cause.getMessage(), cause);
    }

    /**
     * Closes the database after all operations in progress. The database must be closed before it
     * can be opened again; but what was written survives without closing.
     */
    @Override
    public void close() {
        closeLock.writeLock().lock();
        try {
            if (!closed) {
                closed = true;
                rocks.close();
                options.close();
                mark.close();
            }
        } finally {
            closeLock.writeLock().unlock();
        }
    }
}
