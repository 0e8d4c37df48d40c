package io.eyewall.cluster;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Files that are replaced whole or not at all, whoever is killed. For one writer at a time. */
public final class WholeFile {
    /** The ending of a draft's name; a killed process may leave a draft behind. */
    public static final String DRAFT = ".new";

    private WholeFile() {}

    /** Returns when the contents are on disk, under the file's name. */
    public static void replace(Path file, byte[] contents) throws IOException {
        Path draft = file.resolveSibling(file.getFileName() + DRAFT);
        try (FileChannel channel =
                FileChannel.open(
                        draft,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE)) {
            ByteBuffer left = ByteBuffer.wrap(contents);
            while (left.hasRemaining()) {
                channel.write(left);
            }
            channel.force(true);
        } catch (FileSystemException e) {
            throw e;
        } catch (IOException e) { // of a full disk, say, and doesn't tell which
            Files.deleteIfExists(draft);
            FileSystemException named =
                    new FileSystemException(file.toString(), null, e.getMessage());
            named.initCause(e);
            throw named;
        }
        Files.move(
                draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
