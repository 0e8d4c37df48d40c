package io.eyewall.toolkit.snapshot;

import java.util.Map;
import org.apache.storm.task.TopologyContext;
import org.jspecify.annotations.Nullable;

/**
 * The entrance to the snapshots of a topology. Without snapshots nothing else of this package is
 * loaded, so that RocksDB need not be there.
 */
public final class Snapshots {
    private Snapshots() {}

    /**
     * Adds a task to the snapshots of its topology; returns null if the topology takes none.
     *
     * @param markerStream id of the stream of markers
     * @param commits whether the task commits what it held back when a snapshot is whole, and
     *     reports that by {@link TaskSnapshots#committed}
     * @throws IllegalStateException if the topology can't take snapshots, or its snapshots can't be
     *     read
     */
    public static @Nullable TaskSnapshots join(
            TopologyContext context,
            Map<String, Object> conf,
            String markerStream,
            boolean commits) {
        if (!SnapshotSettings.areOn(conf)) {
            return null;
        }
        try {
            return TaskSnapshots.join(context, conf, markerStream, commits);
        } catch (NoClassDefFoundError e) {
            throw new IllegalStateException(
                    SnapshotSettings.DIR_KEY
                            + " is set, but the store of snapshots is missing ("
                            + e.getMessage()
                            + "): add io.eyewall:eyewall-state to the class path",
                    e);
        }
    }

    /** Returns the message for a component that works with snapshots only. */
    public static String missingKeyMessage(String what) {
        return what + " needs snapshots: set " + SnapshotSettings.DIR_KEY + " to a folder for them";
    }
}
