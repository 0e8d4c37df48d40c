package io.eyewall.toolkit.file;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The progress in reading one file from its beginning or from its last truncation: the position up
 * to which lines were read, and the lines among them that are not done.
 */
final class LogPart {
    private final String source;
    private final String key;
    private final @Nullable LogPlace kept;
    private final TreeMap<Long, Line> unfinished = new TreeMap<>();
    private LogMark next;

    private record Line(LogMark begin, long end) {}

    /**
     * Creates a part that is still unread.
     *
     * @param source source of the positions of its lines
     * @param key key of the file
     * @param next mark at which reading begins
     * @param kept stored progress, by which lines that were done earlier are skipped; null if no
     *     line was done
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

    /** Returns the mark behind the last whole line that was read. */
    LogMark next() {
        return next;
    }

    /** Skips to a mark; there is nothing to read before it. */
    void skipTo(LogMark place) {
        next = place;
    }

    /**
     * Records that the next line ends at a mark. Returns whether the line is to be emitted, which
     * is false if the stored progress contains it as done.
     */
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
        } else { // the lines between `next` and the stored progress have not been read again yet
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
