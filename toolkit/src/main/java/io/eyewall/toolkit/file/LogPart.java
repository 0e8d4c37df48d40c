package io.eyewall.toolkit.file;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The lines of one file, or of a file until it was truncated, that were read, and those of them
 * that are not done.
 */
final class LogPart {
    private final String source;
    private final String key;
    private final @Nullable LogPlace kept;
    private final TreeMap<Long, Line> unfinished = new TreeMap<>();
    private LogMark next;

    private record Line(LogMark begin, long end) {}

    /**
     * Begins one.
     *
     * @param source of its lines' positions
     * @param key of the file
     * @param next from where it is read
     * @param kept which lines were not done when this was read before; null: all are to be read
     */
    LogPart(String source, String key, LogMark next, @Nullable LogPlace kept) {
        this.source = source;
        this.key = key;
        this.next = next;
        this.kept = kept;
    }

    String source() {
        return source;
    }

    String key() {
        return key;
    }

    @Nullable LogPlace kept() {
        return kept;
    }

    /** Behind the last whole line that was read. */
    LogMark next() {
        return next;
    }

    /** There is nothing to read up to there. */
    void skipTo(LogMark place) {
        next = place;
    }

    /** The next line ends there; whether it is to be emitted. */
    boolean read(LogMark end) {
        LogMark begin = next;
        next = end;
        boolean isOpen = kept == null || kept.isOpen(begin.offset());
        if (isOpen) {
            unfinished.put(begin.offset(), new Line(begin, end.offset()));
        }
        return isOpen;
    }

    void done(long offset) {
        unfinished.remove(offset);
    }

    boolean isDone() {
        return unfinished.isEmpty();
    }

    /** Returns the progress to store. */
    LogPlace place() {
        TreeMap<Long, Long> open = new TreeMap<>();
        unfinished.forEach((offset, line) -> put(open, offset, line.end()));
        if (kept == null || kept.open().isEmpty()) {
            put(open, next.offset(), Long.MAX_VALUE);
        } else { // it is not read yet to where it was read before
            kept.open()
                    .forEach(
                            (from, to) -> {
                                if (to > next.offset()) {
                                    put(open, Math.max(from, next.offset()), to);
                                }
                            });
        }
        Map.@Nullable Entry<Long, Line> first = unfinished.firstEntry();
        LogMark mark = first == null ? next : first.getValue().begin();
        boolean isAllBehind = open.size() == 1 && open.firstKey() == mark.offset();
        return new LogPlace(key, mark, isAllBehind ? new TreeMap<>() : open);
    }

    private static void put(NavigableMap<Long, Long> open, long from, long to) {
        Map.@Nullable Entry<Long, Long> last = open.lastEntry();
        boolean follows = last != null && last.getValue() == from;
        open.put(follows && last != null ? last.getKey() : from, to);
    }
}
