package io.eyewall.control.log;

import java.io.OutputStream;
import java.nio.charset.Charset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An output stream that keeps the last lines in memory: at most {@value #MAX_LINES} lines and
 * {@value #MAX_KEPT_CHARS} characters. Thread-safe; writers never wait for readers.
 */
public final class LogTail extends OutputStream implements LogSource {
    private static final int MAX_LINES = 2_000;
    private static final int MAX_KEPT_CHARS = 512 << 10;

    /** The largest number of bytes of a line; further bytes are discarded. */
    private static final int MAX_LINE_BYTES = 3 * LogPage.MAX_CHARS;

    private final Charset charset;
    private final String name = UUID.randomUUID().toString();

    // Guarded by this.
    private final Deque<String> lines = new ArrayDeque<>();
    private final byte[] partial = new byte[MAX_LINE_BYTES];
    private int partialBytes;
    private long chars;
    private long written; // total number of lines

    /**
     * @param charset character set of the written bytes
     */
    public LogTail(Charset charset) {
        this.charset = charset;
    }

    @Override
    public void write(int one) {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) {
        int end = offset + length;
        int from = offset;
        for (int i = offset; i < end; i++) {
            if (bytes[i] == '\n') {
                append(bytes, from, i - from);
                endLine();
                from = i + 1;
            }
        }
        append(bytes, from, end - from);
    }

    private void append(byte[] bytes, int offset, int length) {
        int taken = Math.min(length, MAX_LINE_BYTES - partialBytes);
        System.arraycopy(bytes, offset, partial, partialBytes, taken);
        partialBytes += taken;
    }

    private String partial() {
        return LogPage.cut(new String(partial, 0, partialBytes, charset));
    }

    private void endLine() {
        String line = partial();
        partialBytes = 0;
        lines.addLast(line);
        chars += line.length();
        written++;
        while (lines.size() > MAX_LINES || chars > MAX_KEPT_CHARS) {
            chars -= lines.removeFirst().length();
        }
    }

    @Override
    public synchronized LogPage read(@Nullable String cursor, int mostLines) {
        long first = written - lines.size(); // number of the oldest line that is kept
        Long wanted = position(cursor);
        boolean missed = cursor != null && (wanted == null || wanted < first);
        long from = Math.max(first, wanted == null ? written - mostLines : wanted);
        List<String> page = new ArrayList<>();
        int pageChars = 0;
        long number = first;
        for (String line : lines) {
            if (number >= from && page.size() < mostLines && pageChars < LogPage.MAX_BYTES) {
                page.add(line);
                pageChars += line.length();
            }
            number++;
        }
        return new LogPage(name + ":" + (from + page.size()), page, partial(), missed);
    }

    /**
     * Returns the number of the line at which a cursor points; null if the cursor belongs to
     * another log.
     */
    private @Nullable Long position(@Nullable String cursor) {
        if (cursor == null || !cursor.startsWith(name + ":")) {
            return null;
        }
        try {
            long position = Long.parseLong(cursor.substring(name.length() + 1));
            return position < 0 || position > written ? null : position;
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
