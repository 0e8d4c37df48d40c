package io.eyewall.toolkit.progress;

import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;

/**
 * The offsets that a sink has written of one lane of its {@link Progress}: all offsets below a
 * floor, and ranges above it.
 */
final class OffsetRanges {
    /**
     * Maps the first to the last offset of each range. Ranges neither overlap nor touch, and none
     * starts below the floor.
     */
    private final TreeMap<Long, Long> ranges = new TreeMap<>();

    private long floor;

    boolean contains(long offset) {
        if (offset < floor) {
            return true;
        }
        Map.Entry<Long, Long> range = ranges.floorEntry(offset);
        return range != null && range.getValue() >= offset;
    }

    /** Marks the offsets from {@code first} to {@code last} as written. */
    void add(long first, long last) {
        long from = first;
        long to = last;
        Map.Entry<Long, Long> before = ranges.floorEntry(from);
        if (before != null && before.getValue() >= from - 1) {
            from = before.getKey();
            to = Math.max(to, before.getValue());
        }
        Map.Entry<Long, Long> next = ranges.ceilingEntry(from);
        while (next != null && next.getKey() <= to + 1) {
            to = Math.max(to, next.getValue());
            ranges.remove(next.getKey());
            next = ranges.ceilingEntry(from);
        }
        ranges.put(from, to);
        raiseFloor(floor);
    }

    /** Marks all offsets below {@code newFloor} as written. */
    void raiseFloor(long newFloor) {
        floor = Math.max(floor, newFloor);
        Iterator<Map.Entry<Long, Long>> iterator = ranges.entrySet().iterator();
        while (iterator.hasNext()) {
            Map.Entry<Long, Long> range = iterator.next();
            if (range.getKey() > floor) {
                break;
            }
            floor = Math.max(floor, range.getValue() + 1);
            iterator.remove();
        }
    }

    /** Returns the number of ranges above the floor. */
    int size() {
        return ranges.size();
    }

    /** Returns the text {@code FLOOR,FIRST-LAST,FIRST-LAST,...}, which {@link #merge} reads. */
    String write() {
        StringBuilder text = new StringBuilder().append(floor);
        ranges.forEach((first, last) -> text.append(',').append(first).append('-').append(last));
        return text.toString();
    }

    /** Adds the offsets in a text of {@link #write}. */
    void merge(String text) {
        String[] parts = text.split(",");
        for (int i = 1; i < parts.length; i++) {
            int dash = parts[i].indexOf('-');
            add(
                    Long.parseLong(parts[i].substring(0, dash)),
                    Long.parseLong(parts[i].substring(dash + 1)));
        }
        raiseFloor(Long.parseLong(parts[0]));
    }
}
