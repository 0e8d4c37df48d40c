package io.eyewall.toolkit.sink;

import io.eyewall.toolkit.failure.BadRecordException;
import io.eyewall.toolkit.failure.ConnectorException;
import io.eyewall.toolkit.failure.ConnectorException.Category;
import io.eyewall.toolkit.snapshot.SnapshotId;
import org.jspecify.annotations.Nullable;

/** Checks for {@link TransactionalWriter}s: whether a medium has a snapshot, and may get it. */
public final class WrittenSnapshot {
    private WrittenSnapshot() {}

    /**
     * Returns whether the tuples of a snapshot are to be written.
     *
     * @param snapshot the snapshot
     * @param written the last snapshot that the medium has of this task; null: none
     * @param medium the medium, for messages: "the database"
     * @param sink name of the sink in its medium
     * @param forget how to make the medium forget what it has of the sink, for messages
     * @throws ConnectorException if the medium has a later snapshot, or one of another series
     */
    public static boolean isMissing(
            SnapshotId snapshot,
            @Nullable SnapshotId written,
            String medium,
            String sink,
            String forget) {
        if (snapshot.equals(written)) {
            return false;
        }
        if (written != null && !written.lineage().equals(snapshot.lineage())) {
            throw new ConnectorException(
                    Category.CONFIG,
                    medium
                            + " has rows of snapshots in another folder, or of one that was"
                            + " deleted, under the sink's name '"
                            + sink
                            + "': put the folder back; or, to begin without state, "
                            + forget,
                    null);
        }
        if (written != null && written.number() > snapshot.number()) {
            throw new ConnectorException(
                    Category.CONFIG,
                    medium
                            + " has the rows of snapshot "
                            + written.number()
                            + ", but the topology continues from snapshot "
                            + snapshot.number()
                            + ": put back the newest snapshots; or, to begin without state, remove"
                            + " the sink's rows, give another folder for snapshots, and "
                            + forget,
                    null);
        }
        return true;
    }

    /** Returns the failure for a tuple of a snapshot that can never be written. */
    public static ConnectorException unwritable(SnapshotId snapshot, BadRecordException bad) {
        return new ConnectorException(
                Category.CONFIG,
                "a row of snapshot " + snapshot.number() + " can't be written: " + bad.reason(),
                bad);
    }
}
