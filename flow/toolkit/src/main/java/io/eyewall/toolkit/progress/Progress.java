package io.eyewall.toolkit.progress;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The positions that a sink has written, by which it recognizes replayed messages. Positions have
 * almost no gaps, so the progress stays small: a floor and a few ranges for each source. Owned by
 * one task.
 *
 * <p>No two tasks of a component that run at the same time may receive tuples with the same
 * position: group by {@link Position#source()}, or by any value that is the same in each replay.
 */
public final class Progress {
    private static final char PART = '#';
    private static final int MAX_SOURCE_LENGTH = 190;

    private final Map<String, OffsetRanges> lanes = new HashMap<>();

    /** Returns whether the position was added. */
    public boolean contains(Position position) {
        OffsetRanges lane = lanes.get(key(position));
        return lane != null && lane.contains(position.offset());
    }

    /**
     * Adds a position.
     *
     * @return the lane that the position belongs to, for {@link #write}: a source, or {@code
     *     source#part}
     */
    public String add(Position position) {
        String key = key(position);
        OffsetRanges lane = lanes.computeIfAbsent(key, source -> new OffsetRanges());
        lane.raiseFloor(position.floor());
        if (position.offset() >= position.floor()) {
            lane.add(position.offset(), position.offset());
        }
        return key;
    }

    /**
     * Returns a name for the position's source and part that is unique and short enough for a
     * column.
     */
    private static String key(Position position) {
        String source = position.source();
        if (source.length() > MAX_SOURCE_LENGTH) {
            source = "sha256:" + digest(source);
        } else if (source.indexOf(PART) >= 0) {
            source = source.replace("#", "##");
        }
        return position.part() == 0 ? source : source + PART + position.part();
    }

    private static String digest(String text) {
        try {
            return HexFormat.of()
                    .formatHex(
                            MessageDigest.getInstance("SHA-256")
                                    .digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    /** Returns a lane as the text to store: {@code floor,first-last,...}. */
    public String write(String lane) {
        OffsetRanges written = lanes.get(lane);
        if (written == null) {
            throw new IllegalArgumentException(
                    "no lane '" + lane + "'; expected one of " + lanes());
        }
        return written.write();
    }

    /** Adds the positions in a text of {@link #write}, which may come from another task. */
    public void merge(String lane, String text) {
        try {
            lanes.computeIfAbsent(lane, source -> new OffsetRanges()).merge(text);
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(
                    "progress of '" + lane + "' can't be read: '" + text + "'", e);
        }
    }

    /** Returns the names of all lanes. */
    public Set<String> lanes() {
        return new TreeSet<>(lanes.keySet());
    }

    /**
     * Returns the number of ranges held, by which tests and metrics check that the progress stays
     * small.
     */
    public int ranges() {
        return lanes.values().stream().mapToInt(OffsetRanges::size).sum();
    }

    /** Returns all lanes in readable form. */
    @Override
    public String toString() {
        Map<String, String> all = new TreeMap<>();
        lanes.forEach((lane, written) -> all.put(lane, written.write()));
        return all.toString();
    }
}
