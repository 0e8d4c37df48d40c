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
 * opens it for writing, it deletes tables that a truncated MANIFEST does not name, and everything
 * in a log after the first damaged record, so that a repair would be impossible.
 */
final class DatabaseOpening {
    /** Databases up to this format had no count of commits and no mark. */
    private static final String FORMAT_WITHOUT_MARK = "1";

    private static final long WRITE_BUFFER_BYTES = 16L << 20;
    private static final int INFO_LOG_FILES = 2;
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
            throw StateErrors.inaccessibleFiles(folder, e);
        }
        try {
            return new DatabaseOpening(folder, mark).inspectAndOpen();
        } catch (RuntimeException | Error e) {
            mark.close();
            throw e;
        }
    }

    private StateDatabase inspectAndOpen() {
        rejectIfLocked();
        boolean exists = Files.exists(folder.resolve("CURRENT"));
        if (!exists && (mark.requiredCommits() > 0 || hasData())) {
            throw StateErrors.damagedFiles(folder, "its file CURRENT is missing", null);
        }
        Contents inspected = exists ? inspect() : Contents.NONE;

        Options options = createOptions(inspected.format().isEmpty(), recoveryMode());
        RocksDB rocks = null;
        try {
            rocks = RocksDB.open(options, folder.toString());
            Contents contents = readContents(rocks);
            if (contents.commits() < inspected.commits()) {
                throw StateErrors.missingCommits(
                        folder,
                        inspected.commits(),
                        contents.commits(),
                        "the other commits disappeared while the database was being opened");
            }
            // The mark must be on the disk before the database has the format that requires a mark.
            mark.startCounting(contents.commits());
            StateDatabase database = new StateDatabase(folder, options, rocks, mark);
            if (!contents.format().equals(StateDatabase.FORMAT)) {
                database.writeFormat();
            }
            Files.deleteIfExists(folder.resolve(StateErrors.ACCEPT_FILE));
            return database;
        } catch (RocksDBException e) {
            close(rocks, options);
            throw StateErrors.translate(folder, e);
        } catch (IOException e) {
            close(rocks, options);
            throw StateErrors.inaccessibleFiles(folder, e);
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
     * Rejects a database whose RocksDB lock is held. This process holds the lock of the mark, but
     * other versions of Eyewall, and other programs, lock only RocksDB's file.
     */
    private void rejectIfLocked() {
        Path lockFile = folder.resolve("LOCK");
        if (!Files.exists(lockFile)) {
            return;
        }
        try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            if (lock == null) {
                throw StateErrors.folderInUse(folder, "another process", null);
            }
        } catch (OverlappingFileLockException | FileSystemException e) {
            throw StateErrors.folderInUse(folder, "another process", e);
        } catch (IOException e) {
            throw StateErrors.inaccessibleFiles(folder, e);
        }
    }

    /** Returns whether there are files that only a database with contents has. */
    private boolean hasData() {
        return !fileNames(name -> name.endsWith(".sst") || name.endsWith(".log")).isEmpty();
    }

    private List<String> fileNames(Predicate<String> filter) {
        try (var files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(filter)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw StateErrors.inaccessibleFiles(folder, e);
        }
    }

    private Contents inspect() {
        Contents contents;
        try (Options options = createOptions(false, recoveryMode());
                RocksDB rocks = RocksDB.openReadOnly(options, folder.toString())) {
            contents = readContents(rocks);
            rocks.verifyChecksum();
        } catch (RocksDBException e) {
            throw StateErrors.translate(folder, e);
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
        boolean accepted = Files.exists(folder.resolve(StateErrors.ACCEPT_FILE));
        if (contents.commits() < mark.requiredCommits()) {
            if (!accepted) {
                throw StateErrors.missingCommits(
                        folder, mark.requiredCommits(), contents.commits(), describeDamage());
            }
            LOG.warn(
                    "state in {}: continues with {} of {} commits, because file {} exists",
                    folder,
                    contents.commits(),
                    mark.requiredCommits(),
                    StateErrors.ACCEPT_FILE);
        } else if (mark.isBlank() && contents.format().equals(StateDatabase.FORMAT)) {
            if (!accepted) {
                throw StateErrors.unknownCommits(folder, contents.commits());
            }
            LOG.warn(
                    "state in {}: continues with {} commits and no mark of how many there should"
                            + " be, because file {} exists",
                    folder,
                    contents.commits(),
                    StateErrors.ACCEPT_FILE);
        } else if (contents.commits() < mark.recordedCommits()) {
            LOG.warn(
                    "state in {}: continues with {} of {} commits; the others had not reached the"
                            + " disk when the system ended ({}: false)",
                    folder,
                    contents.commits(),
                    mark.recordedCommits(),
                    StateSettings.SYNC_KEY);
        }
    }

    /**
     * Describes the damage, with the file that lacks commits: opens the database once more and lets
     * RocksDB tolerate nothing.
     */
    private String describeDamage() {
        try (Options options = createOptions(false, WALRecoveryMode.AbsoluteConsistency)) {
            RocksDB.openReadOnly(options, folder.toString()).close();
            return "a write-ahead log (*.log) was removed or truncated, or the MANIFEST changed";
        } catch (RocksDBException e) {
            List<String> logs = fileNames(name -> name.endsWith(".log"));
            return "write-ahead log %s was truncated or changed (%s)"
                    .formatted(String.join(" or ", logs), e.getMessage());
        }
    }

    /**
     * Returns RocksDB's recovery mode. The mark distinguishes a log that a crash has cut from a
     * damaged one; without a mark, RocksDB has to guess.
     */
    private WALRecoveryMode recoveryMode() {
        return mark.isBlank() && !Files.exists(folder.resolve(StateErrors.ACCEPT_FILE))
                ? WALRecoveryMode.TolerateCorruptedTailRecords
                : WALRecoveryMode.PointInTimeRecovery;
    }

    private static Options createOptions(boolean create, WALRecoveryMode recovery) {
        // RocksDB itself holds the operator for as long as it needs it.
        try (MergeOperator add = new UInt64AddOperator()) {
            return new Options()
                    .setCreateIfMissing(create)
                    .setWalRecoveryMode(recovery)
                    .setMergeOperator(add)
                    .setWriteBufferSize(WRITE_BUFFER_BYTES)
                    .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
                    .setKeepLogFileNum(INFO_LOG_FILES);
        }
    }

    private static Contents readContents(RocksDB rocks) throws RocksDBException {
        byte[] format = rocks.get(StateDatabase.FORMAT_KEY);
        byte[] count = rocks.get(StateDatabase.COUNT_KEY);
        return new Contents(
                format == null ? "" : new String(format, StandardCharsets.UTF_8),
                count == null
                        ? 0
                        : ByteBuffer.wrap(count).order(ByteOrder.LITTLE_ENDIAN).getLong());
    }
}
