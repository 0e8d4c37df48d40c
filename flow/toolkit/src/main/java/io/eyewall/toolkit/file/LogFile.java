package io.eyewall.toolkit.file;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot of one file of a log: the file that has the log's name now, or one that had it before
 * rotation.
 *
 * @param key identifier that the file system assigns to the file, whatever its name; the creation
 *     time if there is none
 * @param written time of the last change
 * @param size length of the file in bytes
 */
record LogFile(Path path, String key, FileTime written, long size) {
    /** The pattern of a number or time that log rotation adds to a name. */
    private static final String NUMBER = "[-._]?[0-9][-._:T0-9]*";

    /** Suffixes of compressions that logrotate supports and this package does not. */
    private static final List<String> UNREADABLE =
            List.of(".bz2", ".xz", ".zst", ".lz4", ".lzma", ".lz", ".Z", ".zip");

    /** Returns the file at a path; null if there is none. */
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

    /** Returns all files of the log's folder. */
    static List<LogFile> inFolderOf(Path log) throws IOException {
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
     * Returns whether the name is that of a rotated file of the log: {@code app.log.1}, {@code
     * app.log-20260501}, {@code app.2026-05-01.log}, or any of these with {@code .gz} behind it. A
     * compressed file counts only when the uncompressed file is gone, because the compression is
     * complete only then.
     */
    boolean isRotatedFrom(Path log) {
        String its = nameOf(path);
        if (!isCompressed()) {
            return isOld(its, log);
        }
        String before = its.substring(0, its.length() - suffix().length());
        return isOld(before, log) && !Files.exists(path.resolveSibling(before));
    }

    private static boolean isOld(String its, Path log) {
        String name = nameOf(log);
        int point = name.lastIndexOf('.');
        String stem = point < 0 ? name : name.substring(0, point);
        String ending = name.substring(stem.length());
        return its.matches(
                Pattern.quote(stem)
                        + "("
                        + Pattern.quote(ending)
                        + NUMBER
                        + "|"
                        + NUMBER
                        + Pattern.quote(ending)
                        + ")");
    }

    private static String nameOf(Path file) {
        return String.valueOf(file.getFileName());
    }

    /** Returns the suffix of the compression; empty if the file is not compressed. */
    private String suffix() {
        String its = nameOf(path);
        return Compression.gzip().suffix().equals(its.substring(Math.max(0, its.length() - 3)))
                ? Compression.gzip().suffix()
                : UNREADABLE.stream().filter(its::endsWith).findFirst().orElse("");
    }

    boolean isCompressed() {
        return !suffix().isEmpty();
    }

    /** Returns whether this package does not support the file's compression. */
    boolean isUnreadable() {
        return UNREADABLE.contains(suffix());
    }

    /**
     * Opens the file for reading at any offset.
     *
     * @param unpacked temporary file to which a compressed file is unpacked; it is deleted on close
     */
    FileChannel open(Path unpacked) throws IOException {
        if (!isCompressed()) {
            return FileChannel.open(path, StandardOpenOption.READ);
        }
        FileChannel whole =
                FileChannel.open(
                        unpacked,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.DELETE_ON_CLOSE);
        try (InputStream text = text()) {
            text.transferTo(Channels.newOutputStream(whole));
            return whole;
        } catch (IOException e) {
            whole.close();
            throw e;
        }
    }

    private InputStream text() throws IOException {
        return Compression.gzip().reading(new BufferedInputStream(Files.newInputStream(path)));
    }

    /**
     * Returns the number of bytes of the uncompressed text; 0 if the file cannot be decompressed.
     */
    long length() throws IOException {
        if (!isCompressed()) {
            return size;
        }
        try (InputStream text = text()) {
            return text.transferTo(OutputStream.nullOutputStream());
        } catch (EOFException | ZipException e) {
            return 0;
        }
    }

    /** Returns whether a mark is a position in this file. */
    boolean has(LogMark mark) throws IOException {
        if (!isCompressed()) {
            return size >= mark.offset() && mark.matches(path);
        }
        if (isUnreadable()) {
            return false;
        }
        try (InputStream text = text()) {
            text.skipNBytes(mark.offset() - mark.hashedLength());
            return mark.matches(text.readNBytes(mark.hashedLength()));
        } catch (EOFException | ZipException e) {
            return false;
        }
    }
}
