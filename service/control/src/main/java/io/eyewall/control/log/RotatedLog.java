package io.eyewall.control.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A log on disk that is rotated when it is full: {@code worker.log} becomes {@code worker.log.1},
 * and so on; lower numbers are younger. Files are identified by their inode, so that a reader can
 * continue after they have been renamed. Does not follow symbolic links. Any thread may call.
 */
public final class RotatedLog implements LogSource {
    private static final int MAX_TRIES = 5;
    private static final int HASHED_BYTES = 256;

    private final Path file;
    private final int rotatedFiles;

    /**
     * @param file the file that is written to
     * @param rotatedFiles largest number of rotated files
     */
    public RotatedLog(Path file, int rotatedFiles) {
        this.file = file;
        this.rotatedFiles = rotatedFiles;
    }

    /** An open file, whatever its current name is. */
    private record OpenFile(FileChannel channel, String fileKey) implements AutoCloseable {
        /** Returns up to {@code maxBytes} bytes from that offset. */
        byte[] read(long from, int maxBytes) throws IOException {
            int length = (int) Math.max(0, Math.min(maxBytes, channel.size() - from));
            ByteBuffer bytes = ByteBuffer.allocate(length);
            while (bytes.hasRemaining() && channel.read(bytes, from + bytes.position()) >= 0) {
                // continue reading
            }
            byte[] read = new byte[bytes.position()];
            bytes.flip().get(read);
            return read;
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    /**
     * A reader's position.
     *
     * @param hash hash of the file's first bytes, as far as they were read; detects a new file to
     *     which the system has given a deleted file's inode
     */
    private record Cursor(String fileKey, long offset, int hash) {
        static Cursor of(OpenFile file, long offset) throws IOException {
            return new Cursor(file.fileKey(), offset, hash(file, offset));
        }

        private static int hash(OpenFile file, long offset) throws IOException {
            return Arrays.hashCode(file.read(0, (int) Math.min(HASHED_BYTES, offset)));
        }

        /** Returns whether the file is still the one that was read, and has not been truncated. */
        boolean isIn(OpenFile file) throws IOException {
            return offset <= file.channel().size() && hash == hash(file, offset);
        }

        static @Nullable Cursor parse(String text) {
            String[] parts = text.split(":", -1);
            try {
                return parts.length != 3
                        ? null
                        : new Cursor(
                                parts[0],
                                Math.max(0, Long.parseLong(parts[1])),
                                Integer.parseInt(parts[2]));
            } catch (NumberFormatException e) {
                return null;
            }
        }

        @Override
        public String toString() {
            return fileKey + ":" + offset + ":" + hash;
        }
    }

    @Override
    public LogPage read(@Nullable String cursor, int maxLines) throws IOException {
        if (cursor == null) {
            return readLast(maxLines, false);
        }
        Cursor from = Cursor.parse(cursor);
        for (int i = 0; from != null && i < MAX_TRIES; i++) {
            int number = numberOf(from.fileKey());
            if (number < 0) {
                break;
            }
            Optional<LogPage> page = readAfter(from, number, maxLines);
            if (page.isPresent()) {
                return page.get();
            } // else the file has been renamed meanwhile
        }
        return readLast(maxLines, true);
    }

    /**
     * Returns the number of the file with this key: 0 for the one that is written to, -1 for none.
     */
    private int numberOf(String fileKey) throws IOException {
        for (int number = 0; number <= rotatedFiles; number++) {
            if (fileKey.equals(fileKey(numbered(number)))) {
                return number;
            }
        }
        return -1;
    }

    /** Reads the lines after a cursor; returns empty if the files have been renamed meanwhile. */
    private Optional<LogPage> readAfter(Cursor from, int number, int maxLines) throws IOException {
        LineCollector lines = new LineCollector(maxLines);
        Cursor position = from;
        for (int i = number; i >= 0; i--) {
            try (OpenFile opened = open(numbered(i))) {
                boolean renamed =
                        i == number
                                ? opened == null || !opened.fileKey().equals(from.fileKey())
                                : !position.fileKey().equals(fileKey(numbered(i + 1)));
                if (renamed) {
                    return Optional.empty();
                } else if (opened == null) { // nothing was written since the last rotation
                    break;
                } else if (i == number && !from.isIn(opened)) {
                    return Optional.of(readLast(maxLines, true));
                }
                long offset = i == number ? from.offset() : 0;
                byte[] bytes = opened.read(offset, lines.leftBytes());
                boolean isEnd = i > 0 && offset + bytes.length >= opened.channel().size();
                int taken = lines.add(bytes, bytes.length == LogPage.MAX_BYTES, isEnd);
                position = Cursor.of(opened, offset + taken);
                if (lines.isFull() || taken < bytes.length) {
                    break;
                }
            }
        }
        return Optional.of(new LogPage(position.toString(), lines.lines(), lines.rest(), false));
    }

    /** Reads the last lines, from older files as well if the current one has too few. */
    private LogPage readLast(int maxLines, boolean missed) throws IOException {
        List<String> found = new ArrayList<>();
        String cursor = "";
        String rest = "";
        String before = "";
        int leftBytes = LogPage.MAX_BYTES;
        for (int i = 0; i <= rotatedFiles && found.size() < maxLines && leftBytes > 0; i++) {
            try (OpenFile opened = open(numbered(i))) {
                if (opened == null) {
                    break;
                }
                if (opened.fileKey().equals(before)) { // rotated since the last iteration
                    continue;
                }
                before = opened.fileKey();
                long size = opened.channel().size();
                long from = Math.max(0, size - leftBytes);
                byte[] bytes = opened.read(from, leftBytes);
                leftBytes -= bytes.length;
                LineCollector lines = new LineCollector(Integer.MAX_VALUE);
                int begin = from == 0 ? 0 : afterLineEnd(bytes);
                byte[] whole = Arrays.copyOfRange(bytes, begin, bytes.length);
                int taken = begin + lines.add(whole, false, !cursor.isEmpty());
                if (cursor.isEmpty()) {
                    cursor = Cursor.of(opened, from + taken).toString();
                    rest = lines.rest();
                }
                found.addAll(0, lines.lines());
                if (from > 0) {
                    break;
                }
            }
        }
        if (cursor.isEmpty()) {
            throw new NoSuchFileException(
                    file.toString(), null, "there is no log, or it is not a regular file");
        }
        List<String> lines = found.subList(Math.max(0, found.size() - maxLines), found.size());
        return new LogPage(cursor, lines, rest, missed);
    }

    /**
     * Returns the index after the first line end; 0 if there is none, because a line is longer than
     * a page.
     */
    private static int afterLineEnd(byte[] bytes) {
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                return i + 1;
            }
        }
        return 0;
    }

    private Path numbered(int number) {
        return number == 0 ? file : file.resolveSibling(file.getFileName() + "." + number);
    }

    /** Returns the system's key of a regular file; null if there is none by that name. */
    private static @Nullable String fileKey(Path path) throws IOException {
        try {
            BasicFileAttributes attributes =
                    Files.readAttributes(
                            path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return attributes.isRegularFile() ? String.valueOf(attributes.fileKey()) : null;
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    /** Opens a regular file; returns null if there is none by that name. */
    private static @Nullable OpenFile open(Path path) throws IOException {
        for (int i = 0; i < MAX_TRIES; i++) {
            String before = fileKey(path);
            if (before == null) {
                return null;
            }
            FileChannel channel;
            try {
                channel =
                        FileChannel.open(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
            } catch (NoSuchFileException e) {
                continue;
            }
            if (before.equals(fileKey(path))) { // otherwise it was rotated in between
                return new OpenFile(channel, before);
            }
            channel.close();
        }
        throw new IOException(path + " is being rotated too often; try again");
    }

    /** Collects lines, up to the limits of a page. */
    private static final class LineCollector {
        private final int maxLines;
        private final List<String> lines = new ArrayList<>();
        private int leftBytes = LogPage.MAX_BYTES;
        private String rest = "";

        LineCollector(int maxLines) {
            this.maxLines = maxLines;
        }

        /**
         * Adds the lines of a file's bytes.
         *
         * @param cutsLongLine whether bytes without a line end are added as a part of a long line
         * @param isComplete whether the file ends after these bytes
         * @return number of bytes that were consumed
         */
        int add(byte[] bytes, boolean cutsLongLine, boolean isComplete) {
            int from = 0;
            for (int i = 0; i < bytes.length && lines.size() < maxLines; i++) {
                if (bytes[i] == '\n') {
                    lines.add(text(bytes, from, i));
                    from = i + 1;
                }
            }
            rest = "";
            if (from < bytes.length && lines.size() < maxLines) {
                if (isComplete || (cutsLongLine && from == 0)) {
                    lines.add(text(bytes, from, bytes.length));
                    from = bytes.length;
                } else {
                    rest = text(bytes, from, bytes.length);
                }
            }
            leftBytes -= from;
            return from;
        }

        private static String text(byte[] bytes, int from, int to) {
            return LogPage.truncate(new String(bytes, from, to - from, StandardCharsets.UTF_8));
        }

        int leftBytes() {
            return leftBytes;
        }

        boolean isFull() {
            return lines.size() >= maxLines || leftBytes <= 0;
        }

        List<String> lines() {
            return lines;
        }

        String rest() {
            return rest;
        }
    }
}
