package io.eyewall.toolkit.snapshot;

import io.eyewall.state.SnapshotStore.Change;
import io.eyewall.state.StateException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The part of a snapshot that concerns the run of its topology as a whole.
 *
 * @param shape its components and tasks; null: the run has no snapshot yet
 * @param fingerprint tells apart two scripts of one name; empty: unknown
 * @param isOver whether all sources have ended and all is written
 * @param submission id of the topology that has taken the snapshot
 */
record RunRecord(
        @Nullable TopologyShape shape, String fingerprint, boolean isOver, String submission) {
    private static final byte[] SHAPE_KEY = bytes("shape");
    private static final byte[] FINGERPRINT_KEY = bytes("fingerprint");
    private static final byte[] ENDED_KEY = bytes("ended");
    private static final byte[] SUBMISSION_KEY = bytes("submission");

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Reads the record of a snapshot.
     *
     * @param get returns the value of a key; null if it has none
     */
    static RunRecord read(Function<byte[], byte @Nullable []> get) {
        byte[] shape = get.apply(SHAPE_KEY);
        return new RunRecord(
                shape == null ? null : TopologyShape.decode(shape),
                text(get.apply(FINGERPRINT_KEY)),
                get.apply(ENDED_KEY) != null,
                text(get.apply(SUBMISSION_KEY)));
    }

    private static String text(byte @Nullable [] value) {
        return value == null ? "" : new String(value, StandardCharsets.UTF_8);
    }

    /** Returns the changes that write this record. */
    List<Change> changes() {
        return List.of(
                new Change(SHAPE_KEY, shape == null ? null : shape.encode()),
                new Change(FINGERPRINT_KEY, fingerprint.isEmpty() ? null : bytes(fingerprint)),
                new Change(ENDED_KEY, isOver ? new byte[0] : null),
                new Change(SUBMISSION_KEY, bytes(submission)));
    }

    /**
     * Returns the record without the components whose state is dropped. Without all state nothing
     * is left that another topology, or another script, would not fit.
     *
     * @throws StateException if neither the snapshot nor the topology has such a component
     */
    RunRecord without(SnapshotSettings settings, TopologyShape next) {
        if (settings.dropped().contains(SnapshotSettings.ALL)) {
            return new RunRecord(null, "", false, submission);
        }
        TopologyShape before = shape;
        for (String component : settings.dropped()) {
            if (!next.has(component) && (before == null || !before.has(component))) {
                throw new StateException(
                        "the state of '"
                                + component
                                + "' can't be dropped: the topology has no such component; it has "
                                + next.components());
            }
        }
        return new RunRecord(
                before == null ? null : before.without(settings.dropped()),
                fingerprint,
                isOver,
                submission);
    }

    /**
     * Refuses a topology that this state does not fit.
     *
     * @param snapshot names the snapshot, for the message
     * @throws StateException if it does not fit; the message names the differences
     */
    void check(String snapshot, TopologyShape next, String nextFingerprint) {
        TopologyShape before = shape;
        List<String> differences = before == null ? List.of() : next.differencesFrom(before);
        if (!differences.isEmpty()) {
            throw new StateException(
                    snapshot
                            + " is of another topology: "
                            + String.join("; ", differences)
                            + ". Submit the topology as it was, or let go of the state of such"
                            + " components (--drop-state COMPONENT, or "
                            + SnapshotSettings.DROP_KEY
                            + ")");
        }
        if (!fingerprint.isEmpty()
                && !nextFingerprint.isEmpty()
                && !nextFingerprint.equals(fingerprint)) {
            throw new StateException(
                    snapshot
                            + " is of another script. Run that one to its end, or begin without"
                            + " state (--drop-state '*', or "
                            + SnapshotSettings.DROP_KEY
                            + ")");
        }
    }
}
