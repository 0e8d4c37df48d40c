package io.eyewall.toolkit.file;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The part of a log that is one file, or what was written to one file since its last truncation. It
 * holds the mark up to which lines were read, and the lines before it that are not done.
 */
final class LogPart {
    private final String source;
    private final long generation;
    private final String key;
    private final @Nullable LogProgress stored;

    /** The lines that were read and are not done, by the offsets at which they begin. */
    private final TreeMap<Long, Line> unfinished = new TreeMap<>();

    /** The mark behind the last line that was read. */
    private LogMark nextMark;

    /** A line, from its beginning to the offset behind it. */
    private record Line(LogMark begin, long end) {}

    /**
     * Creates a part that is still unread.
     *
     * @param source source of the positions of its lines
     * @param generation see {@link LogProgress#generation}
     * @param key key of the file
     * @param nextMark mark at which reading begins
     * @param stored progress that an earlier process has stored, by which lines that are done are
     *     skipped; null if there is none
     */
    LogPart(
            String source,
            long generation,
            String key,
            LogMark nextMark,
            @Nullable LogProgress stored) {
        this.source = source;
        this.generation = generation;
        this.key = key;
        this.nextMark = nextMark;
        this.stored = stored;
    }

    String source() {
        return source;
    }

    long generation() {
        return generation;
    }

    String key() {
        return key;
    }

    @Nullable LogProgress stored() {
        return stored;
    }

    /** Returns the mark behind the last line that was read. */
    LogMark nextMark() {
        return nextMark;
    }

    /** Continues at a mark, because the bytes before it are not lines. */
    void skipTo(LogMark mark) {
        nextMark = mark;
    }

    /**
     * Adds the line between {@link #nextMark} and {@code end}. Returns whether the line is to be
     * emitted, which is false if it is done according to the stored progress.
     */
    boolean addLineUpTo(LogMark end) {
        LogMark begin = nextMark;
        nextMark = end;
        boolean isNotDone = stored == null || stored.isOpen(begin.offset());
        if (isNotDone) {
            unfinished.put(begin.offset(), new Line(begin, end.offset()));
        }
        return isNotDone;
    }

    /** Marks a line as done; returns false if it is not a line of this part, or done already. */
    boolean markDone(long offset) {
        return unfinished.remove(offset) != null;
    }

    /** Returns whether all lines that were read are done. */
    boolean isDone() {
        return unfinished.isEmpty();
    }

    /** Returns the progress to store. */
    LogProgress progress() {
        TreeMap<Long, Long> openRanges = new TreeMap<>();
        unfinished.forEach((offset, line) -> addRange(openRanges, offset, line.end()));
        if (stored == null || stored.openRanges().isEmpty()) {
            addRange(openRanges, nextMark.offset(), Long.MAX_VALUE);
        } else { // ranges behind nextMark have not been read again yet
            stored.openRanges()
                    .forEach(
                            (from, to) -> {
                                if (to > nextMark.offset()) {
                                    addRange(openRanges, Math.max(from, nextMark.offset()), to);
                                }
                            });
        }
        Map.@Nullable Entry<Long, Line> first = unfinished.firstEntry();
        LogMark mark = first == null ? nextMark : first.getValue().begin();
        // The mark alone then says the same as the ranges.
        boolean isAllOpen = openRanges.size() == 1 && openRanges.firstKey() == mark.offset();
        return new LogProgress(key, generation, mark, isAllOpen ? new TreeMap<>() : openRanges);
    }

    /** Adds a range, or extends the last range if the new one begins where that ends. */
    private static void addRange(NavigableMap<Long, Long> ranges, long from, long to) {
        Map.@Nullable Entry<Long, Long> last = ranges.lastEntry();
        boolean follows = last != null && last.getValue() == from;
        ranges.put(follows && last != null ? last.getKey() : from, to);
    }
}
