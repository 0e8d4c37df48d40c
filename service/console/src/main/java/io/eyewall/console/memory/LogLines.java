package io.eyewall.console.memory;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The last lines of a log: at most {@value #MAX_LINES} lines and {@value #MAX_CHARS} characters.
 * Guarded by the owner's lock.
 */
public final class LogLines {
    /** The most lines; the oldest are dropped. */
    public static final int MAX_LINES = 1_000;

    private static final int MAX_CHARS = 64 << 10;

    private final Deque<String> lines = new ArrayDeque<>();
    private long chars;
    private long first = 1;

    /**
     * A run of consecutive lines.
     *
     * @param first the number of the first line; each next line's is one more
     * @param lines the lines, without control characters
     */
    public record Part(long first, List<String> lines) {}

    /** Adds lines and returns those of them that are kept. */
    public Part add(List<String> fresh) {
        for (String rawLine : fresh) {
            String line = BoundedText.longLine(rawLine);
            lines.addLast(line);
            chars += line.length();
            while (lines.size() > MAX_LINES || chars > MAX_CHARS) {
                chars -= lines.removeFirst().length();
                first++;
            }
        }
        int kept = Math.min(fresh.size(), lines.size());
        List<String> all = new ArrayList<>(lines);
        return new Part(first + lines.size() - kept, all.subList(all.size() - kept, all.size()));
    }

    /** Returns all kept lines. */
    public Part all() {
        return new Part(first, new ArrayList<>(lines));
    }
}
