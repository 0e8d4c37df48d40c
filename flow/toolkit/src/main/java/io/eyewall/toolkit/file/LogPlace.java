package io.eyewall.toolkit.file;

import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The stored progress in one file of a log. Its text is {@code OFFSET KEY HASH}, followed by {@code
 * FROM-TO,FROM} if lines behind the first line that is not done are done.
 *
 * @param key key of the file
 * @param mark mark of the first line that is not done
 * @param open ranges of offsets whose lines are not done, as beginnings and ends (exclusive); empty
 *     if no line behind the mark is done
 */
record LogPlace(String key, LogMark mark, NavigableMap<Long, Long> open) {
    /** Parses a text with the progress in one file per line, the oldest file first. */
    static List<LogPlace> parse(String text) {
        return text.lines().filter(line -> !line.isBlank()).map(LogPlace::ofLine).toList();
    }

    private static LogPlace ofLine(String line) {
        String[] parts = line.split(" ", 4);
        TreeMap<Long, Long> open = new TreeMap<>();
        if (parts.length > 3) {
            for (String each : parts[3].split(",")) {
                int dash = each.indexOf('-');
                if (dash < 0) {
                    open.put(Long.parseLong(each), Long.MAX_VALUE);
                } else {
                    open.put(
                            Long.parseLong(each.substring(0, dash)),
                            Long.parseLong(each.substring(dash + 1)));
                }
            }
        }
        return new LogPlace(
                parts[1], LogMark.parse(parts[0], parts.length < 3 ? "" : parts[2]), open);
    }

    /** Returns whether the line at an offset is not done. */
    boolean isOpen(long offset) {
        if (open.isEmpty()) {
            return offset >= mark.offset();
        }
        Map.@Nullable Entry<Long, Long> range = open.floorEntry(offset);
        return range != null && offset < range.getValue();
    }

    @Override
    public String toString() {
        String start = mark.offset() + " " + key + " " + Long.toHexString(mark.hash());
        return open.isEmpty()
                ? start
                : start
                        + open.entrySet().stream()
                                .map(LogPlace::text)
                                .collect(Collectors.joining(",", " ", ""));
    }

    private static String text(Map.Entry<Long, Long> range) {
        return range.getValue() == Long.MAX_VALUE
                ? String.valueOf(range.getKey())
                : range.getKey() + "-" + range.getValue();
    }
}
