package io.eyewall.cluster;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * Replaces files atomically: after a kill at any moment a file has its old or its new contents,
 * never a part of either. Any thread may call; a file must have one writer at a time.
 */
public final class WholeFile {
    /** The suffix of a draft's file name. A killed process may leave a draft behind. */
    public static final String DRAFT = ".new";

    /** The messages of Linux, macOS and Windows; Java has no exception class for a full disk. */
    private static final List<String> FULL_DISK =
            List.of(
                    "No space left on device",
                    "quota exceeded",
                    "There is not enough space on the disk");

    private WholeFile() {}

    /** Replaces a file's contents, and returns when they are on disk under the file's name. */
    public static void replace(Path file, byte[] contents) throws IOException {
        Path draft = file.resolveSibling(file.getFileName() + DRAFT);
        try (FileChannel channel =
                FileChannel.open(
                        draft,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE)) {
            ByteBuffer remaining = ByteBuffer.wrap(contents);
            while (remaining.hasRemaining()) {
                channel.write(remaining);
            }
            channel.force(true);
        } catch (FileSystemException e) {
            throw e;
        } catch (IOException e) { // such as of a full disk: its message does not name the file
            Files.deleteIfExists(draft);
            FileSystemException named =
                    new FileSystemException(file.toString(), null, e.getMessage());
            named.initCause(e);
            throw named;
        }
        Files.move(
                draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /**
     * Returns whether a file could not be written because the disk, or the user's quota, is full.
     */
    public static boolean isDiskFull(IOException e) {
        String message = String.valueOf(e.getMessage());
        return FULL_DISK.stream().anyMatch(message::contains);
    }
}
