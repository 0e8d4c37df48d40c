package io.eyewall.state;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Records how many commits a database must hold: a file beside the database, {@code COMMITS},
 * written after each commit and before the commit is reported. RocksDB takes a log that ends too
 * early, or is missing, for one that a crash has cut; this number distinguishes the two.
 *
 * <p>The file has two slots, written alternately, so that an interrupted write leaves the other
 * slot intact. It is locked while the database is open. Any thread may call. Writes use plain file
 * access instead of channels, because a channel is closed, and its lock released, when a thread is
 * interrupted while it uses it.
 */
final class CommitMark implements AutoCloseable {
    static final String FILE = "COMMITS";

    private final Path file;

    /** Access to the file whose writes return when they have reached the operating system. */
    private final RandomAccessFile unforcedFile;

    /** Access to the file whose writes return when they have reached the disk. */
    private final RandomAccessFile forcedFile;

    /**
     * The lock of {@link #unforcedFile}. The reference is needed because the JVM releases a lock
     * that becomes unreachable.
     */
    private final FileLock lock;

    /** The newest slot when the file was opened; null if the file was new or damaged. */
    private final @Nullable MarkSlot newestSlot;

    private final BootId boot = BootId.current();

    /** Guards the counts. Never held during disk writes. */
    private final Object countsLock = new Object();

    /**
     * Commits that waited for the disk, including those that the database had when it was opened.
     */
    private long syncedCommits;

    /** Commits that did not wait for the disk. */
    private long unsyncedCommits;

    /**
     * The commits among {@link #unsyncedCommits} that are on the disk nevertheless, because a later
     * commit waited for the disk.
     */
    private long unsyncedOnDisk;

    /** Guards the file and its generation. Acquired before {@link #countsLock}. */
    private final Object writeLock = new Object();

    private long generation;
    private long lastWrittenCommits;

    private CommitMark(
            Path file, RandomAccessFile unforcedFile, RandomAccessFile forcedFile, FileLock lock)
            throws IOException {
        this.file = file;
        this.unforcedFile = unforcedFile;
        this.forcedFile = forcedFile;
        this.lock = lock;
        newestSlot = newerOf(readSlot(0), readSlot(1));
        generation = newestSlot == null ? 0 : newestSlot.generation();
    }

    /**
     * Opens and locks the mark of the database in a folder; creates it if there is none.
     *
     * @throws StateException if the folder is in use
     * @throws IOException if the file can't be read or created
     */
    static CommitMark lock(Path folder) throws IOException {
        Path file = folder.resolve(FILE);
        RandomAccessFile unforcedFile = new RandomAccessFile(file.toFile(), "rw");
        RandomAccessFile forcedFile = null;
        try {
            forcedFile = new RandomAccessFile(file.toFile(), "rwd");
            FileLock lock = unforcedFile.getChannel().tryLock();
            if (lock == null) {
                throw StateErrors.folderInUse(folder, "another process", null);
            }
            return new CommitMark(file, unforcedFile, forcedFile, lock);
        } catch (OverlappingFileLockException e) {
            closeBoth(unforcedFile, forcedFile);
            throw StateErrors.folderInUse(
                    folder, "this process, by another path or another copy of eyewall-state", e);
        } catch (IOException | RuntimeException e) {
            closeBoth(unforcedFile, forcedFile);
            throw e;
        }
    }

    private @Nullable MarkSlot readSlot(int index) throws IOException {
        byte[] bytes = new byte[MarkSlot.BYTES];
        if (unforcedFile.length() < (index + 1L) * MarkSlot.BYTES) {
            return null;
        }
        unforcedFile.seek((long) index * MarkSlot.BYTES);
        unforcedFile.readFully(bytes);
        return MarkSlot.decode(bytes);
    }

    private static @Nullable MarkSlot newerOf(@Nullable MarkSlot one, @Nullable MarkSlot other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.generation() > other.generation() ? one : other;
    }

    /** Returns whether the file was new, or neither slot was readable. */
    boolean isBlank() {
        return newestSlot == null;
    }

    /** Returns how many commits the database must have; 0 if the mark is blank. */
    long requiredCommits() {
        if (newestSlot == null) {
            return 0;
        }
        return newestSlot.boot().isSameRun(boot) ? newestSlot.written() : newestSlot.durable();
    }

    /**
     * Returns how many commits the database had when the mark was written: more than {@link
     * #requiredCommits} if some commits had not reached the disk when the operating system ended.
     */
    long recordedCommits() {
        return newestSlot == null ? 0 : newestSlot.written();
    }

    /**
     * Starts counting with the database's commits; returns when the mark is on the disk.
     *
     * @param count the database's commits, all of them on the disk
     */
    void startCounting(long count) {
        synchronized (countsLock) {
            syncedCommits = count;
        }
        writeCounts(Long.MAX_VALUE, true); // always writes
    }

    /** Returns a value to pass to {@link #recordCommit}; called before each commit. */
    long beginCommit() {
        synchronized (countsLock) {
            return unsyncedCommits;
        }
    }

    /**
     * Records a commit of the database; returns when the mark is written.
     *
     * @param sync whether the commit waited for the disk; if so, the write of the mark waits, too
     * @param unsyncedBefore the result of {@link #beginCommit}: the number of earlier commits that
     *     did not wait; if this commit waited, it has brought them to the disk
     * @throws StateException if the mark can't be written
     */
    void recordCommit(boolean sync, long unsyncedBefore) {
        long commitNumber;
        synchronized (countsLock) {
            if (sync) {
                syncedCommits++;
                unsyncedOnDisk = Math.max(unsyncedOnDisk, unsyncedBefore);
            } else {
                unsyncedCommits++;
            }
            commitNumber = syncedCommits + unsyncedCommits;
        }
        writeCounts(commitNumber, sync);
    }

    /** Writes the counts, unless another thread has written them up to this commit meanwhile. */
    private void writeCounts(long commitNumber, boolean sync) {
        synchronized (writeLock) {
            if (lastWrittenCommits >= commitNumber) {
                return;
            }
            MarkSlot slot;
            synchronized (countsLock) {
                slot =
                        new MarkSlot(
                                generation + 1,
                                syncedCommits + unsyncedOnDisk,
                                syncedCommits + unsyncedCommits,
                                boot);
            }
            RandomAccessFile target = sync ? forcedFile : unforcedFile;
            try {
                target.seek(slot.generation() % 2 * MarkSlot.BYTES);
                target.write(slot.encode());
            } catch (IOException e) {
                throw new StateException(
                        "state: "
                                + file
                                + " can't be written, so that the last commit counts as failed;"
                                + " make room on the file's disk, or repair the disk",
                        e);
            }
            generation = slot.generation();
            lastWrittenCommits = slot.written();
        }
    }

    @Override
    public void close() {
        try (lock) {
            // Released before the file is closed, so that other descriptors of the file do not
            // matter.
        } catch (IOException e) {
            // Closing the file releases the lock, too.
        }
        closeBoth(unforcedFile, forcedFile);
    }

    private static void closeBoth(
            RandomAccessFile unforcedFile, @Nullable RandomAccessFile forcedFile) {
        try (unforcedFile;
                forcedFile) {
            // Closes both, even if closing one fails.
        } catch (IOException e) {
            // No commit is lost: each was written before it was reported. The lock ends with the
            // file descriptor.
        }
    }
}
