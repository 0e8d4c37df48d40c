package io.eyewall.server.store;

import io.eyewall.control.wire.WireJson;
import io.eyewall.engine.ErrorReport;
import io.eyewall.local.StormConf;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * The folder of one topology.
 *
 * <pre>
 * submitted.json, conf.json, topology.thrift, topology.jar, dependencies/   never changed
 * orders.json        orders accepted since; a kill renames the file to "killed"
 * credentials.json   the current credentials
 * errors.json        errors of processes that have ended
 * launch.json        written by the server for the next process
 * worker.lock        locked by the process that runs the topology, as long as it lives
 * worker.json        written by that process: its identity; failure.json: why it gave up
 * work/              the working directory of that process
 * blobs/             the latest versions of the topology's blobs, written by that process
 * update.json        which topology this one replaces; standby/: see {@link StandbyFolder}
 * </pre>
 *
 * Only the holder of the lock writes orders and credentials: the process that runs the topology, or
 * the server while there is no such process ({@link #doUnlessRunning}). Any thread may call.
 */
public final class TopologyFolder {
    private static final String SUBMITTED = "submitted.json";
    private static final String CONF = "conf.json";
    private static final String TOPOLOGY = "topology.thrift";
    static final String ORDERS = "orders.json";
    private static final String KILLED = "killed";
    private static final String CREDENTIALS = "credentials.json";
    private static final String ERRORS = "errors.json";
    private static final String LAUNCH = "launch.json";
    private static final String WORKER = "worker.json";
    private static final String FAILURE = "failure.json";
    private static final String UPDATE = "update.json";
    private static final int MAX_FILE_BYTES = 64 << 20;

    /**
     * Locks that this process holds until it ends. The references are needed: an unreachable
     * channel is closed, and its lock is lost.
     */
    private static final Set<WorkerLock> LOCKS = ConcurrentHashMap.newKeySet();

    /**
     * Folders of topologies that run inside this process; this process would lose their lock if it
     * opened and closed the lock file again (POSIX).
     */
    private static final Set<Path> RUN_IN_THIS_PROCESS = ConcurrentHashMap.newKeySet();

    private final Path folder;
    private final StandbyFolder standby;

    /** Credentials as a JSON object. */
    private record CredentialsFile(Map<String, String> credentials) {}

    /** An action that is performed while no process runs the topology. */
    public interface FolderAction {
        /** Performs the action. */
        void run() throws IOException;
    }

    /**
     * @param folder an existing folder
     */
    public TopologyFolder(Path folder) {
        this.folder = folder.toAbsolutePath().normalize();
        this.standby = new StandbyFolder(this.folder);
    }

    /** Returns the folder's path. */
    public Path path() {
        return folder;
    }

    /**
     * Writes the files that never change, and the initial orders; the jars are in place already.
     */
    void writeSubmission(StateFolder.Contents contents) throws IOException {
        write(SUBMITTED, contents.submission());
        DurableFiles.write(
                folder.resolve(CONF),
                StormConf.toJson(contents.conf()).getBytes(StandardCharsets.UTF_8));
        DurableFiles.write(folder.resolve(TOPOLOGY), Utils.thriftSerialize(contents.topology()));
        write(CREDENTIALS, new CredentialsFile(contents.credentials()));
        UpdateNote update = contents.update();
        if (update == null) {
            write(ORDERS, contents.orders());
        } else {
            write(UPDATE, update);
            standby.create();
        }
        DurableFiles.createFolder(work());
    }

    /** Returns the facts of the submission. */
    public SubmissionFacts submission() throws IOException {
        return read(SUBMITTED, SubmissionFacts.class);
    }

    /** Returns the configuration as it was submitted. */
    public Map<String, Object> conf() throws IOException {
        return StormConf.parse(Files.readString(folder.resolve(CONF)));
    }

    /** Returns the structure as it was submitted; spouts and bolts stay serialized. */
    public StormTopology topology() throws IOException {
        return Utils.thriftDeserialize(
                StormTopology.class, Files.readAllBytes(folder.resolve(TOPOLOGY)));
    }

    /** Returns the topology's jar. */
    public Path jar() {
        return folder.resolve(StateFolder.JAR);
    }

    /** Returns one of the further jars. */
    public Path dependency(String name) {
        return folder.resolve(StateFolder.DEPENDENCIES).resolve(name);
    }

    /** Returns the working directory of the topology's process. */
    public Path work() {
        return folder.resolve("work");
    }

    /** Returns the folder in which a process stores its blobs for the next one. */
    public Path blobs() {
        return folder.resolve("blobs");
    }

    /** Returns whether the topology was killed and must not be started any more. */
    public boolean isKilled() {
        return Files.exists(folder.resolve(KILLED));
    }

    /**
     * Returns whether an update has replaced the topology, so that it must not be started any more.
     */
    public boolean isReplaced() {
        return !hasOrdersOrIsKilled()
                && !standby.exists()
                && Files.exists(folder.resolve(SUBMITTED));
    }

    /** Returns whether the topology has orders, its own or received ones, or was killed. */
    private boolean hasOrdersOrIsKilled() {
        return Files.exists(folder.resolve(ORDERS)) || standby.hasOrders() || isKilled();
    }

    /**
     * Returns the note about the topology that this one replaces or has replaced; empty if it never
     * replaced one.
     */
    public Optional<UpdateNote> update() throws IOException {
        return Optional.ofNullable(readIfExists(UPDATE, UpdateNote.class));
    }

    /**
     * Returns whether the topology waits in standby for the one that it is to replace; then it must
     * not run yet.
     */
    public boolean isStandby() {
        return standby.exists() && !hasOrdersOrIsKilled();
    }

    /** Returns whether the topology has received orders that it has not yet made its own. */
    public boolean hasTakenOver() {
        return standby.hasOrders();
    }

    /**
     * Takes the topology out of standby: no other topology can hand over to it any more.
     *
     * @return false if one has handed over already, so that this topology must run
     */
    public boolean dropStandby() throws IOException {
        return standby.drop() && !hasOrdersOrIsKilled();
    }

    /**
     * Hands over to a topology in standby, which must run from then on, with this topology's
     * credentials and activation. Only the holder of this topology's lock may call; may be
     * repeated.
     *
     * @throws ReplacedFolderException if this topology has handed over to another one
     * @throws IOException if this topology was killed or the successor was dropped; nothing has
     *     changed then
     */
    public synchronized void handOverTo(TopologyFolder successor) throws IOException {
        finishTakingOver();
        if (isReplaced() && successor.hasOrdersOrIsKilled()) {
            return;
        }
        checkNotReplaced();
        if (isKilled()) {
            throw new IOException(folder + " has been killed");
        }
        if (!successor.isStandby()) {
            throw new IOException(successor + " has been dropped");
        }
        Map<String, String> merged = new HashMap<>(credentials());
        merged.putAll(successor.credentials());
        successor.writeCredentials(merged);
        successor.standby.receiveOrders(folder.resolve(ORDERS));
    }

    /**
     * Makes received orders the topology's own, if there are any. Of these, only the activation of
     * the spouts is kept.
     */
    public synchronized void finishTakingOver() throws IOException {
        if (!standby.exists() || isStandby()) {
            return;
        }
        if (!Files.exists(folder.resolve(ORDERS)) && !isKilled()) {
            write(ORDERS, receivedOrders());
        }
        standby.removeWithOrders();
    }

    private Orders receivedOrders() throws IOException {
        Orders orders = WireJson.read(Files.readAllBytes(standby.ordersFile()), Orders.class);
        return Orders.initial(orders.active());
    }

    private void checkNotReplaced() throws ReplacedFolderException {
        if (isReplaced()) {
            throw new ReplacedFolderException(this);
        }
    }

    /** Returns the orders; after a kill, the last ones before it. */
    public synchronized Orders orders() throws IOException {
        Orders ownOrders = readIfExists(ORDERS, Orders.class);
        if (ownOrders != null) {
            return ownOrders;
        }
        return standby.hasOrders() ? receivedOrders() : read(KILLED, Orders.class);
    }

    /** Stores orders, unless the topology was killed. */
    public synchronized void write(Orders orders) throws IOException {
        checkNotReplaced();
        finishTakingOver();
        if (!isKilled()) {
            write(ORDERS, orders);
        }
    }

    /**
     * Stores that the topology was killed. Renames a file, so that no disk space is needed; a full
     * disk may be the reason for the kill.
     */
    public synchronized void kill() throws IOException {
        checkNotReplaced();
        if (!isKilled()) {
            Path ownOrders = folder.resolve(ORDERS);
            Path orders = Files.exists(ownOrders) ? ownOrders : standby.ordersFile();
            DurableFiles.move(orders, folder.resolve(KILLED));
        }
    }

    /** Returns the credentials of the topology's tasks. */
    public Map<String, String> credentials() throws IOException {
        return read(CREDENTIALS, CredentialsFile.class).credentials();
    }

    /** Stores the credentials for the topology's tasks. */
    public void writeCredentials(Map<String, String> credentials) throws IOException {
        write(CREDENTIALS, new CredentialsFile(credentials));
    }

    /** Returns the errors of processes that have ended, oldest first. */
    public List<ErrorReport> errors() throws IOException {
        ErrorReport[] errors = readIfExists(ERRORS, ErrorReport[].class);
        return errors == null ? List.of() : List.of(errors);
    }

    /** Stores the errors of processes that have ended. */
    public void writeErrors(List<ErrorReport> errors) throws IOException {
        write(ERRORS, errors);
    }

    /** Returns the parameters of the next process. */
    public LaunchParameters launch() throws IOException {
        return read(LAUNCH, LaunchParameters.class);
    }

    /** Stores the parameters of the next process. */
    public void write(LaunchParameters launch) throws IOException {
        write(LAUNCH, launch);
    }

    /** Returns the process that runs the topology or ran it last; empty if there was none. */
    public Optional<ProcessIdentity> worker() throws IOException {
        return Optional.ofNullable(readIfExists(WORKER, ProcessIdentity.class));
    }

    /** Stores which process runs the topology. */
    public void write(ProcessIdentity worker) throws IOException {
        write(WORKER, worker);
    }

    /** Returns the reason why a process gave up, if it stored one. */
    public Optional<FailureNote> failure() throws IOException {
        return Optional.ofNullable(readIfExists(FAILURE, FailureNote.class));
    }

    /** Stores why this process gives up. */
    public void write(FailureNote failure) throws IOException {
        write(FAILURE, failure);
    }

    /**
     * Acquires the lock, which this process then holds until it ends.
     *
     * @return false if another process has the lock
     */
    public synchronized boolean tryLockUntilExit() throws IOException {
        Optional<WorkerLock> lock = WorkerLock.tryAcquire(folder);
        lock.ifPresent(LOCKS::add);
        return lock.isPresent();
    }

    /** Releases the lock that {@link #tryLockUntilExit} acquired. */
    public synchronized void unlock() throws IOException {
        List<WorkerLock> found = LOCKS.stream().filter(lock -> lock.locks(folder)).toList();
        for (WorkerLock lock : found) {
            LOCKS.remove(lock);
            lock.close();
        }
    }

    /**
     * Sets whether a worker inside this process runs the topology. Must be set before the worker
     * acquires the lock, and cleared after the worker has released it.
     */
    public void setRunsInThisProcess(boolean runsHere) {
        if (runsHere) {
            RUN_IN_THIS_PROCESS.add(folder);
        } else {
            RUN_IN_THIS_PROCESS.remove(folder);
        }
    }

    /** Returns whether a worker inside this process runs the topology. */
    public boolean runsInThisProcess() {
        return RUN_IN_THIS_PROCESS.contains(folder);
    }

    /** Returns whether a process runs the topology. */
    public boolean isRunning() throws IOException {
        return !doUnlessRunning(() -> {});
    }

    /**
     * Performs an action under the lock, unless a process holds the lock. The process that runs the
     * topology must not call this.
     *
     * @return whether the action was performed
     */
    public synchronized boolean doUnlessRunning(FolderAction action) throws IOException {
        if (runsInThisProcess()) {
            return false;
        }
        Optional<WorkerLock> lock = WorkerLock.tryAcquire(folder);
        if (lock.isEmpty()) {
            return false;
        }
        try (WorkerLock taken = lock.get()) {
            assert taken.isValid();
            action.run();
            return true;
        }
    }

    private void write(String name, Object value) throws IOException {
        DurableFiles.write(folder.resolve(name), WireJson.bytes(value, MAX_FILE_BYTES));
    }

    private <T> T read(String name, Class<T> type) throws IOException {
        Path file = folder.resolve(name);
        byte[] json = Files.readAllBytes(file);
        try {
            return WireJson.read(json, type);
        } catch (IOException e) {
            throw new IOException(file + " is damaged: " + e.getMessage(), e);
        }
    }

    private <T> @Nullable T readIfExists(String name, Class<T> type) throws IOException {
        try {
            return read(name, type);
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    @Override
    public String toString() {
        return folder.toString();
    }
}
