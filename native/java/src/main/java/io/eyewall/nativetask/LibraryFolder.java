package io.eyewall.nativetask;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Temporary folders of libraries, which are deleted as the process ends. A file {@code .alive-PID}
 * is locked for as long as the process lives, however that ends; the first folder that another
 * process makes then is the end of those that a killed one has left. The engine's temporary folders
 * have the same, and it sweeps these, too. Guarded by the caller.
 */
final class LibraryFolder {
    private static final String PREFIX = "eyewall-native-";
    private static final String ALIVE = ".alive-";

    /** A process that opens a locked file of its own and closes it loses the lock. */
    private static final String OWN = ALIVE + ProcessHandle.current().pid();

    /** Locked until the process ends. */
    private static final List<FileChannel> LOCKED = new ArrayList<>();

    private LibraryFolder() {}

    /** Makes one. */
    static Path make() throws IOException {
        Path folder = Files.createTempDirectory(PREFIX);
        folder.toFile().deleteOnExit();
        mark(folder);
        if (LOCKED.size() <= 1) {
            sweep(folder.toAbsolutePath().getParent());
        }
        return folder;
    }

    /** Without effect where files can't be locked: nobody will take it for a leftover then. */
    private static void mark(Path folder) {
        Path unlocked = folder.resolve(".new");
        try {
            FileChannel file =
                    FileChannel.open(unlocked, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            LOCKED.add(file);
            if (file.tryLock() != null) {
                Path mark = folder.resolve(OWN);
                mark.toFile().deleteOnExit();
                Files.move(unlocked, mark, StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (IOException e) {
            unlocked.toFile().deleteOnExit();
        }
    }

    private static void sweep(@Nullable Path directory) throws IOException {
        if (directory == null) {
            return;
        }
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(directory, PREFIX + "*")) {
            for (Path folder : folders) {
                sweepOne(folder);
            }
        }
    }

    private static void sweepOne(Path folder) {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (DirectoryStream<Path> marks = Files.newDirectoryStream(folder, ALIVE + "*")) {
            for (Path mark : marks) {
                if (!mark.getFileName().toString().equals(OWN)) {
                    deleteUnlessLocked(folder, mark);
                }
            }
        } catch (IOException | RuntimeException e) {
            return; // another user's, or another process is faster
        }
    }

    private static void deleteUnlessLocked(Path folder, Path mark) throws IOException {
        try (FileChannel file = FileChannel.open(mark, StandardOpenOption.WRITE);
                FileLock lock = file.tryLock()) {
            File[] files = lock == null ? null : folder.toFile().listFiles();
            if (files != null) {
                for (File each : files) {
                    Files.deleteIfExists(each.toPath());
                }
                Files.deleteIfExists(folder);
            }
        }
    }
}
