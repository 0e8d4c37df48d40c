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
    private static final int MAX_LINE_BYTES = 3 * LogPage.MAX_LINE_CHARS;

    private final Charset charset;
    private final String logId = UUID.randomUUID().toString();

    // Guarded by this.
    private final Deque<String> lines = new ArrayDeque<>();
    private final byte[] partialLine = new byte[MAX_LINE_BYTES];
    private int partialBytes;
    private long keptChars;
    private long lineCount; // number of all lines so far, including dropped ones

    /**
     * @param charset character set of the written bytes
     */
    public LogTail(Charset charset) {
        this.charset = charset;
    }

    @Override
    public void write(int b) {
        write(new byte[] {(byte) b}, 0, 1);
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
        int copied = Math.min(length, MAX_LINE_BYTES - partialBytes);
        System.arraycopy(bytes, offset, partialLine, partialBytes, copied);
        partialBytes += copied;
    }

    private String partialLine() {
        return LogPage.truncate(new String(partialLine, 0, partialBytes, charset));
    }

    private void endLine() {
        String line = partialLine();
        partialBytes = 0;
        lines.addLast(line);
        keptChars += line.length();
        lineCount++;
        while (lines.size() > MAX_LINES || keptChars > MAX_KEPT_CHARS) {
            keptChars -= lines.removeFirst().length();
        }
    }

    @Override
    public synchronized LogPage read(@Nullable String cursor, int maxLines) {
        long first = lineCount - lines.size(); // number of the oldest line that is kept
        Long wantedLine = lineNumber(cursor);
        boolean missed = cursor != null && (wantedLine == null || wantedLine < first);
        long from = Math.max(first, wantedLine == null ? lineCount - maxLines : wantedLine);
        List<String> page = new ArrayList<>();
        int pageChars = 0;
        long number = first;
        for (String line : lines) {
            if (number >= from && page.size() < maxLines && pageChars < LogPage.MAX_BYTES) {
                page.add(line);
                pageChars += line.length();
            }
            number++;
        }
        return new LogPage(logId + ":" + (from + page.size()), page, partialLine(), missed);
    }

    /**
     * Returns the number of the line at which a cursor points; null if the cursor belongs to
     * another log.
     */
    private @Nullable Long lineNumber(@Nullable String cursor) {
        if (cursor == null || !cursor.startsWith(logId + ":")) {
            return null;
        }
        try {
            long lineNumber = Long.parseLong(cursor.substring(logId.length() + 1));
            return lineNumber < 0 || lineNumber > lineCount ? null : lineNumber;
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
