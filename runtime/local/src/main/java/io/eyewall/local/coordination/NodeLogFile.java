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
 * A file with atomic appends, which may also be replaced as a whole. Not safe for several threads.
 *
 * <p>A failure that leaves the contents on disk unknown ends all appends: after a failed {@code
 * force}, the operating system may drop the bytes and report the next attempt as a success.
 */
final class NodeLogFile implements AutoCloseable {
    /** Opens files; tests use one that fails. */
    interface Disk {
        FileChannel open(Path file, OpenOption... options) throws IOException;
    }

    private final Path file;
    private final boolean sync;
    private final Disk disk;
    private FileChannel channel;

    /** The position of the next write; bytes beyond it belong to an attempt that failed. */
    private long end;

    /** The checksum of the bytes before {@link #end}. */
    private CRC32C checksum;

    /** The failure after which the contents on disk are unknown; null if there was none. */
    private @Nullable IOException fatalFailure;

    private NodeLogFile(Path file, boolean sync, Disk disk, FileChannel channel, CRC32C checksum) {
        this.file = file;
        this.sync = sync;
        this.disk = disk;
        this.channel = channel;
        this.checksum = checksum;
    }

    /**
     * Opens a file, which is created unless it exists.
     *
     * @param validPrefix the file's first bytes, which stay; the bytes after them are cut off
     * @param sync whether {@link #append} returns only when the bytes are on the disk; if not, they
     *     have been passed to the operating system
     */
    static NodeLogFile open(Path file, ByteBuffer validPrefix, boolean sync, Disk disk)
            throws IOException {
        CRC32C checksum = new CRC32C();
        checksum.update(validPrefix.duplicate());
        FileChannel channel = disk.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            NodeLogFile opened = new NodeLogFile(file, sync, disk, channel, checksum);
            opened.end = validPrefix.remaining();
            channel.truncate(opened.end);
            return opened;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** Returns the number of bytes. */
    long length() {
        return end;
    }

    /** Returns the length and checksum of the bytes. */
    NodeLogMark.Extent extent() {
        return new NodeLogMark.Extent(end, (int) checksum.getValue());
    }

    /**
     * Appends bytes.
     *
     * @throws IOException if they were not appended; after some failures nothing can be appended
     *     any more
     */
    void append(byte[] bytes) throws IOException {
        rejectAfterFatalFailure();
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

    /** Cuts off the bytes of a failed append, so that the next append does not follow them. */
    private void cutOff(IOException cause, boolean written) {
        try {
            channel.truncate(end);
            if (!written) {
                return; // the file is as before; if the disk is full, there may be space later
            }
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
        fatalFailure = cause;
    }

    private void rejectAfterFatalFailure() throws IOException {
        if (fatalFailure != null) {
            throw new IOException(
                    file
                            + " accepts no more changes: since a write failed, it is unknown what"
                            + " the disk contains; end the process, repair the disk, and submit"
                            + " the topology again",
                    fatalFailure);
        }
    }

    /**
     * Forces the appended bytes to the disk, whether or not {@link #append} does so.
     *
     * @throws IOException if that fails; nothing can be appended any more
     */
    void force() throws IOException {
        rejectAfterFatalFailure();
        try {
            channel.force(true);
        } catch (IOException e) {
            fatalFailure = e;
            throw e;
        }
    }

    /**
     * Replaces the whole file; the new contents are on the disk when this returns.
     *
     * @throws IOException if that fails; the file then has the old or the new contents
     */
    void replace(byte[] bytes) throws IOException {
        rejectAfterFatalFailure();
        FileChannel replacement = writeReplacement(file, bytes, disk);
        try {
            renameReplacement(file);
        } catch (IOException e) {
            replacement.close();
            throw e;
        }
        // From here on the name refers to the new file, even if the folder can't be forced.
        FileChannel old = channel;
        channel = replacement;
        end = bytes.length;
        checksum = new CRC32C();
        checksum.update(bytes);
        try {
            forceFolder(file, disk);
        } catch (IOException e) {
            fatalFailure = e;
            throw e;
        } finally {
            old.close();
        }
    }

    /** Writes or replaces a file that is never appended to; it is on the disk when this returns. */
    static void write(Path file, byte[] bytes, Disk disk) throws IOException {
        writeReplacement(file, bytes, disk).close();
        renameReplacement(file);
        forceFolder(file, disk);
    }

    /**
     * Returns the name under which a replacement is written; a crash may leave such a file behind.
     */
    static Path replacementOf(Path file) {
        return file.resolveSibling(file.getFileName() + ".new");
    }

    private static FileChannel writeReplacement(Path file, byte[] bytes, Disk disk)
            throws IOException {
        FileChannel channel =
                disk.open(
                        replacementOf(file),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE);
        try {
            write(channel, bytes, 0);
            channel.force(true); // otherwise a crash after the rename could leave an empty file
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            Files.deleteIfExists(replacementOf(file));
            throw e;
        }
    }

    private static void write(FileChannel channel, byte[] bytes, long position) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
            channel.write(buffer, position + buffer.position());
        }
    }

    private static void renameReplacement(Path file) throws IOException {
        try {
            Files.move(replacementOf(file), file, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            throw new IOException(
                    file.getParent()
                            + " is on a file system that can't rename a file in one step; set"
                            + " eyewall.state.dir to a folder on another file system",
                    e);
        }
    }

    /** Makes a file's name durable, where folders can be opened (not on Windows). */
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
