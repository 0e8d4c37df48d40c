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
    private static final int TRIES = 5;
    private static final int MARKED_BYTES = 256;

    private final Path file;
    private final int kept;

    /**
     * @param file the file that is written to
     * @param kept largest number of rotated files
     */
    public RotatedLog(Path file, int kept) {
        this.file = file;
        this.kept = kept;
    }

    /** An open file, whatever its current name is. */
    private record Opened(FileChannel channel, String key) implements AutoCloseable {
        /** Returns up to {@code most} bytes from that offset. */
        byte[] read(long from, int most) throws IOException {
            int length = (int) Math.max(0, Math.min(most, channel.size() - from));
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
     * @param mark hash of the file's first bytes, as far as they were read: the system may give a
     *     deleted file's inode to a new file
     */
    private record Cursor(String key, long offset, int mark) {
        static Cursor of(Opened file, long offset) throws IOException {
            return new Cursor(file.key(), offset, mark(file, offset));
        }

        private static int mark(Opened file, long offset) throws IOException {
            return Arrays.hashCode(file.read(0, (int) Math.min(MARKED_BYTES, offset)));
        }

        /** Returns whether the file is still the one that was read, and has not been truncated. */
        boolean isIn(Opened file) throws IOException {
            return offset <= file.channel().size() && mark == mark(file, offset);
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
            return key + ":" + offset + ":" + mark;
        }
    }

    @Override
    public LogPage read(@Nullable String cursor, int mostLines) throws IOException {
        if (cursor == null) {
            return last(mostLines, false);
        }
        Cursor from = Cursor.parse(cursor);
        for (int i = 0; from != null && i < TRIES; i++) {
            int number = numberOf(from.key());
            if (number < 0) {
                break;
            }
            Optional<LogPage> page = after(from, number, mostLines);
            if (page.isPresent()) {
                return page.get();
            } // the file has been renamed meanwhile
        }
        return last(mostLines, true);
    }

    /**
     * Returns the number of the file with this key: 0 for the one that is written to, -1 for none.
     */
    private int numberOf(String key) throws IOException {
        for (int number = 0; number <= kept; number++) {
            if (key.equals(key(numbered(number)))) {
                return number;
            }
        }
        return -1;
    }

    /** Reads the lines after a cursor; returns empty if the files have been renamed meanwhile. */
    private Optional<LogPage> after(Cursor from, int number, int mostLines) throws IOException {
        Lines lines = new Lines(mostLines);
        Cursor at = from;
        for (int i = number; i >= 0; i--) {
            try (Opened opened = open(numbered(i))) {
                boolean renamed =
                        i == number
                                ? opened == null || !opened.key().equals(from.key())
                                : !at.key().equals(key(numbered(i + 1)));
                if (renamed) {
                    return Optional.empty();
                } else if (opened == null) { // nothing was written since the last rotation
                    break;
                } else if (i == number && !from.isIn(opened)) {
                    return Optional.of(last(mostLines, true));
                }
                long offset = i == number ? from.offset() : 0;
                byte[] bytes = opened.read(offset, lines.roomBytes());
                boolean isEnd = i > 0 && offset + bytes.length >= opened.channel().size();
                int taken = lines.add(bytes, bytes.length == LogPage.MAX_BYTES, isEnd);
                at = Cursor.of(opened, offset + taken);
                if (lines.isFull() || taken < bytes.length) {
                    break;
                }
            }
        }
        return Optional.of(new LogPage(at.toString(), lines.all(), lines.rest(), false));
    }

    /** Reads the last lines, from older files as well if the current one has too few. */
    private LogPage last(int mostLines, boolean missed) throws IOException {
        List<String> found = new ArrayList<>();
        String cursor = "";
        String rest = "";
        String before = "";
        int roomBytes = LogPage.MAX_BYTES;
        for (int i = 0; i <= kept && found.size() < mostLines && roomBytes > 0; i++) {
            try (Opened opened = open(numbered(i))) {
                if (opened == null) {
                    break;
                }
                if (opened.key().equals(before)) { // rotated since the last iteration
                    continue;
                }
                before = opened.key();
                long size = opened.channel().size();
                long from = Math.max(0, size - roomBytes);
                byte[] bytes = opened.read(from, roomBytes);
                roomBytes -= bytes.length;
                Lines lines = new Lines(Integer.MAX_VALUE);
                int begin = from == 0 ? 0 : afterLineEnd(bytes);
                byte[] whole = Arrays.copyOfRange(bytes, begin, bytes.length);
                int taken = begin + lines.add(whole, false, !cursor.isEmpty());
                if (cursor.isEmpty()) {
                    cursor = Cursor.of(opened, from + taken).toString();
                    rest = lines.rest();
                }
                found.addAll(0, lines.all());
                if (from > 0) {
                    break;
                }
            }
        }
        if (cursor.isEmpty()) {
            throw new NoSuchFileException(
                    file.toString(), null, "there is no log, or it is not a regular file");
        }
        List<String> lines = found.subList(Math.max(0, found.size() - mostLines), found.size());
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
    private static @Nullable String key(Path path) throws IOException {
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
    private static @Nullable Opened open(Path path) throws IOException {
        for (int i = 0; i < TRIES; i++) {
            String before = key(path);
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
            if (before.equals(key(path))) { // otherwise it was rotated in between
                return new Opened(channel, before);
            }
            channel.close();
        }
        throw new IOException(path + " is being rotated too often; try again");
    }

    /** Collects lines, up to the limits of a page. */
    private static final class Lines {
        private final int most;
        private final List<String> lines = new ArrayList<>();
        private int roomBytes = LogPage.MAX_BYTES;
        private String rest = "";

        Lines(int most) {
            this.most = most;
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
            for (int i = 0; i < bytes.length && lines.size() < most; i++) {
                if (bytes[i] == '\n') {
                    lines.add(text(bytes, from, i));
                    from = i + 1;
                }
            }
            rest = "";
            if (from < bytes.length && lines.size() < most) {
                if (isComplete || (cutsLongLine && from == 0)) {
                    lines.add(text(bytes, from, bytes.length));
                    from = bytes.length;
                } else {
                    rest = text(bytes, from, bytes.length);
                }
            }
            roomBytes -= from;
            return from;
        }

        private static String text(byte[] bytes, int from, int to) {
            return LogPage.cut(new String(bytes, from, to - from, StandardCharsets.UTF_8));
        }

        int roomBytes() {
            return roomBytes;
        }

        boolean isFull() {
            return lines.size() >= most || roomBytes <= 0;
        }

        List<String> all() {
            return lines;
        }

        String rest() {
            return rest;
        }
    }
}
