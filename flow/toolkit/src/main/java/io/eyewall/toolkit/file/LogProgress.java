package io.eyewall.toolkit.file;

import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The stored progress in one file of a log. Its text is {@code OFFSET KEY~GENERATION HASH}: the
 * mark, the file's key and its generation. If lines behind the mark are done, the open ranges
 * follow as {@code FROM-TO,FROM-TO,...}; the last one, {@code FROM}, has no end.
 *
 * @param key key of the file
 * @param generation number of what was written to the file since its last truncation, among all
 *     such parts of the log; 0 in files of older versions
 * @param mark mark of the first line that is not done
 * @param openRanges ranges of offsets whose lines are not done, as beginnings and exclusive ends;
 *     empty if no line behind the mark is done
 */
record LogProgress(String key, long generation, LogMark mark, NavigableMap<Long, Long> openRanges) {
    /** Parses a text that has one line for each file, the oldest file first. */
    static List<LogProgress> parse(String text) {
        return text.lines().filter(line -> !line.isBlank()).map(LogProgress::parseLine).toList();
    }

    private static LogProgress parseLine(String line) {
        String[] parts = line.split(" ", 4);
        TreeMap<Long, Long> openRanges = new TreeMap<>();
        if (parts.length > 3) {
            for (String range : parts[3].split(",")) {
                int dash = range.indexOf('-');
                if (dash < 0) {
                    openRanges.put(Long.parseLong(range), Long.MAX_VALUE);
                } else {
                    openRanges.put(
                            Long.parseLong(range.substring(0, dash)),
                            Long.parseLong(range.substring(dash + 1)));
                }
            }
        }
        int tilde = parts[1].lastIndexOf('~');
        return new LogProgress(
                tilde < 0 ? parts[1] : parts[1].substring(0, tilde),
                tilde < 0 ? 0 : Long.parseLong(parts[1].substring(tilde + 1)),
                LogMark.parse(parts[0], parts.length < 3 ? "" : parts[2]),
                openRanges);
    }

    /** Returns whether the line at an offset is not done. */
    boolean isOpen(long offset) {
        if (openRanges.isEmpty()) {
            return offset >= mark.offset();
        }
        Map.@Nullable Entry<Long, Long> range = openRanges.floorEntry(offset);
        return range != null && offset < range.getValue();
    }

    @Override
    public String toString() {
        String start =
                mark.offset() + " " + key + "~" + generation + " " + Long.toHexString(mark.hash());
        return openRanges.isEmpty()
                ? start
                : start
                        + openRanges.entrySet().stream()
                                .map(LogProgress::rangeText)
                                .collect(Collectors.joining(",", " ", ""));
    }

    private static String rangeText(Map.Entry<Long, Long> range) {
        return range.getValue() == Long.MAX_VALUE
                ? String.valueOf(range.getKey())
                : range.getKey() + "-" + range.getValue();
    }
}
