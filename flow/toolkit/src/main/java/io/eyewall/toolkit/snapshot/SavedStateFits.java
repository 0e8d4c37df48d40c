package io.eyewall.toolkit.snapshot;

import io.eyewall.state.SavedSnapshot;
import io.eyewall.state.StateException;
import io.eyewall.topology.TopologyPlan;
import io.eyewall.topology.snapshot.SavedStateCheck;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks, before a topology starts, whether it fits the newest snapshot of its name; the topology
 * that it replaces may be running. What can't be read is left to the start itself, which falls back
 * to an older snapshot.
 */
public final class SavedStateFits implements SavedStateCheck {
    private static final Logger LOG = LoggerFactory.getLogger(SavedStateFits.class);

    @Override
    public void check(TopologyPlan plan, @Nullable TopologyPlan replaced) {
        if (!SnapshotSettings.areOn(plan.conf())) {
            return;
        }
        SnapshotSettings settings = SnapshotSettings.parse(plan.conf());
        try (SavedSnapshot snapshot = open(settings)) {
            if (snapshot != null) {
                RunRecord record = RunRecord.read(snapshot::get);
                if (!record.isOver() || !snapshot.isEndRecorded()) { // else it begins anew
                    check(record, "snapshot " + snapshot.number(), plan, settings);
                }
            } else if (replaced != null && isSameFolder(replaced, settings)) {
                check(
                        recordOf(replaced),
                        "the state that the running version saves",
                        plan,
                        settings);
            }
        } catch (NoClassDefFoundError e) {
            LOG.debug("no store of snapshots", e); // its components say so when they start
        }
    }

    private static boolean isSameFolder(TopologyPlan running, SnapshotSettings settings) {
        return settings.from() == null
                && SnapshotSettings.areOn(running.conf())
                && SnapshotSettings.parse(running.conf()).folder().equals(settings.folder());
    }

    private static @Nullable SavedSnapshot open(SnapshotSettings settings) {
        Path from = settings.from();
        try {
            return SavedSnapshot.open(from == null ? settings.folder() : from);
        } catch (StateException e) {
            LOG.warn("saved state can't be compared before the start: {}", e.getMessage());
            return null;
        }
    }

    /** Returns what the first snapshot of a topology will say. */
    private static RunRecord recordOf(TopologyPlan running) {
        return new RunRecord(
                TopologyShape.of(running),
                SnapshotSettings.parse(running.conf()).fingerprint(),
                false,
                running.id());
    }

    private static void check(
            RunRecord saved, String what, TopologyPlan plan, SnapshotSettings settings) {
        TopologyShape shape = TopologyShape.of(plan);
        try {
            RunRecord begun =
                    saved.submission().equals(plan.id()) ? saved : saved.without(settings, shape);
            begun.check(what + " of '" + plan.name() + "'", shape, settings.fingerprint());
        } catch (StateException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }
}
