package io.eyewall.toolkit.snapshot;

import io.eyewall.state.SavedSnapshot;
import io.eyewall.state.SnapshotStore;
import io.eyewall.state.StateException;
import io.eyewall.topology.TopologyPlan;
import io.eyewall.topology.snapshot.SavedStateCheck;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
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
            SnapshotSettings.requireNoState(plan.conf());
            return;
        }
        SnapshotSettings settings = SnapshotSettings.parse(plan.conf());
        try {
            check(plan, replaced, settings);
        } catch (StateException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        } catch (NoClassDefFoundError e) {
            LOG.debug("no store of snapshots", e); // its components say so when they start
        }
    }

    private static void check(
            TopologyPlan plan, @Nullable TopologyPlan replaced, SnapshotSettings settings) {
        if (settings.from() != null) {
            SnapshotStore.snapshotOfCopy(settings.from(), settings.folder());
        }
        try (SavedSnapshot snapshot = open(settings.begunFrom())) {
            if (snapshot != null) {
                RunRecord record = RunRecord.read(snapshot::get);
                if (!record.isOver() || !snapshot.isEndRecorded()) { // else it begins anew
                    check(record, "snapshot " + snapshot.number(), plan, settings);
                }
                checkGoingBack(snapshot, plan, settings);
            } else if (replaced != null && isSameFolder(replaced, settings)) {
                check(
                        recordOf(replaced),
                        "the state that the running version saves",
                        plan,
                        settings);
            }
        }
    }

    private static @Nullable SavedSnapshot open(Path folder) {
        try {
            return SavedSnapshot.open(folder);
        } catch (StateException e) {
            LOG.warn("saved state can't be compared before the start: {}", e.getMessage());
            return null;
        }
    }

    /**
     * Refuses a copy if a source has read on since and can't go back: what it has read would be
     * missing.
     */
    private static void checkGoingBack(
            SavedSnapshot copy, TopologyPlan plan, SnapshotSettings settings) {
        if (settings.from() == null) {
            return;
        }
        try (SavedSnapshot newest = open(settings.folder())) {
            if (newest == null
                    || newest.number() <= copy.number()
                    || RunRecord.read(newest::get).submission().equals(plan.id())) {
                return;
            }
            SortedSet<String> stuck = new TreeSet<>();
            Map<TaskId, Map<ByteBuffer, ByteBuffer>> before = positions(copy);
            Map<TaskId, Map<ByteBuffer, ByteBuffer>> now = positions(newest);
            before.forEach(
                    (task, positions) -> {
                        if (!positions.equals(now.get(task)) && !settings.drops(task.component())) {
                            stuck.add(task.component());
                        }
                    });
            if (!stuck.isEmpty()) {
                throw new StateException(
                        "the copy in %s has snapshot %d, and the sources %s have read on since, up to snapshot %d, and can't go back: that would be missing. Begin with the newest snapshot, or set them back yourself and let go of their state (--drop-state SOURCE)"
                                .formatted(settings.from(), copy.number(), stuck, newest.number()));
            }
        }
    }

    /** Returns how far the sources that can't go back had read. */
    private static Map<TaskId, Map<ByteBuffer, ByteBuffer>> positions(SavedSnapshot snapshot) {
        Map<TaskId, Map<ByteBuffer, ByteBuffer>> positions = new HashMap<>();
        Set<TaskId> stuck = new HashSet<>();
        snapshot.forEach(
                (key, value) -> {
                    TaskId task = TaskId.ofKey(key);
                    if (task != null && task.tableOf(key) == StateWriter.STUCK_TABLE) {
                        stuck.add(task);
                    } else if (task != null && task.tableOf(key) == StateWriter.POSITIONS_TABLE) {
                        positions
                                .computeIfAbsent(task, absent -> new HashMap<>())
                                .put(ByteBuffer.wrap(key), ByteBuffer.wrap(value));
                    }
                });
        stuck.forEach(task -> positions.putIfAbsent(task, Map.of()));
        positions.keySet().retainAll(stuck);
        return positions;
    }

    private static boolean isSameFolder(TopologyPlan running, SnapshotSettings settings) {
        return settings.from() == null
                && SnapshotSettings.areOn(running.conf())
                && SnapshotSettings.parse(running.conf()).folder().equals(settings.folder());
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
        RunRecord begun =
                saved.submission().equals(plan.id()) ? saved : saved.without(settings, shape);
        begun.check(what + " of '" + plan.name() + "'", shape, settings.fingerprint());
    }
}
