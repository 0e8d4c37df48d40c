package io.eyewall.toolkit.file;

import io.eyewall.toolkit.failure.BadRecordException;
import io.eyewall.toolkit.message.Decoder;
import io.eyewall.toolkit.message.Values;
import io.eyewall.toolkit.progress.Position;
import io.eyewall.toolkit.source.Incoming;
import io.eyewall.toolkit.source.SourceReader;
import java.io.IOException;
import java.nio.ByteBuffer;
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
 * kept is that key and the offset of the first line that is not done.
 */
final class TailReader implements SourceReader {
    private static final Logger LOG = LoggerFactory.getLogger(TailReader.class);
    private static final int AT_ONCE = 64 << 10;
    private static final int LONGEST = 1 << 20;
    private static final long REST_NS = TimeUnit.MILLISECONDS.toNanos(50);

    private final Path file;
    private final Path place;
    private final Decoder decoder;

    /** Of the file that is read: offsets of lines that are not done, with those behind them. */
    private final TreeMap<Long, Long> unfinished = new TreeMap<>();

    private @Nullable FileChannel channel;
    private String key = "";

    /** Of the file that was read before. */
    private String formerKey = "";

    /** When that which is read was last written, as far as is known; null: nothing was read. */
    private @Nullable FileTime written;

    /** Behind the last whole line that was read. */
    private long next;

    private String committed = "";

    /** It has become shorter, and is read from its beginning when all that was there is done. */
    private boolean isCut;

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
            String[] kept = Files.readString(place).split(" ", 2);
            reopen(kept[1], Long.parseLong(kept[0]));
        }
    }

    /** The file with a key, though it has another name now; none if it is gone. */
    private void reopen(String wanted, long offset) throws IOException {
        for (LogFile each : LogFile.besides(file)) {
            if (each.key().equals(wanted)) {
                begin(each, offset);
                return;
            }
        }
        key = "";
        if (written == null) { // all that is known is when it was read
            written = Files.getLastModifiedTime(place);
        }
        LOG.warn(
                "{}: the file that was read to byte {} is gone; what was written to it since is not"
                        + " read",
                file,
                offset);
    }

    private void begin(LogFile from, long offset) throws IOException {
        close();
        channel = FileChannel.open(from.path(), StandardOpenOption.READ);
        formerKey = key;
        key = from.key();
        written = from.written();
        next = offset;
        isCut = false;
    }

    @Override
    public List<Incoming> poll() throws IOException {
        if (Time.nanoTime() - lookAtNs < 0) {
            return List.of();
        }
        // Asked before reading: what is written to the old file is there by then.
        LogFile now = begun();
        List<Incoming> lines = read();
        if (!lines.isEmpty()) {
            return lines;
        }
        if (now != null && now.key().equals(key)) {
            written = now.written();
        } else if (now != null && unfinished.isEmpty()) {
            lines = rest();
            if (lines.isEmpty()) {
                begin(behindThis(now), 0); // all of the old one is done
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
        byte[] bytes = open == null ? new byte[0] : read(open, LONGEST);
        List<Incoming> lines = new ArrayList<>();
        if (bytes.length > 0) {
            lines.add(line(bytes, 0, bytes.length, bytes.length));
        }
        return lines;
    }

    private List<Incoming> read() throws IOException {
        FileChannel open = channel;
        if (open == null) {
            return List.of();
        }
        isCut |= open.size() < next;
        if (isCut) {
            if (!unfinished.isEmpty()) {
                return List.of(); // new lines will stand where those do
            }
            isCut = false;
            next = 0;
        }
        List<Incoming> lines = new ArrayList<>();
        byte[] bytes = read(open, AT_ONCE);
        if (!split(bytes, lines) && bytes.length == AT_ONCE) {
            bytes = read(open, LONGEST);
            if (!split(bytes, lines) && bytes.length == LONGEST) {
                lines.add(line(bytes, 0, LONGEST, LONGEST)); // in pieces
            }
        }
        return lines;
    }

    private byte[] read(FileChannel open, int most) throws IOException {
        byte[] bytes = new byte[most];
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        long offset = next;
        int count = 0;
        while (buffer.hasRemaining() && count >= 0) {
            count = open.read(buffer, offset + buffer.position());
        }
        return Arrays.copyOf(bytes, buffer.position());
    }

    private boolean split(byte[] bytes, List<Incoming> lines) {
        int start = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                int end = i > start && bytes[i - 1] == '\r' ? i - 1 : i;
                lines.add(line(bytes, start, end, i + 1 - start));
                start = i + 1;
            }
        }
        return start > 0;
    }

    private Incoming line(byte[] bytes, int from, int to, int length) {
        Position position = new Position(file + ":" + key, next, 0);
        unfinished.put(next, next + length);
        next += length;
        int begin = position.offset() == 0 ? from + Utf8.markLength(bytes, from, to) : from;
        return new Line(position, Arrays.copyOfRange(bytes, begin, to), decoder);
    }

    @Override
    public void done(Incoming message) {
        unfinished.remove(message.position().offset());
    }

    @Override
    public void commit() throws IOException {
        long done = unfinished.isEmpty() ? next : unfinished.firstKey();
        String now = done + " " + key;
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
