package io.eyewall.toolkit.snapshot;

import io.eyewall.state.SnapshotStore;
import io.eyewall.state.SnapshotStore.Change;
import io.eyewall.state.StateException;
import io.eyewall.topology.snapshot.SnapshotReport;
import io.eyewall.topology.snapshot.TopologySnapshots;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.apache.storm.utils.Time;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the snapshots of one topology, one after the other:
 *
 * <ol>
 *   <li>{@link Phase#COLLECTING}: each source sends a marker with the snapshot's number behind what
 *       it has sent; each task saves its state when all tasks before it have sent theirs;
 *   <li>{@link Phase#STORING}: when all tasks have, a thread of this class writes the changes, and
 *       the snapshot is whole;
 *   <li>{@link Phase#COMMITTING}: transactional sinks commit what they held back for it.
 * </ol>
 *
 * <p>After a failure all tasks roll back to the newest whole snapshot. What was sent before is told
 * from what is sent after it by the epoch, which counts the rollbacks.
 *
 * <p>Any thread may call.
 */
final class SnapshotCoordinator implements TopologySnapshots {
    private static final Logger LOG = LoggerFactory.getLogger(SnapshotCoordinator.class);

    /** A snapshot that has lasted longer is given up, and the next one is begun. */
    private static final long GIVE_UP_NS = TimeUnit.MINUTES.toNanos(10);

    /** The coordinators of this process by folder. Guarded by itself. */
    private static final Map<Path, SnapshotCoordinator> OPEN = new HashMap<>();

    private enum Phase {
        IDLE,
        COLLECTING,
        STORING,
        COMMITTING
    }

    private final String topologyId;
    private final Path folder;
    private final long intervalNs;
    private final SnapshotStore store;
    private final TopologyShape shape;
    private final SortedSet<TaskId> expected;
    private final ExecutorService storing;
    private final SortedSet<TaskId> joined = new TreeSet<>();
    private final SortedSet<TaskId> committing = new TreeSet<>();

    /** The tasks that have nothing to commit for the snapshot that is being taken. */
    private final SortedSet<TaskId> withoutCommit = new TreeSet<>();

    private final SortedSet<TaskId> sources = new TreeSet<>();
    private final SortedSet<TaskId> endedSources = new TreeSet<>();
    private final String fingerprint;

    /** Whether this run begins with something else than the newest snapshot has. */
    private boolean isChanged;

    /** The number of the snapshot that this process began with; 0: none. */
    private final long restored;

    /** Whether the next snapshot is the first of a run. */
    private boolean beginsAnew;

    /** Whether all was over as of the newest whole snapshot. */
    private boolean isOver;

    /** The reason why there can't be any more snapshots; null: there can. */
    private @Nullable StateException loss;

    private final SnapshotOrders orders = new SnapshotOrders();
    private final SnapshotFigures figures = new SnapshotFigures();

    private Phase phase = Phase.IDLE;

    /** The tasks that the present phase waits for. */
    private final SortedSet<TaskId> awaited = new TreeSet<>();

    /** The changes since the newest whole snapshot, as far as tasks have saved them. */
    private List<Change> pending = new ArrayList<>();

    private boolean isRequested;
    private boolean isClosed;

    /** The time at which a source looks again whether a snapshot is to begin. */
    private volatile long checkAtNs;

    private volatile long begun;
    private volatile long stored;
    private volatile long settled;
    private volatile int epoch;

    private SnapshotCoordinator(String topologyId, SnapshotSettings settings, TopologyShape shape) {
        this.topologyId = topologyId;
        this.shape = shape;
        folder = settings.folder();
        fingerprint = settings.fingerprint();
        intervalNs = settings.interval().toNanos();
        expected = shape.tasks();
        store = SnapshotStore.open(folder);
        try {
            openRun(settings);
        } catch (RuntimeException e) {
            store.close();
            throw e;
        }
        stored = store.number();
        restored = beginsAnew ? 0 : stored;
        begun = stored;
        settled = stored;
        // The first snapshot at once: what was dropped must stay so in the next process.
        checkAtNs = Time.nanoTime() + (isChanged ? 0 : intervalNs);
        storing =
                Executors.newSingleThreadExecutor(
                        task -> {
                            Thread thread = new Thread(task, "eyewall-snapshots-" + topologyId);
                            thread.setDaemon(true);
                            return thread;
                        });
        figures.onOpened(store.newestBytes(), store.newestAgeMs());
        if (!beginsAnew) {
            LOG.info("{}: continuing from snapshot {} in {}", topologyId, stored, folder);
        }
    }

    /** Finds out where this run of the topology begins. */
    private void openRun(SnapshotSettings settings) {
        RunRecord saved = RunRecord.read(store::get);
        Path from = settings.from();
        boolean isNewSubmission = !saved.submission().equals(topologyId);
        if (isNewSubmission && from != null) {
            Path aside = folder.resolveSibling("snapshots-before-" + topologyId);
            store.replaceBy(from, aside);
            LOG.info("{}: the snapshots of earlier runs are in {}", topologyId, aside);
            saved = RunRecord.read(store::get);
            isChanged = true;
        }
        // If the process has died before it had come to its end, the next one comes to it, without
        // anything left to do.
        if (saved.isOver() && store.isEndRecorded()) {
            LOG.info("{}: beginning anew, as it had ended in snapshot {}", folder, store.number());
            store.write(store.nextNumber(), store.removals());
            saved = RunRecord.read(store::get);
        }
        if (isNewSubmission && !settings.dropped().isEmpty()) {
            saved = saved.without(settings, shape);
            dropState(settings, saved);
            isChanged = true;
        }
        saved.check("snapshot " + store.number() + " in " + folder, shape, fingerprint);
        isOver = saved.isOver();
        beginsAnew = saved.shape() == null;
    }

    /**
     * Removes the state of components from what this run begins with. The snapshot stays as it is,
     * since transactional sinks know it by its number.
     */
    private void dropState(SnapshotSettings settings, RunRecord remaining) {
        Path aside = folder.resolveSibling("snapshots-before-" + topologyId);
        if (store.number() > 0 && !Files.exists(aside)) {
            store.copyNewest(aside);
            LOG.info("{}: the state with nothing dropped is in {}", topologyId, aside);
        }
        List<Change> changes = new ArrayList<>();
        for (Change removal : store.removals()) {
            TaskId task = TaskId.ofKey(removal.key());
            if (task != null && settings.drops(task.component())) {
                changes.add(removal);
            }
        }
        LOG.info(
                "{}: beginning without the state of {} ({} entries)",
                topologyId,
                settings.dropped(),
                changes.size());
        changes.addAll(remaining.changes());
        store.amend(changes);
    }

    /**
     * Adds a task to the snapshots of its topology, and returns their coordinator. A topology that
     * starts again in this process, or another one of its name, takes the place of the former.
     *
     * @param commits whether the task commits what it held back when a snapshot is whole
     * @return null if the topology did not ask for snapshots, and can't take them
     */
    static @Nullable SnapshotCoordinator join(
            String topologyId,
            SnapshotSettings settings,
            Supplier<TopologyShape> shape,
            TaskId task,
            boolean commits) {
        Path folder = settings.folder().toAbsolutePath().normalize();
        synchronized (OPEN) {
            SnapshotCoordinator open = OPEN.get(folder);
            if (open != null && !open.admits(topologyId, task)) {
                open.close();
                open = null;
            }
            if (open == null) {
                TopologyShape known = shapeIfAble(topologyId, settings, shape);
                if (known == null) {
                    return null;
                }
                open = new SnapshotCoordinator(topologyId, settings, known);
                OPEN.put(folder, open);
                TopologySnapshots.begin(topologyId, open);
            }
            open.add(task, commits);
            return open;
        }
    }

    private static @Nullable TopologyShape shapeIfAble(
            String topologyId, SnapshotSettings settings, Supplier<TopologyShape> shape) {
        if (TopologySnapshots.hasNone(topologyId)) {
            return null;
        }
        try {
            return shape.get();
        } catch (StateException e) {
            if (!settings.isDefault()) {
                throw e;
            }
            TopologySnapshots.beginWithout(topologyId, String.valueOf(e.getMessage()));
            LOG.warn("{} runs without snapshots: {}", topologyId, e.getMessage());
            return null;
        }
    }

    private synchronized boolean admits(String id, TaskId task) {
        return !isClosed && topologyId.equals(id) && !joined.contains(task);
    }

    private synchronized void add(TaskId task, boolean commits) {
        joined.add(task);
        if (commits) {
            committing.add(task);
            if (stored > 0) { // it may have died before it committed
                phase = Phase.COMMITTING;
                awaited.add(task);
            }
        }
    }

    /** Removes a task that ends; when all have ended, closes the files. */
    void leave(TaskId task) {
        synchronized (OPEN) {
            boolean isEmpty;
            synchronized (this) {
                joined.remove(task);
                isEmpty = joined.isEmpty();
            }
            if (isEmpty) {
                close();
            }
        }
    }

    /** Ends the snapshots; to be called with the lock of {@link #OPEN}. */
    private void close() {
        synchronized (this) {
            if (isClosed) {
                return;
            }
            isClosed = true;
            awaitNotStoring();
            phase = Phase.IDLE;
            pending.clear();
            recordEndIfOver();
            store.close();
        }
        storing.shutdown();
        orders.onFailed(Long.MAX_VALUE, "the topology has ended");
        TopologySnapshots.end(topologyId, this);
        OPEN.remove(folder.toAbsolutePath().normalize(), this);
    }

    private void recordEndIfOver() {
        if (isOver) {
            try {
                store.recordEnd();
            } catch (StateException e) {
                LOG.warn(
                        "{}: the next run will have nothing to do: {}", topologyId, e.getMessage());
            }
        }
    }

    /** Waits until no snapshot is being written; to be called with this lock. */
    private void awaitNotStoring() {
        boolean wasInterrupted = false;
        while (phase == Phase.STORING) {
            try {
                wait();
            } catch (InterruptedException e) {
                wasInterrupted = true;
            }
        }
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    // ---- the steps of a snapshot ---------------------------------------------------------------

    /** Begins a snapshot if it is time; to be called by the sources, often. */
    void beginIfDue(long nowNs) {
        if (nowNs - checkAtNs >= 0) {
            check(nowNs);
        }
    }

    private synchronized void check(long nowNs) {
        if (loss != null) {
            throw loss;
        }
        checkAtNs = nowNs + intervalNs;
        if (isClosed || joined.size() < expected.size()) {
            checkAtNs = nowNs + Math.min(intervalNs, TimeUnit.MILLISECONDS.toNanos(100));
        } else if (phase == Phase.IDLE) {
            isRequested = false;
            phase = Phase.COLLECTING;
            awaited.clear();
            awaited.addAll(expected);
            withoutCommit.clear();
            figures.onBegin(nowNs);
            begun = Math.max(begun + 1, store.nextNumber());
        } else if (phase == Phase.COLLECTING && figures.takingNs(nowNs) >= GIVE_UP_NS) {
            phase = Phase.IDLE;
            LOG.warn(
                    "{}: snapshot {} was given up: no answer within {} min of {}",
                    topologyId,
                    begun,
                    TimeUnit.NANOSECONDS.toMinutes(GIVE_UP_NS),
                    awaited);
        }
    }

    /** Asks for a snapshot as soon as possible. */
    synchronized void request() {
        isRequested = true;
        checkAgainIfRequested();
    }

    /**
     * Receives what has changed in the state of a task. Changes of a snapshot that was given up
     * count for the next.
     *
     * @param taskEpoch epoch of the task; changes of an earlier epoch are undone already
     * @param alignedNs how long the task waited for the markers of all its senders
     */
    synchronized void save(
            TaskId task, int taskEpoch, long number, long alignedNs, List<Change> changes) {
        if (isClosed || taskEpoch != epoch) {
            return;
        }
        pending.addAll(changes);
        if (phase == Phase.COLLECTING && number == begun) {
            figures.onSaved(task, alignedNs);
            awaited.remove(task);
            if (awaited.isEmpty()) {
                phase = Phase.STORING;
                List<Change> toStore = pending;
                pending = new ArrayList<>();
                boolean willBeOver = endedSources.containsAll(sources);
                toStore.addAll(new RunRecord(shape, fingerprint, willBeOver, topologyId).changes());
                storing.execute(() -> store(number, taskEpoch, toStore, willBeOver));
            }
        }
    }

    private void store(long number, int ofEpoch, List<Change> changes, boolean willBeOver) {
        RuntimeException failure = null;
        try {
            checkLocked();
            store.write(number, changes);
        } catch (RuntimeException e) { // whatever it is, tasks must not wait for ever
            failure = e;
        }
        long bytes = 0;
        if (failure == null) { // from here on the snapshot is whole, whatever happens
            bytes = store.newestBytes();
            orders.copy(number, store::copyNewest);
        }
        synchronized (this) {
            phase = Phase.IDLE;
            if (failure == null) {
                onStored(number, bytes, changes.size(), willBeOver);
            } else {
                onNotStored(number, failure);
                if (ofEpoch == epoch) {
                    changes.addAll(pending);
                    pending = changes;
                }
            }
            checkAgainIfRequested();
            notifyAll();
        }
    }

    private void onStored(long number, long bytes, int changes, boolean willBeOver) {
        stored = number;
        isOver = willBeOver;
        beginsAnew = false;
        if (!figures.failure().isEmpty()) {
            LOG.info("{}: snapshots are written again", topologyId);
        }
        figures.onStored(bytes);
        LOG.debug(
                "{}: snapshot {} of {} changes took {} ms",
                topologyId,
                number,
                changes,
                figures.tookMs());
        awaited.addAll(committing);
        awaited.removeAll(withoutCommit);
        if (awaited.isEmpty()) {
            settle(number);
        } else {
            phase = Phase.COMMITTING;
        }
    }

    private void onNotStored(long number, RuntimeException failure) {
        String reason =
                failure instanceof StateException
                        ? String.valueOf(failure.getMessage())
                        : failure.toString();
        if (figures.failure().isEmpty()) {
            LOG.error("{}: no snapshot {}; trying on: {}", topologyId, number, reason);
        }
        figures.onFailed(reason);
        orders.onFailed(number + 1, reason);
    }

    private void settle(long number) {
        settled = number;
        orders.onCommitted(number);
    }

    /** Gives up if another process may write to the folder, too. */
    private void checkLocked() {
        if (!store.isLocked()) {
            StateException lost =
                    new StateException(
                            "the folder of snapshots "
                                    + folder
                                    + ", or LOCK in it, was deleted or replaced while the topology"
                                    + " was running: start it again");
            synchronized (this) {
                loss = lost;
                checkAtNs = Time.nanoTime();
            }
            throw lost;
        }
    }

    private void checkAgainIfRequested() {
        if (isRequested && phase == Phase.IDLE) {
            checkAtNs = Time.nanoTime();
        }
    }

    /** Records that a task has nothing to commit for the snapshot that it saves next. */
    synchronized void skipCommit(TaskId task, long number) {
        if (number == begun) {
            withoutCommit.add(task);
        }
    }

    /** Records that a task has committed what it held back for the newest whole snapshot. */
    synchronized void committed(TaskId task, long number) {
        if (phase == Phase.COMMITTING && number == stored) {
            awaited.remove(task);
            if (awaited.isEmpty()) {
                phase = Phase.IDLE;
                settle(number);
                checkAgainIfRequested();
            }
        }
    }

    /**
     * Records whether a source has ended and all bolts behind it have, too; to be called before its
     * state is saved.
     */
    synchronized void setEnded(TaskId source, boolean hasEnded) {
        sources.add(source);
        if (hasEnded) {
            endedSources.add(source);
        } else {
            endedSources.remove(source);
        }
    }

    /** Returns whether there is no state yet, of this run of the topology. */
    synchronized boolean beginsAnew() {
        awaitNotStoring();
        return beginsAnew;
    }

    /** Returns the name of the series of snapshots. */
    String lineage() {
        return store.lineage();
    }

    // ---- rollback ------------------------------------------------------------------------------

    /**
     * Makes all tasks go back to the newest whole snapshot.
     *
     * @param taskEpoch epoch of the task that asks; if it is not the present one, the rollback that
     *     it asks for has begun already
     */
    synchronized void rollBack(int taskEpoch, String reason) {
        if (isClosed || taskEpoch != epoch) {
            return;
        }
        LOG.warn("{}: back to snapshot {}: {}", topologyId, stored, reason);
        figures.onRollback(reason);
        pending.clear();
        if (phase == Phase.COLLECTING) {
            phase = Phase.IDLE;
        }
        isRequested |= !orders.isEmpty();
        checkAtNs = Time.nanoTime() + (isRequested ? 0 : intervalNs);
        epoch = taskEpoch + 1;
    }

    /** Reads entries of a task as of the newest whole snapshot. */
    synchronized void forEach(byte[] prefix, BiConsumer<byte[], byte[]> action) {
        awaitNotStoring();
        if (isClosed) {
            throw new IllegalStateException(
                    topologyId + ": another topology has taken over the snapshots in " + folder);
        }
        store.forEach(prefix, action);
    }

    /** Returns the number of the snapshot that was begun last. */
    long begun() {
        return begun;
    }

    /** Returns the number of the newest whole snapshot; 0 if there is none. */
    long stored() {
        return stored;
    }

    @Override
    public synchronized SnapshotReport report() {
        Path newest = store.newestFolder();
        boolean isTaking = phase != Phase.IDLE;
        return figures.report(
                stored,
                restored,
                newest == null ? "" : newest.toString(),
                settled,
                isTaking,
                isTaking ? awaited.stream().map(TaskId::toString).toList() : List.of());
    }

    @Override
    public CompletableFuture<Long> take(@Nullable Path copyTo) {
        if (copyTo != null) {
            try {
                SnapshotStore.requireNewOrEmpty(copyTo);
            } catch (StateException e) {
                return CompletableFuture.failedFuture(e);
            }
        }
        return order(copyTo);
    }

    private synchronized CompletableFuture<Long> order(@Nullable Path copyTo) {
        if (isClosed) {
            return CompletableFuture.failedFuture(
                    new IllegalStateException("the topology has ended"));
        }
        CompletableFuture<Long> taken = orders.add(begun, copyTo);
        request();
        return taken;
    }

    /** Returns the number of the newest whole snapshot that transactional sinks have committed. */
    long settled() {
        return settled;
    }

    /** Returns how often the topology has rolled back. */
    int epoch() {
        return epoch;
    }
}
