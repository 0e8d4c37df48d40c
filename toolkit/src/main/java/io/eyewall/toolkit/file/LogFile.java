package io.eyewall.toolkit.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A log file, or a rotated copy of one, with its attributes at the time of the check.
 *
 * @param path path of the file
 * @param key identity of the file in its file system, which survives renaming
 * @param written time of the last modification
 * @param size size in bytes
 */
record LogFile(Path path, String key, FileTime written, long size) {
    /** The pattern of what log rotation adds to names: a number, or a time. */
    private static final String NUMBER = "[-._]?[0-9][-._:T0-9]*";

    /** Returns the file at a path, or null if there is none. */
    static @Nullable LogFile at(Path path) throws IOException {
        try {
            BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
            Object key = attributes.fileKey();
            return new LogFile(
                    path,
                    key == null ? attributes.creationTime().toString() : key.toString(),
                    attributes.lastModifiedTime(),
                    attributes.size());
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    /** Returns all files in the log's folder, including the log. */
    static List<LogFile> siblings(Path log) throws IOException {
        List<LogFile> all = new ArrayList<>();
        Path folder = log.toAbsolutePath().getParent();
        if (folder != null && Files.isDirectory(folder)) {
            try (Stream<Path> paths = Files.list(folder)) {
                for (Path path : paths.filter(Files::isRegularFile).toList()) {
                    LogFile file = at(path);
                    if (file != null) {
                        all.add(file);
                    }
                }
            }
        }
        return all;
    }

    /**
     * Returns whether the name of this file is that of a rotated {@code log}: {@code app.log.1},
     * {@code app.log-20260501}, {@code app.2026-05-01.log}.
     */
    boolean isRotationOf(Path log) {
        String name = String.valueOf(log.getFileName());
        int point = name.lastIndexOf('.');
        String stem = point < 0 ? name : name.substring(0, point);
        String ending = name.substring(stem.length());
        return String.valueOf(path.getFileName())
                .matches(
                        Pattern.quote(stem)
                                + "("
                                + Pattern.quote(ending)
                                + NUMBER
                                + "|"
                                + NUMBER
                                + Pattern.quote(ending)
                                + ")");
    }
}
