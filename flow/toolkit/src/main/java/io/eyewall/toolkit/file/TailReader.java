package io.eyewall.toolkit.file;

import io.eyewall.toolkit.failure.BadRecordException;
import io.eyewall.toolkit.message.Decoder;
import io.eyewall.toolkit.message.Values;
import io.eyewall.toolkit.progress.Position;
import io.eyewall.toolkit.source.Incoming;
import io.eyewall.toolkit.source.SourceReader;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.zip.ZipException;
import org.apache.storm.utils.Time;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows a log file by the key that its file system assigns to it (its inode), whatever its name.
 * The stored progress consists of that key, the mark of the first line that is not done, and the
 * lines behind it that are done. When a log is truncated, the reader continues in the copy that was
 * made of it, if there is one. Lines of a file that was read to its end may stay pending until
 * lines of the next file arrive, as in windows; both files then have lines in flight. The spout
 * calls the methods one at a time; see {@link SourceReader}.
 */
final class TailReader implements SourceReader {
    private static final Logger LOG = LoggerFactory.getLogger(TailReader.class);
    private static final int AT_ONCE = 64 << 10;
    private static final int LONGEST = 1 << 20;
    private static final long REST_NS = TimeUnit.MILLISECONDS.toNanos(50);

    private final Path file;
    private final Path place;
    private final Decoder decoder;

    /** The temporary copy of a compressed file while it is read. */
    private final Path unpacked;

    /** Earlier files with lines that are not done, the oldest first. */
    private final Deque<LogPart> former = new ArrayDeque<>();

    /** The stored progress in later files, by their keys, until they are read. */
    private final Map<String, LogPlace> kept = new LinkedHashMap<>();

    /** The part that is being read; its key is empty if there is none. */
    private LogPart part = new LogPart("", "", LogMark.BEGINNING, null);

    private @Nullable FileChannel channel;

    /** Key of the file that was read before this one. */
    private String formerKey = "";

    /** Time of the last known change of the file that is being read; null if nothing was read. */
    private @Nullable FileTime written;

    private String committed = "";

    /**
     * Whether the file was truncated: a writer that does not append then leaves zeros up to the
     * offset at which it continues.
     */
    private boolean hasHole;

    /**
     * Length of the file when it was last inspected; -1 if it was not inspected since it was
     * opened.
     */
    private long seen = -1;

    private long gaps;

    private long nextReadNs = Time.nanoTime();

    TailReader(Path file, Path place, String field) {
        this.file = file;
        this.place = place;
        unpacked = place.resolveSibling(place.getFileName() + ".unpacked");
        decoder = Decoder.text(field);
    }

    @Override
    public void open() throws IOException {
        if (!part.key().isEmpty()) {
            LogFile found = found(part.key(), part.next());
            if (found == null) {
                isGone(part.next());
            } else if (found.key().equals(part.key())) {
                channel = found.open(unpacked);
                seen = -1;
            } else {
                begin(found, part.next(), part.kept());
            }
        } else if (Files.exists(place)) {
            List<LogPlace> places = LogPlace.parse(Files.readString(place));
            places.stream().skip(1).forEach(each -> kept.put(each.key(), each));
            for (LogPlace each : places) {
                LogFile found = found(each.key(), each.mark());
                if (found != null) {
                    begin(found, each.mark(), each);
                    return;
                }
                isGone(each.mark());
            }
        }
    }

    private @Nullable LogFile withKey(String wanted) throws IOException {
        for (LogFile each : LogFile.inFolderOf(file)) {
            if (each.key().equals(wanted)) {
                return each;
            }
        }
        return null;
    }

    /**
     * Returns the file that contains a mark, even if it was renamed, or compressed, which changes
     * its key. The file system may have assigned the old key to a newer file by then.
     */
    private @Nullable LogFile found(String key, LogMark mark) throws IOException {
        LogFile same = withKey(key);
        if (same != null && same.has(mark)) {
            return same;
        }
        FileTime since =
                Files.exists(place) ? Files.getLastModifiedTime(place) : FileTime.fromMillis(0);
        boolean isKnown = mark.hashedLength() > 0 && mark.hash() >= 0;
        List<LogFile> all = new ArrayList<>();
        for (LogFile each : LogFile.inFolderOf(file)) {
            boolean isCompressed = each.isCompressed() && each.isRotatedFrom(file);
            boolean mayBe = isKnown || each.written().compareTo(since) >= 0;
            if (isCompressed && mayBe && each.has(mark)) {
                all.add(each);
            }
        }
        return all.stream().min(Comparator.comparing(LogFile::written)).orElse(same);
    }

    private void isGone(LogMark from) throws IOException {
        leave();
        if (written == null) { // only the time of the stored progress is known
            written = Files.getLastModifiedTime(place);
        }
        gaps++;
        LOG.warn(
                "{}: the file that was read to byte {} is gone; what was written to it since is not"
                        + " read",
                file,
                from.offset());
    }

    /** Closes the current file, and keeps its part if lines of it are not done. */
    private void leave() {
        close();
        if (!part.isDone()) {
            former.add(part);
        }
        part = new LogPart("", "", LogMark.BEGINNING, null);
    }

    private void begin(LogFile from, LogMark mark, @Nullable LogPlace before) throws IOException {
        FileChannel opened = from.open(unpacked);
        String last = part.key();
        leave();
        channel = opened;
        hasHole = from.key().equals(formerKey); // the log's copy was read in between
        formerKey = last;
        written = from.written();
        part = new LogPart(source(from.key()), from.key(), mark, before);
        seen = -1;
    }

    /** Opens a file at its stored progress, or else at its beginning. */
    private void begin(LogFile from) throws IOException {
        LogPlace before = kept.remove(from.key());
        if (before != null && from.has(before.mark())) {
            begin(from, before.mark(), before);
        } else {
            begin(from, LogMark.BEGINNING, null);
        }
    }

    /**
     * Returns a source that no lines in flight use. A truncated file keeps its key, and a file
     * system may assign the key of a deleted file again, so the key alone does not suffice.
     */
    private String source(String key) {
        String first = file + ":" + key;
        String source = first;
        for (int i = 2; isTaken(source); i++) {
            source = first + "~" + i;
        }
        return source;
    }

    private boolean isTaken(String source) {
        return former.stream().anyMatch(each -> each.source().equals(source));
    }

    @Override
    public long gaps() {
        return gaps;
    }

    @Override
    public List<Incoming> poll() throws IOException {
        if (Time.nanoTime() - nextReadNs < 0) {
            return List.of();
        }
        // Query the name before reading: when it already belongs to a new file, reading then finds
        // everything that was written to the old file.
        LogFile now = begun();
        List<Incoming> lines = read();
        if (now != null && now.key().equals(part.key())) {
            seen = now.size();
        }
        if (!lines.isEmpty()) {
            return lines;
        }
        if (now != null && now.key().equals(part.key())) {
            written = now.written();
            kept.clear(); // no newer file remains to be read
        } else if (now != null) {
            lines = unterminatedLine();
            if (lines.isEmpty()) {
                openNext(now);
                lines = read();
            }
        }
        if (lines.isEmpty()) {
            nextReadNs = Time.nanoTime() + REST_NS;
        }
        return lines;
    }

    /**
     * Returns the file that has the log's name; null if it is still empty while an older file is
     * open. logrotate creates such an empty file, and the writer may then still write to the old
     * file.
     */
    private @Nullable LogFile begun() throws IOException {
        LogFile now = LogFile.at(file);
        boolean isBegun =
                now == null || channel == null || now.key().equals(part.key()) || now.size() > 0;
        return isBegun ? now : null;
    }

    /**
     * Opens the oldest file that had the log's name in between, or else the file that has it now.
     * Files that cannot be decompressed are skipped and counted as gaps.
     */
    private void openNext(LogFile now) throws IOException {
        while (true) {
            LogFile next = findNext(now);
            String why =
                    "nobody here can unpack it; let logrotate compress by gzip, or later ('delaycompress')";
            if (!next.isUnreadable()) {
                try {
                    begin(next);
                    return;
                } catch (EOFException | ZipException e) {
                    why = e.toString();
                }
            }
            gaps++;
            written = next.written();
            LOG.warn("{}: {} was the log, and is not read: {}", file, next.path(), why);
        }
    }

    /** Returns the oldest rotated file that is newer than the current one, or the log itself. */
    private LogFile findNext(LogFile now) throws IOException {
        FileTime since = written;
        if (since == null) {
            return now;
        }
        return LogFile.inFolderOf(file).stream()
                .filter(each -> each.isRotatedFrom(file) && each.written().compareTo(since) > 0)
                .filter(each -> !each.key().equals(part.key()) && !each.key().equals(formerKey))
                .min(Comparator.comparing(LogFile::written))
                .orElse(now);
    }

    /**
     * Returns the unterminated last line of a file to which nothing is written any more; an empty
     * list if there is none.
     */
    private List<Incoming> unterminatedLine() throws IOException {
        FileChannel open = channel;
        LogMark next = part.next();
        byte[] bytes = open == null ? new byte[0] : next.read(open, LONGEST);
        int start = next.hashedLength();
        List<Incoming> lines = new ArrayList<>();
        if (bytes.length > start && next.matches(bytes)) {
            add(lines, bytes, start, bytes.length, bytes.length);
        }
        return lines;
    }

    private List<Incoming> read() throws IOException {
        List<Incoming> lines = new ArrayList<>();
        long before = -1;
        while (lines.isEmpty() && part.next().offset() != before) { // all read lines are done
            before = part.next().offset();
            read(lines);
        }
        return lines;
    }

    private void read(List<Incoming> lines) throws IOException {
        FileChannel open = channel;
        if (open == null) {
            return;
        }
        byte[] bytes = part.next().read(open, AT_ONCE);
        if (!part.next().matches(bytes)) {
            readBehindCut(bytes);
            open = channel;
            if (open == null) {
                return;
            }
            bytes = part.next().read(open, AT_ONCE);
        }
        if (hasHole) {
            bytes = skipZeros(open, bytes);
        }
        if (!split(bytes, lines) && bytes.length == part.next().hashedLength() + AT_ONCE) {
            bytes = part.next().read(open, LONGEST);
            int start = part.next().hashedLength();
            if (!split(bytes, lines) && bytes.length == start + LONGEST) {
                add(lines, bytes, start, bytes.length, bytes.length); // in pieces
            }
        }
    }

    /**
     * Switches to the copy that was made of the log before its truncation; without a copy, to the
     * log's beginning. Logs and counts a gap if lines were lost.
     */
    private void readBehindCut(byte[] bytes) throws IOException {
        LogMark next = part.next();
        LogFile copy = copy();
        long there = copy == null ? next.offset() : copy.length();
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
            begin(copy, next, part.kept());
            return;
        }
        hasHole = true;
        boolean isHole =
                bytes.length > next.hashedLength() && isZero(bytes, 0, next.hashedLength());
        LogMark from =
                isHole ? LogMark.at(next.offset(), bytes, next.hashedLength()) : LogMark.BEGINNING;
        String key = part.key();
        if (!part.isDone()) {
            former.add(part);
        }
        LogPlace before = kept.remove(key);
        boolean isKept = before != null && fits(before.mark());
        part =
                new LogPart(
                        source(key),
                        key,
                        isKept && before != null ? before.mark() : from,
                        isKept ? before : null);
        seen = -1;
    }

    private boolean fits(LogMark mark) throws IOException {
        FileChannel open = channel;
        return open != null && mark.matches(mark.read(open, 0));
    }

    private @Nullable LogFile copy() throws IOException {
        // If the log was not inspected between the copy and the truncation, its time is later than
        // the copy's time; then the time of the stored progress is compared.
        FileTime since =
                seen < 0 && Files.exists(place) ? Files.getLastModifiedTime(place) : written;
        List<LogFile> copies = new ArrayList<>();
        for (LogFile each : LogFile.inFolderOf(file)) {
            boolean isLater = since == null || each.written().compareTo(since) >= 0;
            if (isLater
                    && each.isRotatedFrom(file)
                    && !each.key().equals(part.key())
                    && each.has(part.next())) {
                copies.add(each);
            }
        }
        return copies.stream().min(Comparator.comparing(LogFile::written)).orElse(null);
    }

    /**
     * Skips the zeros of a hole, which a truncation leaves before the next write; returns the bytes
     * after them.
     */
    private byte[] skipZeros(FileChannel open, byte[] first) throws IOException {
        byte[] bytes = first;
        while (bytes.length > part.next().hashedLength()
                && bytes[part.next().hashedLength()] == 0) {
            int begin = part.next().hashedLength();
            int end = begin;
            while (end < bytes.length && bytes[end] == 0) {
                end++;
            }
            part.skipTo(LogMark.at(part.next().offset() + end - begin, bytes, end));
            bytes = part.next().read(open, AT_ONCE);
        }
        hasHole = bytes.length == part.next().hashedLength();
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

    /**
     * Splits bytes into lines and adds them. Returns whether the bytes contain the end of a line.
     */
    private boolean split(byte[] bytes, List<Incoming> lines) {
        int first = part.next().hashedLength();
        int start = first;
        for (int i = first; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                int end = i > start && bytes[i - 1] == '\r' ? i - 1 : i;
                add(lines, bytes, start, end, i + 1);
                start = i + 1;
            }
        }
        return start > first;
    }

    /** Adds a line unless it is done, and advances the part. */
    private void add(List<Incoming> lines, byte[] bytes, int from, int to, int behind) {
        long offset = part.next().offset();
        if (part.read(LogMark.at(offset + behind - from, bytes, behind))) {
            Position position = new Position(part.source(), offset, 0);
            int begin = offset == 0 ? from + Utf8.markLength(bytes, from, to) : from;
            lines.add(new Line(position, Arrays.copyOfRange(bytes, begin, to), decoder));
        }
    }

    @Override
    public void done(Incoming message) {
        Position position = message.position();
        if (part.source().equals(position.source())) {
            part.done(position.offset());
            return;
        }
        former.stream()
                .filter(each -> each.source().equals(position.source()))
                .forEach(each -> each.done(position.offset()));
        former.removeIf(LogPart::isDone);
    }

    @Override
    public void commit() throws IOException {
        List<LogPlace> places = new ArrayList<>();
        former.forEach(each -> places.add(each.place()));
        if (!part.key().isEmpty()) {
            places.add(part.place());
        }
        places.addAll(kept.values());
        String now = places.stream().map(LogPlace::toString).collect(Collectors.joining("\n"));
        if (!now.isEmpty() && !now.equals(committed)) {
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
                // The file was only read, so nothing is lost.
            }
        }
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
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
