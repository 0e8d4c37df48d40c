package io.eyewall.local.coordination;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A file that bytes are appended to, all or none of them, and that may be replaced as a whole. Not
 * safe for several threads.
 *
 * <p>It takes no more bytes after a failure that leaves open what the disk has: after one to force
 * them, the system may drop them and call the next attempt a success.
 */
final class LogFile implements AutoCloseable {
    /** Opens files; a test's may fail. */
    interface Disk {
        FileChannel open(Path file, OpenOption... options) throws IOException;
    }

    private final Path file;
    private final boolean sync;
    private final Disk disk;
    private FileChannel channel;

    /** The position of the next write; bytes beyond it belong to an attempt that failed. */
    private long end;

    /** Of the bytes before the end. */
    private CRC32C checksum;

    private @Nullable IOException broken;

    private LogFile(Path file, boolean sync, Disk disk, FileChannel channel, CRC32C checksum) {
        this.file = file;
        this.sync = sync;
        this.disk = disk;
        this.channel = channel;
        this.checksum = checksum;
    }

    /**
     * Opens a file, which is made if there is none.
     *
     * @param kept its first bytes; what follows them is cut off
     * @param sync whether bytes that are appended are on the disk when that returns; if not, the
     *     operating system has them
     */
    static LogFile open(Path file, ByteBuffer kept, boolean sync, Disk disk) throws IOException {
        CRC32C checksum = new CRC32C();
        checksum.update(kept.duplicate());
        FileChannel channel = disk.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            LogFile opened = new LogFile(file, sync, disk, channel, checksum);
            opened.end = kept.remaining();
            channel.truncate(opened.end);
            return opened;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** How many bytes it has. */
    long length() {
        return end;
    }

    /** The bytes that it has. */
    LogMark.Extent extent() {
        return new LogMark.Extent(end, (int) checksum.getValue());
    }

    /**
     * Adds bytes.
     *
     * @throws IOException if they are not there; after some failures nothing can be added any more
     */
    void append(byte[] bytes) throws IOException {
        refuseIfBroken();
        boolean written = false;
        try {
            write(channel, bytes, end);
            written = true;
            if (sync) {
                channel.force(true);
            }
        } catch (IOException e) {
            cutOff(e, written);
            throw new IOException(file + " can't be written: " + e, e);
        }
        end += bytes.length;
        checksum.update(bytes);
    }

    /** So that later bytes don't follow half of these. */
    private void cutOff(IOException cause, boolean written) {
        try {
            channel.truncate(end);
            if (!written) {
                return; // the disk is as it was: full, perhaps, and there may be room later
            }
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
        broken = cause;
    }

    private void refuseIfBroken() throws IOException {
        if (broken != null) {
            throw new IOException(
                    file
                            + " takes no more changes since one could not be written, as it is"
                            + " unknown what the disk has; end the process, see to the disk, and"
                            + " submit the topology again",
                    broken);
        }
    }

    /**
     * Has what was appended on the disk, whether or not that waits for it.
     *
     * @throws IOException if that fails; nothing can be added any more
     */
    void force() throws IOException {
        refuseIfBroken();
        try {
            channel.force(true);
        } catch (IOException e) {
            broken = e;
            throw e;
        }
    }

    /**
     * Replaces the whole file, on the disk when it returns.
     *
     * @throws IOException if that fails; the file is then the old or the new one
     */
    void replace(byte[] bytes) throws IOException {
        refuseIfBroken();
        FileChannel fresh = writeBeside(file, bytes, disk);
        try {
            putInPlace(file);
        } catch (IOException e) {
            fresh.close();
            throw e;
        }
        // From here on the name means the new file, even if the folder can't be forced.
        FileChannel old = channel;
        channel = fresh;
        end = bytes.length;
        checksum = new CRC32C();
        checksum.update(bytes);
        try {
            forceFolder(file, disk);
        } catch (IOException e) {
            broken = e;
            throw e;
        } finally {
            old.close();
        }
    }

    /** Writes a file of a kind that is not appended to, or replaces it, on the disk on return. */
    static void write(Path file, byte[] bytes, Disk disk) throws IOException {
        writeBeside(file, bytes, disk).close();
        putInPlace(file);
        forceFolder(file, disk);
    }

    /** The name under which a replacement is written; a crash may leave it. */
    static Path beside(Path file) {
        return file.resolveSibling(file.getFileName() + ".new");
    }

    private static FileChannel writeBeside(Path file, byte[] bytes, Disk disk) throws IOException {
        FileChannel channel =
                disk.open(
                        beside(file),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE);
        try {
            write(channel, bytes, 0);
            channel.force(true); // renamed before its bytes have arrived, it would be empty
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            Files.deleteIfExists(beside(file));
            throw e;
        }
    }

    private static void write(FileChannel channel, byte[] bytes, long at) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
            channel.write(buffer, at + buffer.position());
        }
    }

    private static void putInPlace(Path file) throws IOException {
        try {
            Files.move(beside(file), file, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            throw new IOException(
                    file.getParent()
                            + " is on a file system that can't rename a file in one step; set"
                            + " eyewall.state.dir to a folder on another",
                    e);
        }
    }

    /** Makes the names of files durable, where folders can be opened (not on Windows). */
    private static void forceFolder(Path file, Disk disk) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null && !System.getProperty("os.name").startsWith("Windows")) {
            try (FileChannel opened = disk.open(folder, StandardOpenOption.READ)) {
                opened.force(true);
            }
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
