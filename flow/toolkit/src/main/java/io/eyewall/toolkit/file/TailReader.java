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
 * Follows a log, whose files are identified not by their names, which rotation changes, but by the
 * key that the file system assigns to a file (its inode). The stored progress consists of that key,
 * the mark of the first line that is not done, and the lines behind it that are done ({@link
 * LogProgress}). When a log is truncated, the reader continues in the copy that was made of it, if
 * there is one. Lines of a file that was read to its end may stay pending until lines of the next
 * file arrive, for example in windows; both files then have lines in flight. The spout calls the
 * methods one at a time; see {@link SourceReader}.
 */
final class TailReader implements SourceReader {
    private static final Logger LOG = LoggerFactory.getLogger(TailReader.class);

    /** The number of bytes to read at once, unless they do not contain the end of a line. */
    private static final int READ_BYTES = 64 << 10;

    /** A longer line is emitted in pieces of this length. */
    private static final int MAX_LINE_BYTES = 1 << 20;

    /** The interval of reads while nothing is written to the log. */
    private static final long IDLE_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(50);

    private final Path file;
    private final Path progressFile;
    private final Decoder decoder;

    /** The temporary file to which a compressed file is unpacked while it is read. */
    private final Path unpacked;

    /** Earlier parts with lines that are not done, the oldest first. */
    private final Deque<LogPart> formerParts = new ArrayDeque<>();

    /** The stored progress in files behind the current one, by their keys, until they are read. */
    private final Map<String, LogProgress> laterProgress = new LinkedHashMap<>();

    /** The part that is being read; its key is empty if there is none. */
    private LogPart currentPart = new LogPart("", 0, "", LogMark.BEGINNING, null);

    /** The highest generation of any part so far. */
    private long lastGeneration;

    /** The file of the current part; null if it is not open. */
    private @Nullable FileChannel channel;

    /** Key of the file that was read before this one. */
    private String formerFileKey = "";

    /** Time of the last known change of the file that is being read; null if nothing was read. */
    private @Nullable FileTime lastModified;

    /** The content of the progress file as it was last written. */
    private String committed = "";

    /**
     * Whether zeros are to be skipped: if a file is truncated while a writer that does not append
     * has it open, the writer leaves zeros up to the offset at which it continues.
     */
    private boolean hasHole;

    /**
     * Length in bytes of the file when it was last inspected; -1 if it was not inspected since it
     * was opened.
     */
    private long inspectedLength = -1;

    private long gaps;

    private long nextReadNs = Time.nanoTime();

    TailReader(Path file, Path progressFile, String field) {
        this.file = file;
        this.progressFile = progressFile;
        unpacked = progressFile.resolveSibling(progressFile.getFileName() + ".unpacked");
        decoder = Decoder.text(field);
    }

    @Override
    public void open() throws IOException {
        if (!currentPart.key().isEmpty()) {
            LogFile found = findFile(currentPart.key(), currentPart.nextMark());
            if (found == null) {
                reportLostFile(currentPart.nextMark());
            } else if (found.key().equals(currentPart.key())) {
                channel = found.open(unpacked);
                inspectedLength = -1;
            } else {
                beginPart(
                        found,
                        currentPart.nextMark(),
                        currentPart.stored(),
                        currentPart.generation());
            }
        } else if (Files.exists(progressFile)) {
            List<LogProgress> progressOfFiles = LogProgress.parse(Files.readString(progressFile));
            progressOfFiles.forEach(
                    each -> lastGeneration = Math.max(lastGeneration, each.generation()));
            progressOfFiles.stream().skip(1).forEach(each -> laterProgress.put(each.key(), each));
            for (LogProgress each : progressOfFiles) {
                LogFile found = findFile(each.key(), each.mark());
                if (found != null) {
                    beginPart(found, each.mark(), each, each.generation());
                    return;
                }
                reportLostFile(each.mark());
            }
        }
    }

    private @Nullable LogFile findByKey(String key) throws IOException {
        for (LogFile each : LogFile.listFolderOf(file)) {
            if (each.key().equals(key)) {
                return each;
            }
        }
        return null;
    }

    /**
     * Returns the file that contains a mark, even if it was renamed, or compressed, which changes
     * its key; the file system may then have assigned the old key to a newer file. If no file
     * contains the mark, returns the file that has the key, which was truncated, or null if there
     * is none.
     */
    private @Nullable LogFile findFile(String key, LogMark mark) throws IOException {
        LogFile fileWithKey = findByKey(key);
        if (fileWithKey != null && fileWithKey.contains(mark)) {
            return fileWithKey;
        }
        FileTime notBefore =
                Files.exists(progressFile)
                        ? Files.getLastModifiedTime(progressFile)
                        : FileTime.fromMillis(0);
        boolean hasHash = mark.hashedLength() > 0 && mark.hash() >= 0;
        List<LogFile> found = new ArrayList<>();
        for (LogFile each : LogFile.listFolderOf(file)) {
            boolean isCompressed = each.isCompressed() && each.isRotatedFrom(file);
            boolean mayContain = hasHash || each.modified().compareTo(notBefore) >= 0;
            if (isCompressed && mayContain && each.contains(mark)) {
                found.add(each);
            }
        }
        return found.stream().min(Comparator.comparing(LogFile::modified)).orElse(fileWithKey);
    }

    /** Leaves the current part, and logs and counts a gap. */
    private void reportLostFile(LogMark readUpTo) throws IOException {
        leaveCurrentPart();
        if (lastModified == null) { // only the time of the stored progress is known
            lastModified = Files.getLastModifiedTime(progressFile);
        }
        gaps++;
        LOG.warn(
                "{}: the file that was read up to byte {} is gone; lines that were written to it"
                        + " behind that byte are not read",
                file,
                readUpTo.offset());
    }

    /** Closes the current file, and keeps its part if lines of it are not done. */
    private void leaveCurrentPart() {
        close();
        if (!currentPart.isDone()) {
            formerParts.add(currentPart);
        }
        currentPart = new LogPart("", 0, "", LogMark.BEGINNING, null);
    }

    /**
     * Makes a file the current part, to be read from a mark on.
     *
     * @param generation generation of the text that the file continues; 0: the text is new
     */
    private void beginPart(
            LogFile nextFile, LogMark mark, @Nullable LogProgress stored, long generation)
            throws IOException {
        FileChannel opened = nextFile.open(unpacked);
        String leftKey = currentPart.key();
        leaveCurrentPart();
        channel = opened;
        // True if the copy of a truncated log was read in between, and now the log itself again.
        hasHole = nextFile.key().equals(formerFileKey);
        formerFileKey = leftKey;
        lastModified = nextFile.modified();
        currentPart = newPart(generation, nextFile.key(), mark, stored);
        inspectedLength = -1;
        commitIfNew(generation);
    }

    /** Opens a file at its stored progress, or else at its beginning. */
    private void beginPart(LogFile nextFile) throws IOException {
        LogProgress stored = laterProgress.remove(nextFile.key());
        if (stored != null && nextFile.contains(stored.mark())) {
            beginPart(nextFile, stored.mark(), stored, stored.generation());
        } else {
            beginPart(nextFile, LogMark.BEGINNING, null, 0);
        }
    }

    /**
     * Returns a part of a generation, or of a new one, which is the source of its positions: so no
     * two lines of the log ever have the same position, whatever keys the file system assigns
     * again.
     */
    private LogPart newPart(
            long generation, String key, LogMark mark, @Nullable LogProgress stored) {
        lastGeneration = generation == 0 ? lastGeneration + 1 : lastGeneration;
        long number = generation == 0 ? lastGeneration : generation;
        return new LogPart(file + ":" + number, number, key, mark, stored);
    }

    /** Stores a new generation before a line of it is given out, so that it is never used again. */
    private void commitIfNew(long generation) throws IOException {
        if (generation == 0) {
            commit();
        }
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
        // Looks up the file that has the log's name before it reads: if that is a new file already,
        // everything that was written to the old file is there to be read.
        LogFile log = startedLog();
        List<Incoming> lines = readLines();
        if (log != null && log.key().equals(currentPart.key())) {
            inspectedLength = log.size();
        }
        if (!lines.isEmpty()) {
            return lines;
        }
        if (log != null && log.key().equals(currentPart.key())) {
            lastModified = log.modified();
            laterProgress.clear(); // the current file is the newest
        } else if (log != null) {
            lines = readUnterminatedLine();
            if (lines.isEmpty()) {
                openNext(log);
                lines = readLines();
            }
        }
        if (lines.isEmpty()) {
            nextReadNs = Time.nanoTime() + IDLE_INTERVAL_NS;
        }
        return lines;
    }

    /**
     * Returns the file that has the log's name; null if there is none, or if it is still empty
     * while an older file is open: logrotate creates an empty file while the writer may still write
     * to the old file.
     */
    private @Nullable LogFile startedLog() throws IOException {
        LogFile log = LogFile.inspect(file);
        boolean isStarted =
                log == null
                        || channel == null
                        || log.key().equals(currentPart.key())
                        || log.size() > 0;
        return isStarted ? log : null;
    }

    /**
     * Opens the oldest file that had the log's name after the current one, or else the file that
     * has it now. Files that cannot be decompressed are skipped and counted as gaps.
     */
    private void openNext(LogFile log) throws IOException {
        while (true) {
            LogFile next = findNext(log);
            String reason =
                    "its compression is not supported; let logrotate compress by gzip, or one"
                            + " rotation later ('delaycompress')";
            if (!next.hasUnsupportedCompression()) {
                try {
                    beginPart(next);
                    return;
                } catch (EOFException | ZipException e) {
                    reason = e.toString();
                }
            }
            gaps++;
            lastModified = next.modified();
            LOG.warn("{}: the rotated file {} is not read: {}", file, next.path(), reason);
        }
    }

    /** Returns the oldest rotated file that is newer than the current one, or the log itself. */
    private LogFile findNext(LogFile log) throws IOException {
        FileTime lastKnownChange = lastModified;
        if (lastKnownChange == null) {
            return log;
        }
        return LogFile.listFolderOf(file).stream()
                .filter(
                        each ->
                                each.isRotatedFrom(file)
                                        && each.modified().compareTo(lastKnownChange) > 0)
                .filter(
                        each ->
                                !each.key().equals(currentPart.key())
                                        && !each.key().equals(formerFileKey))
                .min(Comparator.comparing(LogFile::modified))
                .orElse(log);
    }

    /**
     * Returns the last line of a file if no line break ends it; else an empty list. To be called
     * for a file to which nothing is written any more.
     */
    private List<Incoming> readUnterminatedLine() throws IOException {
        FileChannel openChannel = channel;
        LogMark nextMark = currentPart.nextMark();
        byte[] bytes =
                openChannel == null
                        ? new byte[0]
                        : nextMark.readAround(openChannel, MAX_LINE_BYTES);
        int start = nextMark.hashedLength();
        List<Incoming> lines = new ArrayList<>();
        if (bytes.length > start && nextMark.matches(bytes)) {
            addLine(lines, bytes, start, bytes.length, bytes.length);
        }
        return lines;
    }

    /** Returns the next lines that are not done; an empty list if there are none now. */
    private List<Incoming> readLines() throws IOException {
        List<Incoming> lines = new ArrayList<>();
        long offsetBefore = -1;
        while (lines.isEmpty() && currentPart.nextMark().offset() != offsetBefore) {
            offsetBefore = currentPart.nextMark().offset();
            readLines(lines);
        }
        return lines;
    }

    /** Reads once, and adds the lines that are not done. */
    private void readLines(List<Incoming> lines) throws IOException {
        FileChannel openChannel = channel;
        if (openChannel == null) {
            return;
        }
        byte[] bytes = currentPart.nextMark().readAround(openChannel, READ_BYTES);
        if (!currentPart.nextMark().matches(bytes)) {
            continueAfterTruncation(bytes);
            openChannel = channel;
            if (openChannel == null) {
                return;
            }
            bytes = currentPart.nextMark().readAround(openChannel, READ_BYTES);
        }
        if (hasHole) {
            bytes = skipZeros(openChannel, bytes);
        }
        if (!addLines(bytes, lines)
                && bytes.length == currentPart.nextMark().hashedLength() + READ_BYTES) {
            bytes = currentPart.nextMark().readAround(openChannel, MAX_LINE_BYTES);
            int start = currentPart.nextMark().hashedLength();
            if (!addLines(bytes, lines) && bytes.length == start + MAX_LINE_BYTES) {
                addLine(lines, bytes, start, bytes.length, bytes.length); // a piece of a long line
            }
        }
    }

    /**
     * Continues in the copy that was made of the log before its truncation; without a copy, at the
     * log's beginning. Logs and counts a gap if lines were lost.
     */
    private void continueAfterTruncation(byte[] bytes) throws IOException {
        LogMark nextMark = currentPart.nextMark();
        LogFile copy = findCopy();
        long copyLength = copy == null ? nextMark.offset() : copy.textLength();
        if (inspectedLength < 0 ? copy == null : inspectedLength > copyLength) {
            gaps++;
            LOG.warn(
                    "{} was truncated when it had been read up to byte {}: {} were not read, nor"
                            + " any written behind them; {}. Let it be renamed, not copied and"
                            + " truncated ('copytruncate')",
                    file,
                    nextMark.offset(),
                    inspectedLength < 0
                            ? "all bytes behind it"
                            : inspectedLength - copyLength + " bytes behind byte " + copyLength,
                    copy == null ? "there is no copy of it" : "its copy is " + copy.path());
        } else {
            LOG.info(
                    "{} was truncated; {}",
                    file,
                    copy == null
                            ? "all of it had been read when it was last inspected"
                            : "continuing in its copy " + copy.path());
        }
        if (copy != null) {
            beginPart(copy, nextMark, currentPart.stored(), currentPart.generation());
            return;
        }
        hasHole = true;
        boolean isHole =
                bytes.length > nextMark.hashedLength() && isZero(bytes, 0, nextMark.hashedLength());
        LogMark beginMark =
                isHole
                        ? LogMark.ofOffset(nextMark.offset(), bytes, nextMark.hashedLength())
                        : LogMark.BEGINNING;
        String key = currentPart.key();
        if (!currentPart.isDone()) {
            formerParts.add(currentPart);
        }
        LogProgress stored = laterProgress.remove(key);
        boolean isStored = stored != null && currentFileHas(stored.mark());
        long generation = isStored && stored != null ? stored.generation() : 0;
        currentPart =
                newPart(
                        generation,
                        key,
                        isStored && stored != null ? stored.mark() : beginMark,
                        isStored ? stored : null);
        inspectedLength = -1;
        commitIfNew(generation);
    }

    /** Returns whether the open file contains a mark. */
    private boolean currentFileHas(LogMark mark) throws IOException {
        FileChannel openChannel = channel;
        return openChannel != null && mark.matches(mark.readAround(openChannel, 0));
    }

    /** Returns the copy of the log that was made before its truncation; null if there is none. */
    private @Nullable LogFile findCopy() throws IOException {
        // A copy is not older than the last known change of the log. If the log was not inspected
        // since it was opened, that time may be later than the copy's; then a copy must not be
        // older than the stored progress.
        FileTime notBefore =
                inspectedLength < 0 && Files.exists(progressFile)
                        ? Files.getLastModifiedTime(progressFile)
                        : lastModified;
        List<LogFile> copies = new ArrayList<>();
        for (LogFile each : LogFile.listFolderOf(file)) {
            boolean isLater = notBefore == null || each.modified().compareTo(notBefore) >= 0;
            if (isLater
                    && each.isRotatedFrom(file)
                    && !each.key().equals(currentPart.key())
                    && each.contains(currentPart.nextMark())) {
                copies.add(each);
            }
        }
        return copies.stream().min(Comparator.comparing(LogFile::modified)).orElse(null);
    }

    /**
     * Skips the zeros of a hole, which a truncation leaves before the next write. Returns the bytes
     * around the mark behind them.
     */
    private byte[] skipZeros(FileChannel openChannel, byte[] first) throws IOException {
        byte[] bytes = first;
        while (bytes.length > currentPart.nextMark().hashedLength()
                && bytes[currentPart.nextMark().hashedLength()] == 0) {
            int begin = currentPart.nextMark().hashedLength();
            int end = begin;
            while (end < bytes.length && bytes[end] == 0) {
                end++;
            }
            currentPart.skipTo(
                    LogMark.ofOffset(currentPart.nextMark().offset() + end - begin, bytes, end));
            bytes = currentPart.nextMark().readAround(openChannel, READ_BYTES);
        }
        hasHole = bytes.length == currentPart.nextMark().hashedLength();
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
     * Splits bytes of {@link LogMark#readAround} into lines, and adds those that are not done.
     * Returns whether the bytes contain the end of a line.
     */
    private boolean addLines(byte[] bytes, List<Incoming> lines) {
        int first = currentPart.nextMark().hashedLength();
        int start = first;
        for (int i = first; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                int end = i > start && bytes[i - 1] == '\r' ? i - 1 : i;
                addLine(lines, bytes, start, end, i + 1);
                start = i + 1;
            }
        }
        return start > first;
    }

    /**
     * Adds a line unless it is done, and advances the current part.
     *
     * @param from index of the line's first byte
     * @param to index behind the line's last byte, without its line break
     * @param behind index behind the line break
     */
    private void addLine(List<Incoming> lines, byte[] bytes, int from, int to, int behind) {
        long offset = currentPart.nextMark().offset();
        if (currentPart.addLineUpTo(LogMark.ofOffset(offset + behind - from, bytes, behind))) {
            Position position = new Position(currentPart.source(), offset, 0);
            int begin = offset == 0 ? from + Utf8.byteOrderMarkLength(bytes, from, to) : from;
            lines.add(new Line(position, Arrays.copyOfRange(bytes, begin, to), decoder));
        }
    }

    @Override
    public void done(Incoming message) {
        Position position = message.position();
        if (currentPart.source().equals(position.source())
                && currentPart.markDone(position.offset())) {
            return;
        }
        // A file that was renamed or copied continues the text of a former part.
        formerParts.stream()
                .filter(each -> each.source().equals(position.source()))
                .forEach(each -> each.markDone(position.offset()));
        formerParts.removeIf(LogPart::isDone);
    }

    @Override
    public void commit() throws IOException {
        List<LogProgress> progressOfFiles = new ArrayList<>();
        formerParts.forEach(each -> progressOfFiles.add(each.progress()));
        if (!currentPart.key().isEmpty()) {
            progressOfFiles.add(currentPart.progress());
        }
        progressOfFiles.addAll(laterProgress.values());
        String text =
                progressOfFiles.stream()
                        .map(LogProgress::toString)
                        .collect(Collectors.joining("\n"));
        if (!text.isEmpty() && !text.equals(committed)) {
            Writes.writeAtomically(
                    progressFile, unfinishedFile -> Files.writeString(unfinishedFile, text));
            committed = text;
        }
    }

    @Override
    public void close() {
        FileChannel openChannel = channel;
        channel = null;
        if (openChannel != null) {
            try {
                openChannel.close();
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
            return Values.preview(bytes);
        }
    }
}
