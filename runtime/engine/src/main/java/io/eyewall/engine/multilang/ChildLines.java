package io.eyewall.engine.multilang;

import java.io.IOException;
import java.io.Reader;

/**
 * Reads lines from a child process, limited in length, because a child may forget to end a line.
 */
final class ChildLines {
    private final Reader reader;
    private final int maxChars;
    private final char[] buffer = new char[8192];
    private int next;
    private int end;

    /**
     * Creates a reader of lines.
     *
     * @param maxChars maximum number of characters of a text, which may have several lines
     */
    ChildLines(Reader reader, int maxChars) {
        this.reader = reader;
        this.maxChars = maxChars;
    }

    /**
     * Appends the next line, without its line end, to a text.
     *
     * @return false if the stream ended before the line did
     * @throws IOException also if the text gets longer than the limit
     */
    boolean appendLine(StringBuilder text) throws IOException {
        int start = text.length();
        while (true) {
            if (next == end) {
                next = 0;
                end = Math.max(0, reader.read(buffer));
                if (end == 0) {
                    return false;
                }
            }
            int lineStart = next;
            while (next < end && buffer[next] != '\n') {
                next++;
            }
            text.append(buffer, lineStart, next - lineStart);
            if (text.length() > maxChars) {
                throw new IOException(
                        "the child process sent more than "
                                + maxChars
                                + " characters without a line 'end', which ends a message: "
                                + text.substring(0, Math.min(maxChars, 200))
                                + "...; larger messages need a larger heap (-Xmx)");
            }
            if (next < end) {
                next++;
                int last = text.length() - 1;
                if (last >= start && text.charAt(last) == '\r') {
                    text.setLength(last);
                }
                return true;
            }
        }
    }
}
