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
    public void check(TopologyPlan plan) {
        if (!SnapshotSettings.areOn(plan.conf())) {
            return;
        }
        SnapshotSettings settings = SnapshotSettings.parse(plan.conf());
        try (SavedSnapshot snapshot = open(settings)) {
            if (snapshot != null) {
                check(plan, settings, snapshot);
            }
        } catch (NoClassDefFoundError e) {
            LOG.debug("no store of snapshots", e); // its components say so when they start
        }
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

    private static void check(
            TopologyPlan plan, SnapshotSettings settings, SavedSnapshot snapshot) {
        RunRecord record = RunRecord.read(snapshot::get);
        if (record.isOver() && snapshot.isEndRecorded()) {
            return; // it begins anew
        }
        TopologyShape shape = TopologyShape.of(plan);
        try {
            if (!record.submission().equals(plan.id())) {
                record = record.without(settings, shape);
            }
            record.check(
                    "snapshot " + snapshot.number() + " of '" + plan.name() + "'",
                    shape,
                    settings.fingerprint());
        } catch (StateException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }
}
