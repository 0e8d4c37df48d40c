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
 * The positions that a sink has written, so that a replay of one can be told. Small, for they are
 * almost without gaps: a floor and some ranges for each source. Owned by one task.
 *
 * <p>A task may only meet positions of which no other task of its component has written one while
 * both run: group by {@link Position#source()}, or by anything that is the same in each replay.
 */
public final class Progress {
    private static final char PART = '#';
    private static final int LONGEST = 190;

    private final Map<String, Lane> lanes = new HashMap<>();

    /** Whether it was added. */
    public boolean contains(Position position) {
        Lane lane = lanes.get(key(position));
        return lane != null && lane.contains(position.offset());
    }

    /**
     * Adds one.
     *
     * @return the lane that it changed: a source, or {@code source#part}; to be given to {@link
     *     #write}
     */
    public String add(Position position) {
        String key = key(position);
        Lane lane = lanes.computeIfAbsent(key, source -> new Lane());
        lane.raise(position.floor());
        if (position.offset() >= position.floor()) {
            lane.add(position.offset(), position.offset());
        }
        return key;
    }

    /** A name for each source and part; short enough for a column, and never that of another. */
    private static String key(Position position) {
        String source = position.source();
        if (source.length() > LONGEST) {
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

    /** What is written of a lane: {@code floor,first-last,...}. */
    public String write(String lane) {
        Lane written = lanes.get(lane);
        if (written == null) {
            throw new IllegalArgumentException("no lane '" + lane + "', only " + lanes());
        }
        return written.write();
    }

    /** Adds what {@link #write} gave, perhaps of another task. */
    public void merge(String lane, String text) {
        try {
            lanes.computeIfAbsent(lane, source -> new Lane()).merge(text);
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(
                    "progress of '" + lane + "' can't be read: '" + text + "'", e);
        }
    }

    /** Those that it has. */
    public Set<String> lanes() {
        return new TreeSet<>(lanes.keySet());
    }

    /** How many ranges are kept; tests and metrics see that it stays small. */
    public int ranges() {
        return lanes.values().stream().mapToInt(Lane::size).sum();
    }

    /** All of it, readable. */
    @Override
    public String toString() {
        Map<String, String> all = new TreeMap<>();
        lanes.forEach((lane, written) -> all.put(lane, written.write()));
        return all.toString();
    }
}
