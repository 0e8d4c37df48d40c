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
 * The positions that a sink has written, by which it recognizes replayed messages. The positions of
 * one source and part are a <em>lane</em>. They have almost no gaps, so the progress stays small: a
 * floor and a few ranges of offsets for each lane. Owned by one task.
 *
 * <p>No two tasks of a component that run at the same time may receive tuples with the same
 * position: group by {@link Position#source()}, or by any value that is the same in each replay.
 */
public final class Progress {
    private static final char PART_SEPARATOR = '#';

    /**
     * Longer sources are hashed. So the name of a lane, in which each separator is doubled, fits
     * into the 400 characters of a column.
     */
    private static final int MAX_SOURCE_CHARS = 190;

    private final Map<String, OffsetRanges> lanes = new HashMap<>();

    /** Returns whether the position was added. */
    public boolean contains(Position position) {
        OffsetRanges written = lanes.get(laneOf(position));
        return written != null && written.contains(position.offset());
    }

    /**
     * Adds a position.
     *
     * @return the name of the lane to which the position belongs, for {@link #write}: the source,
     *     or {@code SOURCE#PART}
     */
    public String add(Position position) {
        String lane = laneOf(position);
        OffsetRanges written = lanes.computeIfAbsent(lane, absent -> new OffsetRanges());
        written.raiseFloor(position.floor());
        if (position.offset() >= position.floor()) {
            written.add(position.offset(), position.offset());
        }
        return lane;
    }

    /**
     * Returns the name of the position's lane, which is unique for its source and part, and short
     * enough for a column.
     */
    private static String laneOf(Position position) {
        String source = position.source();
        if (source.length() > MAX_SOURCE_CHARS) {
            source = "sha256:" + sha256(source);
        } else if (source.indexOf(PART_SEPARATOR) >= 0) {
            source = source.replace("#", "##");
        }
        return position.part() == 0 ? source : source + PART_SEPARATOR + position.part();
    }

    private static String sha256(String text) {
        try {
            return HexFormat.of()
                    .formatHex(
                            MessageDigest.getInstance("SHA-256")
                                    .digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    /** Returns the positions of a lane as the text to store: {@code FLOOR,FIRST-LAST,...}. */
    public String write(String lane) {
        OffsetRanges written = lanes.get(lane);
        if (written == null) {
            throw new IllegalArgumentException(
                    "no lane '" + lane + "'; expected one of " + lanes());
        }
        return written.write();
    }

    /** Adds the positions in a text of {@link #write}, which another task may have written. */
    public void merge(String lane, String text) {
        try {
            lanes.computeIfAbsent(lane, absent -> new OffsetRanges()).merge(text);
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
     * Returns the number of ranges of all lanes, by which tests and metrics check that the progress
     * stays small.
     */
    public int ranges() {
        return lanes.values().stream().mapToInt(OffsetRanges::size).sum();
    }

    /** Returns all lanes in readable form. */
    @Override
    public String toString() {
        Map<String, String> textByLane = new TreeMap<>();
        lanes.forEach((lane, written) -> textByLane.put(lane, written.write()));
        return textByLane.toString();
    }
}
