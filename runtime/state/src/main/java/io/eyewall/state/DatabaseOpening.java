package io.eyewall.state;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.MergeOperator;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.UInt64AddOperator;
import org.rocksdb.WALRecoveryMode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens a database unless it is damaged. The database is inspected read-only first: when RocksDB
 * opens it for writing, it deletes tables that a truncated MANIFEST does not name, and the rest of
 * a log behind a damaged place, so that a repair would be impossible.
 */
final class DatabaseOpening {
    /** Databases up to this format had no count of commits and no mark. */
    private static final String FORMAT_WITHOUT_MARK = "1";

    private static final long WRITE_BUFFER_BYTES = 16L << 20;
    private static final int LOG_FILES = 2;
    private static final Logger LOG = LoggerFactory.getLogger(DatabaseOpening.class);

    private final Path folder;
    private final CommitMark mark;

    private DatabaseOpening(Path folder, CommitMark mark) {
        this.folder = folder;
        this.mark = mark;
    }

    /** The format and the number of commits that a database contains. */
    private record Contents(String format, long commits) {
        static final Contents NONE = new Contents("", 0);
    }

    /**
     * Opens the database in a folder; creates it if there is none.
     *
     * @throws StateException if it is in use, damaged, of an unknown format, or inaccessible
     */
    static StateDatabase open(Path folder) {
        NativeLibrary.load();
        CommitMark mark;
        try {
            Files.createDirectories(folder);
            mark = CommitMark.lock(folder);
        } catch (IOException e) {
            throw Damage.inaccessible(folder, e);
        }
        try {
            return new DatabaseOpening(folder, mark).open();
        } catch (RuntimeException | Error e) {
            mark.close();
            throw e;
        }
    }

    private StateDatabase open() {
        refuseIfLocked();
        boolean exists = Files.exists(folder.resolve("CURRENT"));
        if (!exists && (mark.required() > 0 || hasData())) {
            throw Damage.broken(folder, "its file CURRENT is missing", null);
        }
        Contents inspected = exists ? inspect() : Contents.NONE;

        Options options = options(inspected.format().isEmpty(), recovery());
        RocksDB rocks = null;
        try {
            rocks = RocksDB.open(options, folder.toString());
            Contents contents = contents(rocks);
            if (contents.commits() < inspected.commits()) {
                throw Damage.lacking(
                        folder,
                        inspected.commits(),
                        contents.commits(),
                        "the others disappeared while it was being opened");
            }
            // The mark is on the disk before the database's format says that there is one.
            mark.start(contents.commits());
            StateDatabase database = new StateDatabase(folder, options, rocks, mark);
            if (!contents.format().equals(StateDatabase.FORMAT)) {
                database.writeFormat();
            }
            Files.deleteIfExists(folder.resolve(Damage.ACCEPT_FILE));
            return database;
        } catch (RocksDBException e) {
            close(rocks, options);
            throw Damage.of(folder, e);
        } catch (IOException e) {
            close(rocks, options);
            throw Damage.inaccessible(folder, e);
        } catch (RuntimeException e) {
            close(rocks, options);
            throw e;
        }
    }

    private static void close(@Nullable RocksDB rocks, Options options) {
        if (rocks != null) {
            rocks.close();
        }
        options.close();
    }

    /**
     * Rejects a database whose RocksDB lock is held. The mark is locked, but other versions of
     * Eyewall, and other programs, lock only this file.
     */
    private void refuseIfLocked() {
        Path lockFile = folder.resolve("LOCK");
        if (!Files.exists(lockFile)) {
            return;
        }
        try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            if (lock == null) {
                throw Damage.inUse(folder, "another process", null);
            }
        } catch (OverlappingFileLockException | FileSystemException e) {
            throw Damage.inUse(folder, "another process", e);
        } catch (IOException e) {
            throw Damage.inaccessible(folder, e);
        }
    }

    /** Returns whether there are files that only a database with contents has. */
    private boolean hasData() {
        return !files(name -> name.endsWith(".sst") || name.endsWith(".log")).isEmpty();
    }

    private List<String> files(Predicate<String> filter) {
        try (var files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(filter)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw Damage.inaccessible(folder, e);
        }
    }

    private Contents inspect() {
        Contents contents;
        try (Options options = options(false, recovery());
                RocksDB rocks = RocksDB.openReadOnly(options, folder.toString())) {
            contents = contents(rocks);
            rocks.verifyChecksum();
        } catch (RocksDBException e) {
            throw Damage.of(folder, e);
        }
        switch (contents.format()) {
            case "", FORMAT_WITHOUT_MARK, StateDatabase.FORMAT -> checkCommits(contents);
            default ->
                    throw new StateException(
                            ("state in %s has format '%s', but this version reads format '%s'; use"
                                            + " the version that wrote it, or another folder")
                                    .formatted(folder, contents.format(), StateDatabase.FORMAT));
        }
        return contents;
    }

    private void checkCommits(Contents contents) {
        boolean accepted = Files.exists(folder.resolve(Damage.ACCEPT_FILE));
        if (contents.commits() < mark.required()) {
            if (!accepted) {
                throw Damage.lacking(folder, mark.required(), contents.commits(), blame());
            }
            LOG.warn(
                    "state in {}: continues with {} of {} commits, because file {} exists",
                    folder,
                    contents.commits(),
                    mark.required(),
                    Damage.ACCEPT_FILE);
        } else if (mark.isBlank() && contents.format().equals(StateDatabase.FORMAT)) {
            if (!accepted) {
                throw Damage.unmarked(folder, contents.commits());
            }
            LOG.warn(
                    "state in {}: continues with {} commits and no mark of how many there should"
                            + " be, because file {} exists",
                    folder,
                    contents.commits(),
                    Damage.ACCEPT_FILE);
        } else if (contents.commits() < mark.written()) {
            LOG.warn(
                    "state in {}: continues with {} of {} commits; the others had not reached the"
                            + " disk when the system ended ({}: false)",
                    folder,
                    contents.commits(),
                    mark.written(),
                    StateSettings.SYNC_KEY);
        }
    }

    /** Returns which file lacks commits, as far as RocksDB knows if it tolerates nothing. */
    private String blame() {
        try (Options options = options(false, WALRecoveryMode.AbsoluteConsistency)) {
            RocksDB.openReadOnly(options, folder.toString()).close();
            return "a write-ahead log (*.log) was removed or truncated, or the MANIFEST changed";
        } catch (RocksDBException e) {
            List<String> logs = files(name -> name.endsWith(".log"));
            return "write-ahead log %s was truncated or changed (%s)"
                    .formatted(String.join(" or ", logs), e.getMessage());
        }
    }

    /**
     * Returns RocksDB's recovery mode. The mark distinguishes a log that a crash has cut from a
     * damaged one; without a mark RocksDB has to distinguish them as well as it can.
     */
    private WALRecoveryMode recovery() {
        return mark.isBlank() && !Files.exists(folder.resolve(Damage.ACCEPT_FILE))
                ? WALRecoveryMode.TolerateCorruptedTailRecords
                : WALRecoveryMode.PointInTimeRecovery;
    }

    private static Options options(boolean create, WALRecoveryMode recovery) {
        // RocksDB itself holds the operator for as long as it needs it.
        try (MergeOperator add = new UInt64AddOperator()) {
            return new Options()
                    .setCreateIfMissing(create)
                    .setWalRecoveryMode(recovery)
                    .setMergeOperator(add)
                    .setWriteBufferSize(WRITE_BUFFER_BYTES)
                    .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
                    .setKeepLogFileNum(LOG_FILES);
        }
    }

    private static Contents contents(RocksDB rocks) throws RocksDBException {
        byte[] format = rocks.get(StateDatabase.FORMAT_KEY);
        byte[] count = rocks.get(StateDatabase.COUNT_KEY);
        return new Contents(
                format == null ? "" : new String(format, StandardCharsets.UTF_8),
                count == null
                        ? 0
                        : ByteBuffer.wrap(count).order(ByteOrder.LITTLE_ENDIAN).getLong());
    }
}
