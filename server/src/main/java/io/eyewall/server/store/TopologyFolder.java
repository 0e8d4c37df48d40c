package io.eyewall.server.store;

import io.eyewall.control.wire.Json;
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
 * One topology on disk.
 *
 * <pre>
 * submitted.json, conf.json, topology.thrift, topology.jar, dependencies/   never changed
 * orders.json        what it was told since; renamed to "killed" when it is killed
 * credentials.json   the last
 * errors.json        of processes that have ended
 * launch.json        from the server, for the next process
 * worker.lock        locked by the process that runs it, as long as it lives
 * worker.json        by that process, who it is; failure.json why it gave up
 * work/              its working directory
 * blobs/             the last versions of its blobs, by its process
 * update.json        which topology it replaces; standby/ see {@link StandbyFolder}
 * </pre>
 *
 * Orders and credentials are written by who holds the lock: the process that runs the topology, or
 * the server while there is none ({@link #whileNobodyRuns}). Any thread may call.
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
    private static final int MOST_BYTES = 64 << 20;

    /** For life: a channel that nobody refers to is closed, and its lock lost with it. */
    private static final Set<WorkerLock> HELD = ConcurrentHashMap.newKeySet();

    /**
     * Folders of topologies that run inside this process: their lock must not be touched (POSIX).
     */
    private static final Set<Path> RUN_HERE = ConcurrentHashMap.newKeySet();

    private final Path folder;
    private final StandbyFolder standby;

    /** Credentials as JSON needs them: an object. */
    private record CredentialsFile(Map<String, String> credentials) {}

    /** Something that is done while nobody runs the topology. */
    public interface Deed {
        /** Does it. */
        void run() throws IOException;
    }

    /**
     * @param folder is there
     */
    public TopologyFolder(Path folder) {
        this.folder = folder.toAbsolutePath().normalize();
        this.standby = new StandbyFolder(this.folder);
    }

    /** The folder itself. */
    public Path path() {
        return folder;
    }

    /** Puts in what never changes, and the first orders; the jars are there already. */
    void fill(StateFolder.Contents contents) throws IOException {
        write(SUBMITTED, contents.submitted());
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
            standby.make();
        }
        DurableFiles.makeFolder(work());
    }

    /** Returns the facts of the submission. */
    public Submitted submitted() throws IOException {
        return read(SUBMITTED, Submitted.class);
    }

    /** Its configuration as it was submitted. */
    public Map<String, Object> conf() throws IOException {
        return StormConf.parse(Files.readString(folder.resolve(CONF)));
    }

    /** Its structure as it was submitted; spouts and bolts stay bytes. */
    public StormTopology topology() throws IOException {
        return Utils.thriftDeserialize(
                StormTopology.class, Files.readAllBytes(folder.resolve(TOPOLOGY)));
    }

    /** Its own jar. */
    public Path jar() {
        return folder.resolve(StateFolder.JAR);
    }

    /** One of its further jars. */
    public Path dependency(String name) {
        return folder.resolve(StateFolder.DEPENDENCIES).resolve(name);
    }

    /** The working directory of its process. */
    public Path work() {
        return folder.resolve("work");
    }

    /** Returns the folder in which the process keeps its blobs for the next one. */
    public Path blobs() {
        return folder.resolve("blobs");
    }

    /** Whether it was killed, and is not to be started any more. */
    public boolean isKilled() {
        return Files.exists(folder.resolve(KILLED));
    }

    /** Whether an update has replaced it, so that it is not to be started any more. */
    public boolean isReplaced() {
        return !isToRun() && !standby.isThere() && Files.exists(folder.resolve(SUBMITTED));
    }

    /** Whether it has orders, the last of which may be its end. */
    private boolean isToRun() {
        return Files.exists(folder.resolve(ORDERS)) || standby.hasOrders() || isKilled();
    }

    /** Returns the topology that this one replaces, or did; empty if none. */
    public Optional<UpdateNote> update() throws IOException {
        return Optional.ofNullable(readIfThere(UPDATE, UpdateNote.class));
    }

    /** Whether it waits for the topology that it is to replace; then it is not the one to run. */
    public boolean isStandby() {
        return standby.isThere() && !isToRun();
    }

    /** Whether it was handed orders that it has not made its own. */
    public boolean hasTakenOver() {
        return standby.hasOrders();
    }

    /**
     * Takes it out of standby: nobody can hand over to it any more.
     *
     * @return false if somebody has, so that it is the one to run
     */
    public boolean dropStandby() throws IOException {
        return standby.drop() && !isToRun();
    }

    /**
     * Hands over to a topology in standby, which is the one to run from then on; with credentials
     * and activation. To be called by who has the lock of this one; may be called again.
     *
     * @throws ReplacedFolderException if it has been handed over to another
     * @throws IOException if this was killed or the other was dropped: nothing has changed then
     */
    public synchronized void handOverTo(TopologyFolder successor) throws IOException {
        finishTakingOver();
        if (isReplaced() && successor.isToRun()) {
            return;
        }
        refuseIfReplaced();
        if (isKilled()) {
            throw new IOException(folder + " has been killed");
        }
        if (!successor.isStandby()) {
            throw new IOException(successor + " has been dropped");
        }
        Map<String, String> all = new HashMap<>(credentials());
        all.putAll(successor.credentials());
        successor.writeCredentials(all);
        successor.standby.take(folder.resolve(ORDERS));
    }

    /** Makes the orders its own that it was handed, if any: whether spouts emit. */
    public synchronized void finishTakingOver() throws IOException {
        if (!standby.isThere() || isStandby()) {
            return;
        }
        if (!Files.exists(folder.resolve(ORDERS)) && !isKilled()) {
            write(ORDERS, handed());
        }
        standby.clear();
    }

    private Orders handed() throws IOException {
        Orders orders = Json.read(Files.readAllBytes(standby.orders()), Orders.class);
        return Orders.first(orders.active());
    }

    private void refuseIfReplaced() throws ReplacedFolderException {
        if (isReplaced()) {
            throw new ReplacedFolderException(this);
        }
    }

    /** Returns the orders; the last ones before it was killed. */
    public synchronized Orders orders() throws IOException {
        Orders own = readIfThere(ORDERS, Orders.class);
        if (own != null) {
            return own;
        }
        return standby.hasOrders() ? handed() : read(KILLED, Orders.class);
    }

    /** Keeps what it is told, unless it is killed. */
    public synchronized void write(Orders orders) throws IOException {
        refuseIfReplaced();
        finishTakingOver();
        if (!isKilled()) {
            write(ORDERS, orders);
        }
    }

    /** Keeps that it is killed. Needs no room on the disk, as that may be what is lacking. */
    public synchronized void kill() throws IOException {
        refuseIfReplaced();
        if (!isKilled()) {
            Path own = folder.resolve(ORDERS);
            Path orders = Files.exists(own) ? own : standby.orders();
            DurableFiles.move(orders, folder.resolve(KILLED));
        }
    }

    /** Returns the credentials of its tasks. */
    public Map<String, String> credentials() throws IOException {
        return read(CREDENTIALS, CredentialsFile.class).credentials();
    }

    /** Keeps others. */
    public void writeCredentials(Map<String, String> credentials) throws IOException {
        write(CREDENTIALS, new CredentialsFile(credentials));
    }

    /** Errors of processes that have ended, oldest first. */
    public List<ErrorReport> errors() throws IOException {
        ErrorReport[] errors = readIfThere(ERRORS, ErrorReport[].class);
        return errors == null ? List.of() : List.of(errors);
    }

    /** Keeps others. */
    public void writeErrors(List<ErrorReport> errors) throws IOException {
        write(ERRORS, errors);
    }

    /** Returns the parameters of its next process. */
    public Launch launch() throws IOException {
        return read(LAUNCH, Launch.class);
    }

    /** Tells it. */
    public void write(Launch launch) throws IOException {
        write(LAUNCH, launch);
    }

    /** Returns the process that runs it, if one does, or ran it last. */
    public Optional<WorkerMark> worker() throws IOException {
        return Optional.ofNullable(readIfThere(WORKER, WorkerMark.class));
    }

    /** Says that it is this one. */
    public void write(WorkerMark worker) throws IOException {
        write(WORKER, worker);
    }

    /** Returns the reason that a process gave up, if it left one. */
    public Optional<FailureNote> failure() throws IOException {
        return Optional.ofNullable(readIfThere(FAILURE, FailureNote.class));
    }

    /** Says why this one gives up. */
    public void write(FailureNote failure) throws IOException {
        write(FAILURE, failure);
    }

    /**
     * Takes the lock, for as long as this process lives.
     *
     * @return whether nobody else has it
     */
    public synchronized boolean tryLockForLife() throws IOException {
        Optional<WorkerLock> lock = WorkerLock.tryTake(folder);
        lock.ifPresent(HELD::add);
        return lock.isPresent();
    }

    /** Gives the lock back that {@link #tryLockForLife} took. */
    public synchronized void unlock() throws IOException {
        List<WorkerLock> mine = HELD.stream().filter(lock -> lock.isOf(folder)).toList();
        for (WorkerLock lock : mine) {
            HELD.remove(lock);
            lock.close();
        }
    }

    /**
     * Says that a worker inside this process runs it, or does so no more; to be said before that
     * one takes the lock, and after it has given it back.
     */
    public void setRunHere(boolean here) {
        if (here) {
            RUN_HERE.add(folder);
        } else {
            RUN_HERE.remove(folder);
        }
    }

    /** Whether a worker inside this process runs it. */
    public boolean isRunHere() {
        return RUN_HERE.contains(folder);
    }

    /** Whether a process runs it. */
    public boolean isRun() throws IOException {
        return !whileNobodyRuns(() -> {});
    }

    /**
     * Does something under the lock, unless a process has it. Not to be called by that process.
     *
     * @return whether it was done
     */
    public synchronized boolean whileNobodyRuns(Deed deed) throws IOException {
        if (isRunHere()) {
            return false;
        }
        Optional<WorkerLock> lock = WorkerLock.tryTake(folder);
        if (lock.isEmpty()) {
            return false;
        }
        try (WorkerLock held = lock.get()) {
            assert held.isValid();
            deed.run();
            return true;
        }
    }

    private void write(String name, Object value) throws IOException {
        DurableFiles.write(folder.resolve(name), Json.bytes(value, MOST_BYTES));
    }

    private <T> T read(String name, Class<T> type) throws IOException {
        Path file = folder.resolve(name);
        byte[] json = Files.readAllBytes(file);
        try {
            return Json.read(json, type);
        } catch (IOException e) {
            throw new IOException(file + " is damaged: " + e.getMessage(), e);
        }
    }

    private <T> @Nullable T readIfThere(String name, Class<T> type) throws IOException {
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
