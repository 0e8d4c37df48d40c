package io.eyewall.state;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How many commits a database must hold: a file beside it, {@code COMMITS}, written after each
 * commit and before anybody is told of it. RocksDB takes a log that ends too early, or is missing,
 * for one that a crash has cut; by this number the two are told apart.
 *
 * <p>The file has two slots, written in turn, so that a write that is cut off leaves the other. It
 * is locked while the database is open. Any thread may call. Plain file access, not channels: those
 * are closed, and the lock with them, when a thread is interrupted in them.
 */
final class CommitMark implements AutoCloseable {
    static final String FILE = "COMMITS";

    private final Path file;

    /** Its writes are with the operating system when they return. */
    private final RandomAccessFile lazy;

    /** Its writes are on the disk when they return. */
    private final RandomAccessFile forced;

    /** Ends with {@link #lazy}. Kept because the JVM forgets locks that nobody refers to. */
    private final FileLock lock;

    /** What was found when the file was opened, or null: new, or damaged. */
    private final @Nullable MarkSlot found;

    private final BootId boot = BootId.current();

    /** Guards what is counted. Never held while the disk works. */
    private final Object counts = new Object();

    /** Commits that were waited for, those found at the start included. */
    private long waited;

    /** Commits that nobody waited for. */
    private long unwaited;

    /** Those among {@link #unwaited} that a later commit, waited for, took along to the disk. */
    private long takenAlong;

    /** Guards the file and its generation. Taken before {@link #counts}. */
    private final Object writing = new Object();

    private long generation;
    private long marked;

    private CommitMark(Path file, RandomAccessFile lazy, RandomAccessFile forced, FileLock lock)
            throws IOException {
        this.file = file;
        this.lazy = lazy;
        this.forced = forced;
        this.lock = lock;
        found = newest(slot(0), slot(1));
        generation = found == null ? 0 : found.generation();
    }

    /**
     * Opens the mark of the database in a folder, makes it if there is none.
     *
     * @throws StateException if the folder is in use
     * @throws IOException if the file can't be read or made
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

    private static @Nullable MarkSlot newest(@Nullable MarkSlot one, @Nullable MarkSlot other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.generation() > other.generation() ? one : other;
    }

    /** Whether the file was new, or neither slot was readable. */
    boolean isBlank() {
        return found == null;
    }

    /** How many commits the database must have; 0 if the mark is blank. */
    long required() {
        if (found == null) {
            return 0;
        }
        return found.boot().isSameRun(boot) ? found.written() : found.durable();
    }

    /**
     * How many it had when the mark was written: more than {@link #required} if some were left to
     * an operating system that has ended since.
     */
    long written() {
        return found == null ? 0 : found.written();
    }

    /**
     * Begins with what the database has; returns when the disk has the mark.
     *
     * @param count its commits, all of them on the disk
     */
    void start(long count) {
        synchronized (counts) {
            waited = count;
        }
        write(Long.MAX_VALUE, true);
    }

    /** Called before a commit; its result goes to {@link #committed}. */
    long begin() {
        synchronized (counts) {
            return unwaited;
        }
    }

    /**
     * Called when the database has a commit; returns when the mark has it too.
     *
     * @param sync whether the commit waited for the disk; then its mark does, too
     * @param begun what {@link #begin} returned: commits before this one, which it took along
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

    /** Writes all that is counted, unless another thread has done that for us meanwhile. */
    private void write(long number, boolean sync) {
        synchronized (writing) {
            if (marked >= number) {
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
            marked = slot.written();
        }
    }

    @Override
    public void close() {
        try (lock) {
            // Released before the file is closed, so that no other descriptor of it matters.
        } catch (IOException e) {
            // It ends with the descriptor, too.
        }
        closeBoth(lazy, forced);
    }

    private static void closeBoth(RandomAccessFile lazy, @Nullable RandomAccessFile forced) {
        try (lazy;
                forced) {
            // Each is closed, whatever the other one does.
        } catch (IOException e) {
            // Everything was written when it was reported; the lock ends with the descriptor.
        }
    }
}
