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
 * A log, or one that was it, as it was when somebody looked.
 *
 * @param key what its file system knows it by, whatever its name
 * @param written when it was last
 */
record LogFile(Path path, String key, FileTime written, long size) {
    /** What is put into names: a number, or a time. */
    private static final String NUMBER = "[-._]?[0-9][-._:T0-9]*";

    /** Null if there is none. */
    static @Nullable LogFile at(Path path) throws IOException {
        try {
            BasicFileAttributes its = Files.readAttributes(path, BasicFileAttributes.class);
            Object key = its.fileKey();
            return new LogFile(
                    path,
                    key == null ? its.creationTime().toString() : key.toString(),
                    its.lastModifiedTime(),
                    its.size());
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    /** All files of a log's folder. */
    static List<LogFile> besides(Path log) throws IOException {
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
     * Whether it is named as what was that log: {@code app.log.1}, {@code app.log-20260501}, {@code
     * app.2026-05-01.log}.
     */
    boolean wasOnce(Path log) {
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
