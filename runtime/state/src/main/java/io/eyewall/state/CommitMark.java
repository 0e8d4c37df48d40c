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

    /** Its writes have reached the operating system when they return. */
    private final RandomAccessFile lazy;

    /** Its writes have reached the disk when they return. */
    private final RandomAccessFile forced;

    /**
     * Ends with {@link #lazy}. The reference is needed because the JVM releases locks that become
     * unreachable.
     */
    private final FileLock lock;

    /** The newest slot when the file was opened; null if the file was new or damaged. */
    private final @Nullable MarkSlot newest;

    private final BootId boot = BootId.current();

    /** Guards the counts. Never held during disk writes. */
    private final Object counts = new Object();

    /** Commits that waited for the disk, including those found when the mark was opened. */
    private long waited;

    /** Commits that did not wait for the disk. */
    private long unwaited;

    /**
     * The commits among {@link #unwaited} that a later commit that waited has brought to the disk.
     */
    private long takenAlong;

    /** Guards the file and its generation. Acquired before {@link #counts}. */
    private final Object writing = new Object();

    private long generation;
    private long writtenCommits;

    private CommitMark(Path file, RandomAccessFile lazy, RandomAccessFile forced, FileLock lock)
            throws IOException {
        this.file = file;
        this.lazy = lazy;
        this.forced = forced;
        this.lock = lock;
        newest = newerOf(slot(0), slot(1));
        generation = newest == null ? 0 : newest.generation();
    }

    /**
     * Opens and locks the mark of the database in a folder; creates it if there is none.
     *
     * @throws StateException if the folder is in use
     * @throws IOException if the file can't be read or created
     */
    static CommitMark lock(Path folder) throws IOException {
        Path file = folder.resolve(FILE);
        RandomAccessFile lazy = new RandomAccessFile(file.toFile(), "rw");
        RandomAccessFile forced = null;
        try {
            forced = new RandomAccessFile(file.toFile(), "rwd");
            FileLock lock = lazy.getChannel().tryLock();
            if (lock == null) {
                throw Damage.inUse(folder, "another process", null);
            }
            return new CommitMark(file, lazy, forced, lock);
        } catch (OverlappingFileLockException e) {
            closeBoth(lazy, forced);
            throw Damage.inUse(
                    folder, "this process, by another path or another copy of eyewall-state", e);
        } catch (IOException | RuntimeException e) {
            closeBoth(lazy, forced);
            throw e;
        }
    }

    private @Nullable MarkSlot slot(int index) throws IOException {
        byte[] bytes = new byte[MarkSlot.BYTES];
        if (lazy.length() < (index + 1L) * MarkSlot.BYTES) {
            return null;
        }
        lazy.seek((long) index * MarkSlot.BYTES);
        lazy.readFully(bytes);
        return MarkSlot.decoded(bytes);
    }

    private static @Nullable MarkSlot newerOf(@Nullable MarkSlot one, @Nullable MarkSlot other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.generation() > other.generation() ? one : other;
    }

    /** Returns whether the file was new, or neither slot was readable. */
    boolean isBlank() {
        return newest == null;
    }

    /** Returns how many commits the database must have; 0 if the mark is blank. */
    long required() {
        if (newest == null) {
            return 0;
        }
        return newest.boot().isSameRun(boot) ? newest.written() : newest.durable();
    }

    /**
     * Returns how many commits the database had when the mark was written: more than {@link
     * #required} if some had not reached the disk when the operating system ended.
     */
    long written() {
        return newest == null ? 0 : newest.written();
    }

    /**
     * Starts with the database's commits; returns when the mark is on the disk.
     *
     * @param count the database's commits, all of them on the disk
     */
    void start(long count) {
        synchronized (counts) {
            waited = count;
        }
        write(Long.MAX_VALUE, true);
    }

    /** Returns a value to pass to {@link #committed}; called before each commit. */
    long begin() {
        synchronized (counts) {
            return unwaited;
        }
    }

    /**
     * Records a commit of the database; returns when the mark is written.
     *
     * @param sync whether the commit waited for the disk; its mark then waits, too
     * @param begun the result of {@link #begin}: earlier commits, which this one brought to the
     *     disk
     * @throws StateException if the mark can't be written
     */
    void committed(boolean sync, long begun) {
        long number;
        synchronized (counts) {
            if (sync) {
                waited++;
                takenAlong = Math.max(takenAlong, begun);
            } else {
                unwaited++;
            }
            number = waited + unwaited;
        }
        write(number, sync);
    }

    /** Writes the counts, unless another thread has written them meanwhile. */
    private void write(long number, boolean sync) {
        synchronized (writing) {
            if (writtenCommits >= number) {
                return;
            }
            MarkSlot slot;
            synchronized (counts) {
                slot = new MarkSlot(generation + 1, waited + takenAlong, waited + unwaited, boot);
            }
            RandomAccessFile to = sync ? forced : lazy;
            try {
                to.seek(slot.generation() % 2 * MarkSlot.BYTES);
                to.write(slot.encoded());
            } catch (IOException e) {
                throw new StateException(
                        "state: "
                                + file
                                + " can't be written, so that the last commit counts as failed;"
                                + " make room on its disk, or repair it",
                        e);
            }
            generation = slot.generation();
            writtenCommits = slot.written();
        }
    }

    @Override
    public void close() {
        try (lock) {
            // Released before the file is closed, so that other descriptors of the file do not
            // matter.
        } catch (IOException e) {
            // The lock ends with the descriptor, too.
        }
        closeBoth(lazy, forced);
    }

    private static void closeBoth(RandomAccessFile lazy, @Nullable RandomAccessFile forced) {
        try (lazy;
                forced) {
            // Closes both, even if closing one fails.
        } catch (IOException e) {
            // All commits were written before they were reported; the lock ends with the
            // descriptor.
        }
    }
}
