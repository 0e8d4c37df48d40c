package io.eyewall.toolkit.file;

import io.eyewall.toolkit.failure.BadRecordException;
import io.eyewall.toolkit.message.Decoder;
import io.eyewall.toolkit.message.Values;
import io.eyewall.toolkit.progress.Position;
import io.eyewall.toolkit.source.Incoming;
import io.eyewall.toolkit.source.SourceReader;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.storm.utils.Time;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows a log file by the key that its file system gives it (its inode), whatever its name. The
 * stored progress is that key and the mark of the first line that is not done. If the log was
 * truncated, the reader continues in the copy that was made of it, if there is one. Used by the
 * spout's thread only.
 */
final class TailReader implements SourceReader {
    private static final Logger LOG = LoggerFactory.getLogger(TailReader.class);
    private static final int READ_BYTES = 64 << 10;
    private static final int MAX_LINE_BYTES = 1 << 20;
    private static final long IDLE_NS = TimeUnit.MILLISECONDS.toNanos(50);

    private final Path file;
    private final Path place;
    private final Decoder decoder;

    /** Lines of the current file that are not done, by offset. */
    private final TreeMap<Long, LogMark> unfinished = new TreeMap<>();

    private @Nullable FileChannel channel;
    private String key = "";

    /** Key of the file that was read before the current one. */
    private String formerKey = "";

    /**
     * Time of the last modification of the current file, as far as is known; null: nothing was
     * read.
     */
    private @Nullable FileTime written;

    /** The mark behind the last complete line that was read. */
    private LogMark next = LogMark.BEGINNING;

    private String committed = "";

    /**
     * Whether the file was truncated; it is read from its beginning once all earlier lines are
     * done.
     */
    private boolean isTruncated;

    /**
     * Whether the file was truncated before and may begin with zeros, which a writer that does not
     * append leaves where its earlier output was.
     */
    private boolean mayHaveZeros;

    /**
     * Size of the file when it was last checked; -1 if it has not been checked since it was opened.
     */
    private long checkedSize = -1;

    private long gaps;

    private long pollAtNs = Time.nanoTime();

    TailReader(Path file, Path place, String field) {
        this.file = file;
        this.place = place;
        decoder = Decoder.text(field);
    }

    @Override
    public void open() throws IOException {
        if (!key.isEmpty()) {
            reopen(key, next);
        } else if (Files.exists(place)) {
            String[] kept = Files.readString(place).split(" ", 3);
            reopen(kept[1], LogMark.parse(kept[0], kept.length < 3 ? "" : kept[2]));
        }
    }

    /** Opens the file with a key even if it has another name now; opens none if it is gone. */
    private void reopen(String wanted, LogMark from) throws IOException {
        for (LogFile each : LogFile.siblings(file)) {
            if (each.key().equals(wanted)) {
                begin(each, from);
                return;
            }
        }
        key = "";
        if (written == null) { // only the time at which progress was stored is known
            written = Files.getLastModifiedTime(place);
        }
        gaps++;
        LOG.warn(
                "{}: the file that had been read up to byte {} is gone; anything written to it"
                        + " after that is not read",
                file,
                from.offset());
    }

    private void begin(LogFile from, LogMark mark) throws IOException {
        close();
        channel = FileChannel.open(from.path(), StandardOpenOption.READ);
        mayHaveZeros = from.key().equals(formerKey); // its copy was read in between
        formerKey = key;
        key = from.key();
        written = from.written();
        next = mark;
        isTruncated = false;
        checkedSize = -1;
    }

    @Override
    public long gaps() {
        return gaps;
    }

    @Override
    public List<Incoming> poll() throws IOException {
        if (Time.nanoTime() - pollAtNs < 0) {
            return List.of();
        }
        // Checked before reading: by then everything written to the old file is in it.
        LogFile now = currentFile();
        List<Incoming> lines = read();
        if (now != null && now.key().equals(key) && !isTruncated) {
            checkedSize = now.size();
        }
        if (!lines.isEmpty()) {
            return lines;
        }
        if (now != null && now.key().equals(key)) {
            written = now.written();
        } else if (now != null && unfinished.isEmpty()) {
            lines = unterminatedLine();
            if (lines.isEmpty()) {
                begin(nextFile(now), LogMark.BEGINNING); // all lines of the old file are done
                lines = read();
            }
        }
        if (lines.isEmpty()) {
            pollAtNs = Time.nanoTime() + IDLE_NS;
        }
        return lines;
    }

    /**
     * Returns the file that has the log's name now. Returns null while that is a new, empty file,
     * as logrotate creates it, because its writer may still have the old one open.
     */
    private @Nullable LogFile currentFile() throws IOException {
        LogFile now = LogFile.at(file);
        boolean isBegun = now == null || channel == null || now.key().equals(key) || now.size() > 0;
        return isBegun ? now : null;
    }

    /**
     * Returns the file that follows the current one: the oldest that had the log's name in the
     * meantime, or else the one that has it now.
     */
    private LogFile nextFile(LogFile now) throws IOException {
        FileTime since = written;
        if (since == null) {
            return now;
        }
        return LogFile.siblings(file).stream()
                .filter(each -> each.isRotationOf(file) && each.written().compareTo(since) > 0)
                .filter(each -> !each.key().equals(key) && !each.key().equals(formerKey))
                .min(Comparator.comparing(LogFile::written))
                .orElse(now);
    }

    /**
     * Returns the text behind the last line break of a file that is no longer written to, as a
     * line.
     */
    private List<Incoming> unterminatedLine() throws IOException {
        FileChannel open = channel;
        byte[] bytes = open == null ? new byte[0] : next.read(open, MAX_LINE_BYTES);
        int start = next.hashedLength();
        List<Incoming> lines = new ArrayList<>();
        if (bytes.length > start && next.matches(bytes)) {
            lines.add(line(bytes, start, bytes.length, bytes.length));
        }
        return lines;
    }

    private List<Incoming> read() throws IOException {
        FileChannel open = channel;
        if (open == null) {
            return List.of();
        }
        byte[] bytes = next.read(open, READ_BYTES);
        isTruncated |= !next.matches(bytes);
        if (isTruncated) {
            // New lines would otherwise have the positions of unfinished ones.
            return unfinished.isEmpty() ? readAfterTruncation(bytes) : List.of();
        }
        if (mayHaveZeros) {
            bytes = skipZeros(open, bytes);
        }
        List<Incoming> lines = new ArrayList<>();
        if (!split(bytes, lines) && bytes.length == next.hashedLength() + READ_BYTES) {
            bytes = next.read(open, MAX_LINE_BYTES);
            int start = next.hashedLength();
            if (!split(bytes, lines) && bytes.length == start + MAX_LINE_BYTES) {
                lines.add(line(bytes, start, bytes.length, bytes.length)); // in pieces
            }
        }
        return lines;
    }

    /**
     * Continues, after a truncation, in the copy that was made of the log before, at the same
     * offset; without a copy, in the log itself.
     */
    private List<Incoming> readAfterTruncation(byte[] bytes) throws IOException {
        LogFile copy = copy();
        long copiedBytes = copy == null ? next.offset() : copy.size();
        if (checkedSize < 0 ? copy == null : checkedSize > copiedBytes) {
            gaps++;
            LOG.warn(
                    "{} was truncated after it had been read up to byte {}: {} were not read, nor"
                            + " was anything written after them; {}. Configure log rotation to rename"
                            + " the file instead of copying and truncating it ('copytruncate')",
                    file,
                    next.offset(),
                    checkedSize < 0
                            ? "all bytes after it"
                            : checkedSize - copiedBytes + " bytes from offset " + copiedBytes,
                    copy == null ? "no copy of it was found" : "its copy is " + copy.path());
        } else {
            LOG.info(
                    "{} was truncated; {}",
                    file,
                    copy == null
                            ? "all of its known content had been read"
                            : "continuing in " + copy.path());
        }
        if (copy != null) {
            begin(copy, next);
        } else {
            mayHaveZeros = true;
            boolean isHole =
                    bytes.length > next.hashedLength() && isZero(bytes, 0, next.hashedLength());
            next =
                    isHole
                            ? LogMark.at(next.offset(), bytes, next.hashedLength())
                            : LogMark.BEGINNING;
            isTruncated = false;
            checkedSize = -1;
        }
        return read();
    }

    private @Nullable LogFile copy() throws IOException {
        // If the log was not checked between copying and truncating, its own time is later than
        // its copy's.
        FileTime since =
                checkedSize < 0 && Files.exists(place) ? Files.getLastModifiedTime(place) : written;
        List<LogFile> copies = new ArrayList<>();
        for (LogFile each : LogFile.siblings(file)) {
            boolean isLater = since == null || each.written().compareTo(since) >= 0;
            if (isLater
                    && each.isRotationOf(file)
                    && !each.key().equals(key)
                    && each.size() >= next.offset()
                    && next.matches(each.path())) {
                copies.add(each);
            }
        }
        return copies.stream().min(Comparator.comparing(LogFile::written)).orElse(null);
    }

    private byte[] skipZeros(FileChannel open, byte[] first) throws IOException {
        byte[] bytes = first;
        while (bytes.length > next.hashedLength() && bytes[next.hashedLength()] == 0) {
            int end = next.hashedLength();
            while (end < bytes.length && bytes[end] == 0) {
                end++;
            }
            next = LogMark.at(next.offset() + end - next.hashedLength(), bytes, end);
            bytes = next.read(open, READ_BYTES);
        }
        mayHaveZeros = bytes.length == next.hashedLength();
        return bytes;
    }

    private static boolean isZero(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] != 0) {
                return false;
            }
        }
        return true;
    }

    private boolean split(byte[] bytes, List<Incoming> lines) {
        int first = next.hashedLength();
        int start = first;
        for (int i = first; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                int end = i > start && bytes[i - 1] == '\r' ? i - 1 : i;
                lines.add(line(bytes, start, end, i + 1));
                start = i + 1;
            }
        }
        return start > first;
    }

    private Incoming line(byte[] bytes, int from, int to, int behind) {
        Position position = new Position(file + ":" + key, next.offset(), 0);
        unfinished.put(next.offset(), next);
        next = LogMark.at(next.offset() + behind - from, bytes, behind);
        int begin = position.offset() == 0 ? from + Utf8.markLength(bytes, from, to) : from;
        return new Line(position, Arrays.copyOfRange(bytes, begin, to), decoder);
    }

    @Override
    public void done(Incoming message) {
        unfinished.remove(message.position().offset());
    }

    @Override
    public void commit() throws IOException {
        LogMark done = unfinished.isEmpty() ? next : unfinished.firstEntry().getValue();
        String now = done.offset() + " " + key + " " + Long.toHexString(done.hash());
        if (!key.isEmpty() && !now.equals(committed)) {
            Writes.writeAtomically(place, unfinishedFile -> Files.writeString(unfinishedFile, now));
            committed = now;
        }
    }

    @Override
    public void close() {
        FileChannel open = channel;
        channel = null;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                // Nothing is lost: the file was only read.
            }
        }
    }

    @SuppressWarnings("ArrayRecordComponent") // instances are not compared
    private record Line(Position position, byte[] bytes, Decoder decoder) implements Incoming {
        @Override
        public List<Object> values() throws BadRecordException {
            return decoder.decode(bytes);
        }

        @Override
        public String text() {
            return Values.text(bytes);
        }
    }
}
