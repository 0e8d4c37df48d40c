package io.eyewall.toolkit.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Writes files atomically: a file exists completely or not at all. */
final class Writes {
    private static final String UNFINISHED_SUFFIX = ".unfinished";

    private Writes() {}

    /** Writes the content of a file. */
    @FunctionalInterface
    interface Content<E extends Exception> {
        void writeTo(Path file) throws IOException, E;
    }

    /** Returns whether a file is not complete: it is being written, or its writer was killed. */
    static boolean isUnfinished(Path file) {
        return file.toString().endsWith(UNFINISHED_SUFFIX);
    }

    /**
     * Writes a file and returns when it is on disk under its name. Until then readers see the
     * previous file.
     */
    static <E extends Exception> void writeAtomically(Path file, Content<E> content)
            throws IOException, E {
        Path unfinished = file.resolveSibling(file.getFileName() + UNFINISHED_SUFFIX);
        try {
            content.writeTo(unfinished);
            try (FileChannel channel = FileChannel.open(unfinished, StandardOpenOption.WRITE)) {
                channel.force(true);
            }
            Files.move(
                    unfinished,
                    file,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
            forceFolder(file);
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    /** Makes the file's name durable, where folders can be opened (not on Windows). */
    private static void forceFolder(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null && !System.getProperty("os.name").startsWith("Windows")) {
            try (FileChannel opened = FileChannel.open(folder, StandardOpenOption.READ)) {
                opened.force(true);
            }
        }
    }
}
