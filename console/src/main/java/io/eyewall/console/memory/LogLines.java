package io.eyewall.console.memory;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The last lines of a log: {@value #MOST} lines and {@value #MOST_CHARS} characters at most.
 * Guarded by its owner's lock.
 */
public final class LogLines {
    /** How many lines there are at most; the oldest are forgotten. */
    public static final int MOST = 1_000;

    private static final int MOST_CHARS = 64 << 10;

    private final Deque<String> lines = new ArrayDeque<>();
    private long chars;
    private long first = 1;

    /**
     * Some lines that follow each other.
     *
     * @param first number of the first; one more for each that follows
     * @param lines without control characters
     */
    public record Part(long first, List<String> lines) {}

    /** These came. */
    public Part add(List<String> fresh) {
        for (String each : fresh) {
            String line = Text.longLine(each);
            lines.addLast(line);
            chars += line.length();
            while (lines.size() > MOST || chars > MOST_CHARS) {
                chars -= lines.removeFirst().length();
                first++;
            }
        }
        int kept = Math.min(fresh.size(), lines.size());
        List<String> all = new ArrayList<>(lines);
        return new Part(first + lines.size() - kept, all.subList(all.size() - kept, all.size()));
    }

    /** All that are kept. */
    public Part all() {
        return new Part(first, new ArrayList<>(lines));
    }
}
