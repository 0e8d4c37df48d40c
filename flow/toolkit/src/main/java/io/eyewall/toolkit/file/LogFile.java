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
 * A snapshot of the attributes of one file of a log: of the file that has the log's name, or of one
 * that had it before a rotation.
 *
 * @param key identifier that the file system assigns to the file, whatever its name; the creation
 *     time if there is none
 * @param modified time of the last change
 * @param size length of the file in bytes
 */
record LogFile(Path path, String key, FileTime modified, long size) {
    /** The pattern of a number, or of a time, that log rotation adds to a name. */
    private static final String ROTATION_NUMBER = "[-._]?[0-9][-._:T0-9]*";

    /** Suffixes of compressions that logrotate supports and this package does not. */
    private static final List<String> UNSUPPORTED_SUFFIXES =
            List.of(".bz2", ".xz", ".zst", ".lz4", ".lzma", ".lz", ".Z", ".zip");

    /** Returns a snapshot of the file at a path; null if there is none. */
    static @Nullable LogFile inspect(Path path) throws IOException {
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

    /** Returns snapshots of all files in the log's folder. */
    static List<LogFile> listFolderOf(Path log) throws IOException {
        List<LogFile> found = new ArrayList<>();
        Path folder = log.toAbsolutePath().getParent();
        if (folder != null && Files.isDirectory(folder)) {
            try (Stream<Path> paths = Files.list(folder)) {
                for (Path path : paths.filter(Files::isRegularFile).toList()) {
                    LogFile file = inspect(path);
                    if (file != null) {
                        found.add(file);
                    }
                }
            }
        }
        return found;
    }

    /**
     * Returns whether the file's name is that of a rotated file of the log: {@code app.log.1},
     * {@code app.log-20260501}, {@code app.2026-05-01.log}, or any of these with {@code .gz} behind
     * it. A compressed file counts only when the uncompressed file is gone, because only then has
     * the compression ended.
     */
    boolean isRotatedFrom(Path log) {
        String name = fileName(path);
        if (!isCompressed()) {
            return isRotatedName(name, log);
        }
        String uncompressedName = name.substring(0, name.length() - compressionSuffix().length());
        return isRotatedName(uncompressedName, log)
                && !Files.exists(path.resolveSibling(uncompressedName));
    }

    private static boolean isRotatedName(String name, Path log) {
        String logName = fileName(log);
        int dot = logName.lastIndexOf('.');
        String stem = dot < 0 ? logName : logName.substring(0, dot);
        String ending = logName.substring(stem.length());
        return name.matches(
                Pattern.quote(stem)
                        + "("
                        + Pattern.quote(ending)
                        + ROTATION_NUMBER
                        + "|"
                        + ROTATION_NUMBER
                        + Pattern.quote(ending)
                        + ")");
    }

    private static String fileName(Path file) {
        return String.valueOf(file.getFileName());
    }

    /** Returns the suffix that names the compression; empty if the file is not compressed. */
    private String compressionSuffix() {
        String name = fileName(path);
        return Compression.gzip().suffix().equals(name.substring(Math.max(0, name.length() - 3)))
                ? Compression.gzip().suffix()
                : UNSUPPORTED_SUFFIXES.stream().filter(name::endsWith).findFirst().orElse("");
    }

    boolean isCompressed() {
        return !compressionSuffix().isEmpty();
    }

    /** Returns whether the file is compressed in a way that this package cannot decompress. */
    boolean hasUnsupportedCompression() {
        return UNSUPPORTED_SUFFIXES.contains(compressionSuffix());
    }

    /**
     * Opens the file for reading at any offset.
     *
     * @param unpackTo temporary file to which a compressed file is unpacked; it is deleted when the
     *     channel is closed
     */
    FileChannel open(Path unpackTo) throws IOException {
        if (!isCompressed()) {
            return FileChannel.open(path, StandardOpenOption.READ);
        }
        FileChannel unpackedFile =
                FileChannel.open(
                        unpackTo,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.DELETE_ON_CLOSE);
        try (InputStream text = decompress()) {
            text.transferTo(Channels.newOutputStream(unpackedFile));
            return unpackedFile;
        } catch (IOException e) {
            unpackedFile.close();
            throw e;
        }
    }

    private InputStream decompress() throws IOException {
        return Compression.gzip().reading(new BufferedInputStream(Files.newInputStream(path)));
    }

    /**
     * Returns the number of bytes of the uncompressed text; 0 if the file cannot be decompressed.
     */
    long textLength() throws IOException {
        if (!isCompressed()) {
            return size;
        }
        try (InputStream text = decompress()) {
            return text.transferTo(OutputStream.nullOutputStream());
        } catch (EOFException | ZipException e) {
            return 0;
        }
    }

    /** Returns whether the file holds a mark's offset, with the mark's bytes before it. */
    boolean contains(LogMark mark) throws IOException {
        if (!isCompressed()) {
            return size >= mark.offset() && mark.matches(path);
        }
        if (hasUnsupportedCompression()) {
            return false;
        }
        try (InputStream text = decompress()) {
            text.skipNBytes(mark.offset() - mark.hashedLength());
            return mark.matches(text.readNBytes(mark.hashedLength()));
        } catch (EOFException | ZipException e) {
            return false;
        }
    }
}
