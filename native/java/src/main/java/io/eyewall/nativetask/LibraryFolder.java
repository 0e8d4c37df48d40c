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
 * Temporary folders for copies of libraries, deleted when the process exits. Each folder has a file
 * {@code .alive-PID}, locked until the process ends in whatever way. When a process makes its first
 * folder, it deletes the folders whose lock is gone, because their process was killed. The engine's
 * temporary folders have the same marks, and the engine deletes abandoned folders of this class,
 * too. Guarded by the caller's lock.
 */
final class LibraryFolder {
    private static final String PREFIX = "eyewall-native-";
    private static final String MARK_PREFIX = ".alive-";

    /**
     * The name of this process's marks. This process does not open them a second time, because
     * closing any channel of a file releases the process's lock.
     */
    private static final String OWN_MARK = MARK_PREFIX + ProcessHandle.current().pid();

    /** Channels of the marks, kept open so that the locks last until the process ends. */
    private static final List<FileChannel> LOCKED_MARKS = new ArrayList<>();

    private LibraryFolder() {}

    /** Creates a marked folder; the process's first call also deletes abandoned folders. */
    static Path make() throws IOException {
        Path folder = Files.createTempDirectory(PREFIX);
        folder.toFile().deleteOnExit();
        mark(folder);
        if (LOCKED_MARKS.size() <= 1) {
            deleteAbandoned(folder.toAbsolutePath().getParent());
        }
        return folder;
    }

    /**
     * Creates the folder's mark. Where files cannot be locked there is no mark, and no process will
     * delete the folder as abandoned.
     */
    private static void mark(Path folder) {
        Path unlocked = folder.resolve(".new");
        try {
            FileChannel file =
                    FileChannel.open(unlocked, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            LOCKED_MARKS.add(file);
            if (file.tryLock() != null) {
                Path mark = folder.resolve(OWN_MARK);
                mark.toFile().deleteOnExit();
                Files.move(unlocked, mark, StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (IOException e) {
            unlocked.toFile().deleteOnExit();
        }
    }

    private static void deleteAbandoned(@Nullable Path directory) throws IOException {
        if (directory == null) {
            return;
        }
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(directory, PREFIX + "*")) {
            for (Path folder : folders) {
                deleteIfAbandoned(folder);
            }
        }
    }

    private static void deleteIfAbandoned(Path folder) {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (DirectoryStream<Path> marks = Files.newDirectoryStream(folder, MARK_PREFIX + "*")) {
            for (Path mark : marks) {
                if (!mark.getFileName().toString().equals(OWN_MARK)) {
                    deleteUnlessLocked(folder, mark);
                }
            }
        } catch (IOException | RuntimeException e) {
            return; // owned by another user, or already deleted by another process
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
