package io.eyewall.state;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/**
 * The newest whole snapshot in a folder of {@link SnapshotStore}, for reading: also while a
 * topology writes others, and without its lock. Used by one thread.
 */
public final class SavedSnapshot implements AutoCloseable {
    /** The number of attempts to open a snapshot that a running topology may replace meanwhile. */
    private static final int ATTEMPTS = 5;

    private final Path folder;
    private final long number;
    private final long takenMs;
    private final long bytes;
    private final Options options;
    private final RocksDB database;

    private SavedSnapshot(
            Path folder, long number, long takenMs, long bytes, Options options, RocksDB database) {
        this.folder = folder;
        this.number = number;
        this.takenMs = takenMs;
        this.bytes = bytes;
        this.options = options;
        this.database = database;
    }

    /**
     * Opens the newest whole snapshot; returns null if there is none.
     *
     * @throws StateException if the folder or the snapshot can't be read
     */
    public static @Nullable SavedSnapshot open(Path folder) {
        if (!Files.isDirectory(folder)) {
            return null;
        }
        NativeLibrary.load();
        for (int attempt = 1; ; attempt++) {
            try {
                List<Path> newestFirst =
                        SnapshotStore.snapshotFolders(folder).stream()
                                .filter(each -> !SnapshotStore.isDamaged(each))
                                .toList();
                return newestFirst.isEmpty() ? null : openWhole(folder, newestFirst.get(0));
            } catch (IOException | RocksDBException e) {
                if (attempt == ATTEMPTS) {
                    throw new StateException(
                            "snapshots in " + folder + " can't be read: " + e.getMessage(), e);
                }
            }
        }
    }

    private static SavedSnapshot openWhole(Path folder, Path snapshot)
            throws IOException, RocksDBException {
        long takenMs = Files.getLastModifiedTime(snapshot).toMillis();
        long bytes = SnapshotStore.sizeOf(snapshot);
        Options options = new Options();
        try {
            RocksDB database = RocksDB.openReadOnly(options, snapshot.toString());
            return new SavedSnapshot(
                    folder, SnapshotStore.numberOf(snapshot), takenMs, bytes, options, database);
        } catch (RocksDBException e) {
            options.close();
            throw e;
        }
    }

    /** Returns the number of the snapshot. */
    public long number() {
        return number;
    }

    /** Returns when the snapshot was taken, in milliseconds since 1970. */
    public long takenMs() {
        return takenMs;
    }

    /** Returns the size of the snapshot's files; snapshots may share files. */
    public long bytes() {
        return bytes;
    }

    /** Returns whether the process that wrote the snapshot has done all that it requires. */
    public boolean isEndRecorded() {
        return SnapshotStore.isEndRecorded(folder, number);
    }

    /** Returns the value of a key; null if it has none. */
    public byte @Nullable [] get(byte[] key) {
        try {
            return database.get(key);
        } catch (RocksDBException e) {
            throw unreadable(e);
        }
    }

    private StateException unreadable(RocksDBException cause) {
        return new StateException(
                "snapshot " + number + " can't be read: " + cause.getMessage(), cause);
    }

    /** Passes on all keys and values, in the order of the keys. */
    public void forEach(BiConsumer<byte[], byte[]> action) {
        try (RocksIterator iterator = database.newIterator()) {
            for (iterator.seek(SnapshotStore.FIRST_KEY); iterator.isValid(); iterator.next()) {
                action.accept(iterator.key(), iterator.value());
            }
            iterator.status();
        } catch (RocksDBException e) {
            throw unreadable(e);
        }
    }

    @Override
    public void close() {
        database.close();
        options.close();
    }
}
