package io.eyewall.plugin.worker;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The state that a worker publishes to the others of its topology: the name of an ephemeral node
 * without data, below {@link #folder}. One request reads all notes, and a note is always read
 * whole. A worker writes its next note before it deletes the previous one; the later one counts.
 * The third field is {@code m} for a member and {@code l} for a worker that leaves.
 *
 * <pre>
 * {@code version~stage~m|l~node~port~startMs~workerId     12~QUIET~m~ab12-cd~6700~1732000000000~5f3e-...}
 * </pre>
 *
 * @param version the version of the assignment in ZooKeeper that the note is about
 * @param stage the worker's progress with that assignment
 * @param member whether that assignment contains this worker with its executors; otherwise the
 *     worker leaves
 * @param place the worker's slot
 * @param startMs when the worker was started, by its host's clock
 * @param workerId the worker's id
 */
public record Note(
        int version, Stage stage, boolean member, Place place, long startMs, String workerId) {
    private static final int FIELD_COUNT = 7;

    /** The folder of all notes, below Storm's root in ZooKeeper. */
    static final String ROOT = "/eyewall/smooth";

    /** Returns the folder of a topology's notes. */
    public static String folder(String topologyId) {
        return ROOT + "/" + encode(topologyId);
    }

    /** Returns the name of the note's node. */
    public String name() {
        return String.join(
                "~",
                Integer.toString(version),
                stage.name(),
                member ? "m" : "l",
                encode(place.node()),
                Integer.toString(place.port()),
                Long.toString(startMs),
                encode(workerId));
    }

    /**
     * Parses a node's name; empty if it is not a note, for example one of another version of this
     * plug-in.
     */
    public static Optional<Note> parse(String name) {
        String[] fields = name.split("~", -1);
        if (fields.length != FIELD_COUNT) {
            return Optional.empty();
        }
        try {
            Place place = new Place(decode(fields[3]), Integer.parseInt(fields[4]));
            return Optional.of(
                    new Note(
                            Integer.parseInt(fields[0]),
                            Stage.valueOf(fields[1]),
                            fields[2].equals("m"),
                            place,
                            Long.parseLong(fields[5]),
                            decode(fields[6])));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Returns whether the note is about this version and at this stage or a later one. */
    boolean hasReached(int ofVersion, Stage minStage) {
        return version == ofVersion && stage.compareTo(minStage) >= 0;
    }

    boolean isLaterThan(Note other) {
        return version != other.version
                ? version > other.version
                : stage.compareTo(other.stage) > 0;
    }

    /** URL-encodes a text, including the tilde, because it separates the fields. */
    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("~", "%7E");
    }

    private static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
