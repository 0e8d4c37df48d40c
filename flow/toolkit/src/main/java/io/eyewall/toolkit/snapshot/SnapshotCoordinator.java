package io.eyewall.toolkit.snapshot;

import io.eyewall.state.SnapshotStore;
import io.eyewall.state.SnapshotStore.Change;
import io.eyewall.state.StateException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
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
final class SnapshotCoordinator {
    private static final Logger LOG = LoggerFactory.getLogger(SnapshotCoordinator.class);

    /** A snapshot that has lasted longer is given up, and the next one is begun. */
    private static final long GIVE_UP_NS = TimeUnit.MINUTES.toNanos(10);

    private static final byte[] SHAPE_KEY = "shape".getBytes(StandardCharsets.UTF_8);
    private static final byte[] FINGERPRINT_KEY = "fingerprint".getBytes(StandardCharsets.UTF_8);
    static final byte[] ENDED_KEY = "ended".getBytes(StandardCharsets.UTF_8);

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

    /** Whether the next snapshot is the first of a run. */
    private boolean beginsAnew;

    /** Whether all was over as of the newest whole snapshot. */
    private boolean isOver;

    /** The reason why there can't be any more snapshots; null: there can. */
    private @Nullable StateException loss;

    /** Whether the last attempt to write a snapshot has failed. */
    private boolean isFailing;

    private Phase phase = Phase.IDLE;

    /** The tasks that the present phase waits for. */
    private final SortedSet<TaskId> awaited = new TreeSet<>();

    /** The changes since the newest whole snapshot, as far as tasks have saved them. */
    private List<Change> pending = new ArrayList<>();

    private long beganNs;
    private boolean isRequested;
    private boolean isClosed;

    /** The time at which a source looks again whether a snapshot is to begin. */
    private volatile long checkAtNs;

    /** When the newest whole snapshot became whole, or this process opened it. */
    private volatile long storedNs = Time.nanoTime();

    /** How long the newest whole snapshot of this process took; 0 if there is none. */
    private volatile long tookNs;

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
            beginAnewIfEnded();
            checkShape();
            checkFingerprint();
        } catch (RuntimeException e) {
            store.close();
            throw e;
        }
        stored = store.number();
        begun = stored;
        settled = stored;
        checkAtNs = Time.nanoTime() + intervalNs;
        storing =
                Executors.newSingleThreadExecutor(
                        task -> {
                            Thread thread = new Thread(task, "eyewall-snapshots-" + topologyId);
                            thread.setDaemon(true);
                            return thread;
                        });
        if (!beginsAnew) {
            LOG.info("{}: continuing from snapshot {} in {}", topologyId, stored, folder);
        }
    }

    /**
     * Begins anew if all sources had ended and all was written as of the snapshot, and the process
     * has come to its end. If it has died before, this one does so, without anything left to do.
     */
    private void beginAnewIfEnded() {
        boolean[] hasEnded = {false};
        store.forEach(ENDED_KEY, (key, value) -> hasEnded[0] = true);
        isOver = hasEnded[0];
        if (isOver && store.isEndRecorded()) {
            isOver = false;
            LOG.info("{}: beginning anew, as it had ended in snapshot {}", folder, store.number());
            store.write(store.nextNumber(), store.removals());
        }
        boolean[] hasShape = {false};
        store.forEach(SHAPE_KEY, (key, value) -> hasShape[0] = true);
        beginsAnew = !hasShape[0];
    }

    private void checkFingerprint() {
        store.forEach(
                FINGERPRINT_KEY,
                (key, value) -> {
                    String before = new String(value, StandardCharsets.UTF_8);
                    if (!fingerprint.isEmpty() && !fingerprint.equals(before)) {
                        throw new StateException(
                                "snapshot "
                                        + store.number()
                                        + " in "
                                        + folder
                                        + " is of another script. Run that one to its end, or begin"
                                        + " without state in another folder ("
                                        + SnapshotSettings.DIR_KEY
                                        + ")");
                    }
                });
    }

    private void checkShape() {
        store.forEach(
                SHAPE_KEY,
                (key, value) -> {
                    List<String> differences = shape.differencesFrom(TopologyShape.decode(value));
                    if (!differences.isEmpty()) {
                        throw new StateException(
                                "snapshot "
                                        + store.number()
                                        + " in "
                                        + folder
                                        + " is of another topology: "
                                        + String.join("; ", differences)
                                        + ". Submit the topology as it was, or begin without state"
                                        + " in another folder ("
                                        + SnapshotSettings.DIR_KEY
                                        + ")");
                    }
                });
    }

    /**
     * Adds a task to the snapshots of its topology, and returns their coordinator. A topology that
     * starts again in this process, or another one of its name, takes the place of the former.
     *
     * @param commits whether the task commits what it held back when a snapshot is whole
     */
    static SnapshotCoordinator join(
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
                open = new SnapshotCoordinator(topologyId, settings, shape.get());
                OPEN.put(folder, open);
            }
            open.add(task, commits);
            return open;
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
            beganNs = nowNs;
            begun = Math.max(begun + 1, store.nextNumber());
        } else if (phase == Phase.COLLECTING && nowNs - beganNs >= GIVE_UP_NS) {
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
     */
    synchronized void save(TaskId task, int taskEpoch, long number, List<Change> changes) {
        if (isClosed || taskEpoch != epoch) {
            return;
        }
        pending.addAll(changes);
        if (phase == Phase.COLLECTING && number == begun) {
            awaited.remove(task);
            if (awaited.isEmpty()) {
                phase = Phase.STORING;
                List<Change> toStore = pending;
                pending = new ArrayList<>();
                boolean willBeOver = endedSources.containsAll(sources);
                addRun(toStore, willBeOver);
                storing.execute(() -> store(number, taskEpoch, toStore, willBeOver));
            }
        }
    }

    /** Adds what is known of the run as a whole. */
    private void addRun(List<Change> changes, boolean willBeOver) {
        changes.add(new Change(SHAPE_KEY, shape.encode()));
        changes.add(
                new Change(
                        FINGERPRINT_KEY,
                        fingerprint.isEmpty()
                                ? null
                                : fingerprint.getBytes(StandardCharsets.UTF_8)));
        changes.add(new Change(ENDED_KEY, willBeOver ? new byte[0] : null));
    }

    private void store(long number, int ofEpoch, List<Change> changes, boolean willBeOver) {
        RuntimeException failure = null;
        try {
            checkLocked();
            store.write(number, changes);
        } catch (RuntimeException e) { // whatever it is, tasks must not wait for ever
            failure = e;
        }
        synchronized (this) {
            phase = Phase.IDLE;
            if (failure == null) {
                stored = number;
                storedNs = Time.nanoTime();
                tookNs = storedNs - beganNs;
                isOver = willBeOver;
                beginsAnew = false;
                if (isFailing) {
                    isFailing = false;
                    LOG.info("{}: snapshots are written again", topologyId);
                }
                awaited.addAll(committing);
                awaited.removeAll(withoutCommit);
                if (!awaited.isEmpty()) {
                    phase = Phase.COMMITTING;
                } else {
                    settled = number;
                }
                LOG.debug(
                        "{}: snapshot {} of {} changes took {} ms",
                        topologyId,
                        number,
                        changes.size(),
                        TimeUnit.NANOSECONDS.toMillis(tookNs));
            } else {
                if (!isFailing) {
                    isFailing = true;
                    LOG.error(
                            "{}: no snapshot {}; trying on: {}",
                            topologyId,
                            number,
                            failure instanceof StateException
                                    ? failure.getMessage()
                                    : failure.toString());
                }
                if (ofEpoch == epoch) {
                    changes.addAll(pending);
                    pending = changes;
                }
            }
            checkAgainIfRequested();
            notifyAll();
        }
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
                settled = number;
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
        pending.clear();
        if (phase == Phase.COLLECTING) {
            phase = Phase.IDLE;
        }
        checkAtNs = Time.nanoTime() + intervalNs;
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

    /** Returns the time since the newest snapshot became whole, in ms. Any thread may call. */
    long ageMs() {
        return TimeUnit.NANOSECONDS.toMillis(Time.nanoTime() - storedNs);
    }

    /**
     * Returns how long the newest snapshot took from its beginning until it was whole, in ms; 0 if
     * this process has taken none. Any thread may call.
     */
    long tookMs() {
        return TimeUnit.NANOSECONDS.toMillis(tookNs);
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
