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
 * Follows a file by the key that its file system gives it (its inode), whatever its name. What is
 * kept is that key and the mark of the first line that is not done. Of a log that was cut the copy
 * is read on, if there is one.
 */
final class TailReader implements SourceReader {
    private static final Logger LOG = LoggerFactory.getLogger(TailReader.class);
    private static final int AT_ONCE = 64 << 10;
    private static final int LONGEST = 1 << 20;
    private static final long REST_NS = TimeUnit.MILLISECONDS.toNanos(50);

    private final Path file;
    private final Path place;
    private final Decoder decoder;

    /** Of the file that is read: lines that are not done, by their offsets. */
    private final TreeMap<Long, LogMark> unfinished = new TreeMap<>();

    private @Nullable FileChannel channel;
    private String key = "";

    /** Of the file that was read before. */
    private String formerKey = "";

    /** When that which is read was last written, as far as is known; null: nothing was read. */
    private @Nullable FileTime written;

    /** Behind the last whole line that was read. */
    private LogMark next = LogMark.BEGINNING;

    private String committed = "";

    /** It was cut, and is read from its beginning when all that was there is done. */
    private boolean isCut;

    /** It was cut before: a writer that does not append has left zeros where nothing is now. */
    private boolean hasHole;

    /** How long it was when it was last seen; -1: nobody has looked since it was opened. */
    private long seen = -1;

    private long gaps;

    private long lookAtNs = Time.nanoTime();

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

    /** The file with a key, though it has another name now; none if it is gone. */
    private void reopen(String wanted, LogMark from) throws IOException {
        for (LogFile each : LogFile.besides(file)) {
            if (each.key().equals(wanted)) {
                begin(each, from);
                return;
            }
        }
        key = "";
        if (written == null) { // all that is known is when it was read
            written = Files.getLastModifiedTime(place);
        }
        gaps++;
        LOG.warn(
                "{}: the file that was read to byte {} is gone; what was written to it since is not"
                        + " read",
                file,
                from.offset());
    }

    private void begin(LogFile from, LogMark mark) throws IOException {
        close();
        channel = FileChannel.open(from.path(), StandardOpenOption.READ);
        hasHole = from.key().equals(formerKey); // its copy was read meanwhile
        formerKey = key;
        key = from.key();
        written = from.written();
        next = mark;
        isCut = false;
        seen = -1;
    }

    @Override
    public long gaps() {
        return gaps;
    }

    @Override
    public List<Incoming> poll() throws IOException {
        if (Time.nanoTime() - lookAtNs < 0) {
            return List.of();
        }
        // Asked before reading: what is written to the old file is there by then.
        LogFile now = begun();
        List<Incoming> lines = read();
        if (now != null && now.key().equals(key) && !isCut) {
            seen = now.size();
        }
        if (!lines.isEmpty()) {
            return lines;
        }
        if (now != null && now.key().equals(key)) {
            written = now.written();
        } else if (now != null && unfinished.isEmpty()) {
            lines = rest();
            if (lines.isEmpty()) {
                begin(behindThis(now), LogMark.BEGINNING); // all of the old one is done
                lines = read();
            }
        }
        if (lines.isEmpty()) {
            lookAtNs = Time.nanoTime() + REST_NS;
        }
        return lines;
    }

    /**
     * The file that has the name. While it is a new one with nothing in it, as logrotate makes
     * them, its writer may still have the old one: then null.
     */
    private @Nullable LogFile begun() throws IOException {
        LogFile now = LogFile.at(file);
        boolean isBegun = now == null || channel == null || now.key().equals(key) || now.size() > 0;
        return isBegun ? now : null;
    }

    /** The oldest of those that had the name meanwhile, or the one that has it. */
    private LogFile behindThis(LogFile now) throws IOException {
        FileTime since = written;
        if (since == null) {
            return now;
        }
        return LogFile.besides(file).stream()
                .filter(each -> each.wasOnce(file) && each.written().compareTo(since) > 0)
                .filter(each -> !each.key().equals(key) && !each.key().equals(formerKey))
                .min(Comparator.comparing(LogFile::written))
                .orElse(now);
    }

    /** What stands behind the last line's end, of a file that nobody writes to any more. */
    private List<Incoming> rest() throws IOException {
        FileChannel open = channel;
        byte[] bytes = open == null ? new byte[0] : next.read(open, LONGEST);
        int start = next.known();
        List<Incoming> lines = new ArrayList<>();
        if (bytes.length > start && next.fits(bytes)) {
            lines.add(line(bytes, start, bytes.length, bytes.length));
        }
        return lines;
    }

    private List<Incoming> read() throws IOException {
        FileChannel open = channel;
        if (open == null) {
            return List.of();
        }
        byte[] bytes = next.read(open, AT_ONCE);
        isCut |= !next.fits(bytes);
        if (isCut) {
            // Else new lines would stand where those do.
            return unfinished.isEmpty() ? readBehindCut(bytes) : List.of();
        }
        if (hasHole) {
            bytes = behindZeros(open, bytes);
        }
        List<Incoming> lines = new ArrayList<>();
        if (!split(bytes, lines) && bytes.length == next.known() + AT_ONCE) {
            bytes = next.read(open, LONGEST);
            int start = next.known();
            if (!split(bytes, lines) && bytes.length == start + LONGEST) {
                lines.add(line(bytes, start, bytes.length, bytes.length)); // in pieces
            }
        }
        return lines;
    }

    /** The copy that was made of a log before it was cut, from where it was read; else the log. */
    private List<Incoming> readBehindCut(byte[] bytes) throws IOException {
        LogFile copy = copy();
        long there = copy == null ? next.offset() : copy.size();
        if (seen < 0 ? copy == null : seen > there) {
            gaps++;
            LOG.warn(
                    "{} was cut when it had been read to byte {}: {} were not read, and what was"
                            + " written behind them; {}. Let it be renamed, not copied and cut"
                            + " ('copytruncate')",
                    file,
                    next.offset(),
                    seen < 0 ? "all behind it" : seen - there + " bytes behind " + there,
                    copy == null ? "no copy of it is here" : "its copy is " + copy.path());
        } else {
            LOG.info(
                    "{} was cut; {}",
                    file,
                    copy == null ? "all that it was seen with is read" : "reads " + copy.path());
        }
        if (copy != null) {
            begin(copy, next);
        } else {
            hasHole = true;
            boolean isHole = bytes.length > next.known() && isZero(bytes, 0, next.known());
            next = isHole ? LogMark.behind(next.offset(), bytes, next.known()) : LogMark.BEGINNING;
            isCut = false;
            seen = -1;
        }
        return read();
    }

    private @Nullable LogFile copy() throws IOException {
        // That of the log is later than its copy's, if nobody looked between the two.
        FileTime since =
                seen < 0 && Files.exists(place) ? Files.getLastModifiedTime(place) : written;
        List<LogFile> copies = new ArrayList<>();
        for (LogFile each : LogFile.besides(file)) {
            boolean isLater = since == null || each.written().compareTo(since) >= 0;
            if (isLater
                    && each.wasOnce(file)
                    && !each.key().equals(key)
                    && each.size() >= next.offset()
                    && next.fits(each.path())) {
                copies.add(each);
            }
        }
        return copies.stream().min(Comparator.comparing(LogFile::written)).orElse(null);
    }

    private byte[] behindZeros(FileChannel open, byte[] first) throws IOException {
        byte[] bytes = first;
        while (bytes.length > next.known() && bytes[next.known()] == 0) {
            int end = next.known();
            while (end < bytes.length && bytes[end] == 0) {
                end++;
            }
            next = LogMark.behind(next.offset() + end - next.known(), bytes, end);
            bytes = next.read(open, AT_ONCE);
        }
        hasHole = bytes.length == next.known();
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
        int first = next.known();
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
        next = LogMark.behind(next.offset() + behind - from, bytes, behind);
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
            Writes.whole(place, unfinishedFile -> Files.writeString(unfinishedFile, now));
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
                // It was only read.
            }
        }
    }

    @SuppressWarnings("ArrayRecordComponent") // nobody compares it
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
