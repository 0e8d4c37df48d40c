package io.eyewall.engine.multilang;

import java.io.IOException;
import java.io.Reader;

/** Reads lines from a child process, limited in length: a child may forget to end a line. */
final class ChildLines {
    private final Reader reader;
    private final int limit;
    private final char[] buffer = new char[8192];
    private int next;
    private int end;

    /**
     * Creates a reader of lines.
     *
     * @param limit maximum number of characters of a text
     */
    ChildLines(Reader reader, int limit) {
        this.reader = reader;
        this.limit = limit;
    }

    /**
     * Appends the next line, without its line end, to a text.
     *
     * @return false if the stream ended before the line did
     * @throws IOException also if the text gets longer than the limit
     */
    boolean appendTo(StringBuilder text) throws IOException {
        int start = text.length();
        while (true) {
            if (next == end) {
                next = 0;
                end = Math.max(0, reader.read(buffer));
                if (end == 0) {
                    return false;
                }
            }
            int from = next;
            while (next < end && buffer[next] != '\n') {
                next++;
            }
            text.append(buffer, from, next - from);
            if (text.length() > limit) {
                throw new IOException(
                        "the child process sent more than "
                                + limit
                                + " characters without a line 'end', which ends a message: "
                                + text.substring(0, Math.min(limit, 200))
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
