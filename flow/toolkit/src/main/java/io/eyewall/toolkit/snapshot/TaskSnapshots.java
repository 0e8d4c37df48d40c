package io.eyewall.toolkit.snapshot;

import io.eyewall.state.SnapshotStore.Change;
import io.eyewall.topology.snapshot.SnapshotReport;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.storm.task.TopologyContext;
import org.jspecify.annotations.Nullable;

/**
 * A task's part in the snapshots of its topology. The task asks {@link #mustRollBack} before
 * anything else, and does so; it saves its state when a marker says so. Used by the task's thread.
 */
public final class TaskSnapshots {
    private final TaskId task;
    private final SnapshotCoordinator coordinator;
    private final StateCodec codec;
    private final byte[] keyPrefix;

    /** The epoch of this task; a task that is late rolls back at once. */
    private int epoch;

    private TaskSnapshots(TaskId task, SnapshotCoordinator coordinator, StateCodec codec) {
        this.task = task;
        this.coordinator = coordinator;
        this.codec = codec;
        keyPrefix = task.keyPrefix();
    }

    /**
     * Adds a task to the snapshots of its topology.
     *
     * @param markerStream id of the stream of markers
     * @param commits whether the task commits what it held back when a snapshot is whole, and
     *     reports that by {@link #committed}
     * @throws IllegalStateException if the topology can't take snapshots, or its snapshots can't be
     *     read
     */
    static @Nullable TaskSnapshots join(
            TopologyContext context,
            Map<String, Object> conf,
            String markerStream,
            boolean commits) {
        TaskId task = new TaskId(context.getThisComponentId(), context.getThisTaskIndex());
        SnapshotCoordinator coordinator =
                SnapshotCoordinator.join(
                        context.getStormId(),
                        SnapshotSettings.parse(conf),
                        () -> TopologyShape.of(context, markerStream),
                        task,
                        commits);
        return coordinator == null
                ? null
                : new TaskSnapshots(task, coordinator, new StateCodec(task, conf));
    }

    // ---- snapshots -----------------------------------------------------------------------------

    /** Begins a snapshot if it is time; to be called by sources, often. */
    public void beginIfDue(long nowNs) {
        coordinator.beginIfDue(nowNs);
    }

    /** Asks for a snapshot before its time. */
    public void request() {
        coordinator.request();
    }

    /** Returns the number of the snapshot that was begun last. */
    public long begun() {
        return coordinator.begun();
    }

    /** Returns the number of the newest whole snapshot; 0 if there is none. */
    public long stored() {
        return coordinator.stored();
    }

    /** Returns how the snapshots of the topology are. Any thread may call. */
    public SnapshotReport report() {
        return coordinator.report();
    }

    /** Returns the number of the newest whole snapshot that transactional sinks have committed. */
    public long settled() {
        return coordinator.settled();
    }

    /**
     * Saves the task's state.
     *
     * @param alignedNs how long the task waited for the markers of all its senders
     * @param state writes what has changed since the last snapshot
     */
    public void save(long number, long alignedNs, Consumer<StateWriter> state) {
        Changes changes = new Changes();
        state.accept(changes);
        coordinator.save(task, epoch, number, alignedNs, changes.list);
    }

    /** Returns a snapshot's number together with the series that it belongs to. */
    public SnapshotId id(long number) {
        return new SnapshotId(coordinator.lineage(), number);
    }

    /**
     * Records whether this source has ended and all bolts behind it have, too; to be called before
     * {@link #save}. When all have, the next process begins anew.
     */
    public void setEnded(boolean hasEnded) {
        coordinator.setEnded(task, hasEnded);
    }

    /**
     * Says that there is nothing to commit for a snapshot; to be called while its state is saved.
     */
    public void skipCommit(long number) {
        coordinator.skipCommit(task, number);
    }

    /** Reports that what was held back for a snapshot is committed. */
    public void committed(long number) {
        coordinator.committed(task, number);
    }

    // ---- rollback ------------------------------------------------------------------------------

    /** Returns whether the topology has rolled back and this task has not. */
    public boolean mustRollBack() {
        return coordinator.epoch() != epoch;
    }

    /**
     * Goes over to the present epoch and returns it. The caller then restores its state, and drops
     * what was sent in earlier epochs.
     */
    public int enterEpoch() {
        epoch = coordinator.epoch();
        return epoch;
    }

    /** Returns the epoch of this task. */
    public int epoch() {
        return epoch;
    }

    /** Makes the topology roll back. */
    public void rollBack(String reason) {
        coordinator.rollBack(epoch, task + ": " + reason);
    }

    /** Returns the state as of the newest whole snapshot, after the one that is being written. */
    public StateReader read() {
        return new Entries(coordinator.beginsAnew(), keyPrefix);
    }

    /** Ends this task's part. */
    public void leave() {
        coordinator.leave(task);
    }

    private static byte[] tablePrefix(byte[] prefix, int table) {
        return ByteBuffer.allocate(prefix.length + 1).put(prefix).put((byte) table).array();
    }

    /** Collects changes. */
    private final class Changes implements StateWriter {
        private final List<Change> list = new ArrayList<>();

        @Override
        public void put(int table, long entry, @Nullable Object... content) {
            list.add(new Change(key(table, entry), codec.encode(content)));
        }

        @Override
        public void remove(int table, long entry) {
            list.add(new Change(key(table, entry), null));
        }

        private byte[] key(int table, long entry) {
            return ByteBuffer.allocate(keyPrefix.length + 1 + Long.BYTES)
                    .put(keyPrefix)
                    .put((byte) table)
                    .putLong(entry)
                    .array();
        }
    }

    /** Reads entries. */
    private final class Entries implements StateReader {
        private final boolean isInitial;
        private final byte[] prefix;

        private Entries(boolean isInitial, byte[] prefix) {
            this.isInitial = isInitial;
            this.prefix = prefix;
        }

        @Override
        public boolean isInitial() {
            return isInitial;
        }

        @Override
        public void forEach(int table, Entry action) {
            byte[] tablePrefix = tablePrefix(prefix, table);
            coordinator.forEach(
                    tablePrefix,
                    (key, value) ->
                            action.accept(
                                    ByteBuffer.wrap(key).getLong(tablePrefix.length),
                                    codec.decode(value)));
        }
    }
}
