package io.eyewall.server.keeper;

import io.eyewall.control.ControlException;
import io.eyewall.control.ProcessGoneException;
import io.eyewall.control.RemoteTopology;
import io.eyewall.control.SilentProcessException;
import io.eyewall.control.health.Crashes;
import io.eyewall.control.log.LogSource;
import io.eyewall.engine.ErrorReport;
import io.eyewall.engine.thread.SupervisedThread;
import io.eyewall.server.store.StateFolder;
import io.eyewall.server.store.Submitted;
import io.eyewall.server.store.TopologyFolder;
import io.eyewall.server.store.UpdateNote;
import io.eyewall.server.worker.WorkerOutput;
import io.eyewall.topology.TopologyPlan;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps one topology running: starts its process, finds the one that another server has started,
 * starts it again when it has crashed, and clears up when the topology was killed. One thread does
 * that; it alone starts processes, and only while nobody holds the folder's lock. Other threads
 * give orders, through the process if there is one, else in the folder.
 */
public final class Keeper {
    private static final Logger LOG = LoggerFactory.getLogger(Keeper.class);
    private static final long POLL_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long QUICK_POLL_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final Duration ORDER_LIMIT = Duration.ofSeconds(30);

    private final StateFolder state;
    private final TopologyFolder folder;
    private final Submitted submitted;
    private final int logFiles;
    private final ErrorBook errors;
    private final Restarts restarts; // of the thread
    private final KeptTopology topology;
    private final SupervisedThread thread;

    private volatile boolean replaced;

    /** How many end its process by force at the moment. */
    private final AtomicInteger holds = new AtomicInteger();

    private volatile @Nullable WorkerLink link;
    private volatile @Nullable Seen seen;
    private volatile TopologyPlan plan; // as a process had it last
    private volatile boolean silent;
    private volatile boolean looked;
    private volatile boolean over;
    private volatile @Nullable String waitsFor = "its process is looked for";

    /**
     * @param plan of the topology as it was submitted
     * @throws IOException if the folder can't be read
     */
    public Keeper(
            StateFolder state, TopologyFolder folder, TopologyPlan plan, KeeperSettings settings)
            throws IOException {
        this(state, folder, plan, settings, null);
    }

    /**
     * The same for one that runs already.
     *
     * @param started its process, if that is a child of this one
     * @throws IOException if the folder can't be read
     */
    Keeper(
            StateFolder state,
            TopologyFolder folder,
            TopologyPlan plan,
            KeeperSettings settings,
            @Nullable WorkerChild started)
            throws IOException {
        this.state = state;
        this.folder = folder;
        this.submitted = folder.submitted();
        this.plan = plan;
        this.logFiles = settings.logFiles();
        this.errors = new ErrorBook(folder);
        this.restarts = new Restarts(state, folder, submitted, settings, errors, started);
        OrderDesk orders = new OrderDesk(this, folder, submitted.name(), ORDER_LIMIT);
        String replaces = folder.update().map(UpdateNote::replaces).orElse(null);
        this.topology = new KeptTopology(this, orders, submitted, replaces);
        this.thread = new SupervisedThread("eyewall-keeper-" + submitted.name(), this::round);
    }

    /** Begins. */
    public void start() {
        thread.start();
    }

    /** The topology, whether its process runs or not. */
    public KeptTopology topology() {
        return topology;
    }

    /**
     * Returns the reason that the topology is not there yet, in words; null once its process was
     * reached.
     */
    public @Nullable String notYet() {
        return looked ? null : "topology '" + submitted.name() + "': " + waitsFor;
    }

    /** Whether its process can be asked; asks it, unless that is known. */
    boolean isReachable() {
        try {
            return link != null || WorkerLink.find(folder, submitted.id()).isPresent();
        } catch (IOException e) {
            return false;
        }
    }

    /** Whether the topology is over and gone. */
    boolean isOver() {
        return over;
    }

    boolean isKilled() {
        return folder.isKilled();
    }

    /** Whether an update has its name. */
    boolean isReplaced() {
        return replaced || folder.isReplaced();
    }

    /** An update has replaced it: its process ends, and there is to be no other. */
    void onReplaced() {
        replaced = true;
        wake();
    }

    private boolean isToEnd() {
        boolean replacedNow = folder.isReplaced();
        replaced |= replacedNow;
        return replacedNow || folder.isKilled();
    }

    boolean isActive() {
        try {
            return folder.orders().active();
        } catch (IOException e) {
            return true; // it has just gone
        }
    }

    /** Returns the log of the topology, whether its process is there or not. */
    LogSource log() {
        return WorkerOutput.log(state.logs(submitted.id()), logFiles);
    }

    @Nullable Seen seen() {
        return link == null ? null : seen;
    }

    /** As its process had it last, or as it was submitted. */
    TopologyPlan plan() {
        return plan;
    }

    ErrorBook errors() {
        return errors;
    }

    Crashes crashes() {
        return restarts.crashes();
    }

    /** The topology in its process; empty while that can't be asked, or does not answer. */
    Optional<RemoteTopology> remote() {
        WorkerLink now = link;
        return now == null || silent ? Optional.empty() : Optional.of(now.topology());
    }

    /** A call to the process was not answered in time: later callers need not wait for it. */
    void onSilence() {
        silent = true;
    }

    /** No process is started until {@link #release} was called as often. */
    void hold() {
        holds.incrementAndGet();
    }

    /** Takes back one {@link #hold}. */
    void release() {
        holds.decrementAndGet();
        wake();
    }

    /** There is something for the thread to look at. */
    void wake() {
        LockSupport.unpark(thread.thread());
    }

    private boolean round() throws IOException {
        if (link == null) {
            seek();
        } else {
            look();
        }
        if (over) {
            return false;
        }
        LockSupport.parkNanos(this, link == null ? QUICK_POLL_NS : POLL_NS);
        return true;
    }

    /** No process is known to answer. */
    private void seek() throws IOException {
        if (folder.isRun()) {
            Optional<WorkerLink> found = WorkerLink.find(folder, submitted.id());
            if (found.isPresent()) {
                onLinked(found.get());
            } else {
                waitsFor = "its process is starting";
            }
            return;
        }
        if (restarts.isStarting()) {
            return;
        }
        WorkerChild ended = restarts.child();
        if (ended != null) {
            onEnded(ended.pid(), OptionalInt.of(ended.exitValue()));
        }
        if (isToEnd()) {
            clearUp();
        } else if (holds.get() == 0 && restarts.isDue()) {
            startChild();
        }
    }

    private void onLinked(WorkerLink found) {
        try {
            see(found);
        } catch (ProcessGoneException | ControlException e) {
            return;
        }
        boolean mine = restarts.isFound(found.mark().pid());
        silent = false;
        link = found;
        looked = true;
        LOG.info(
                "topology {} runs in process {}{}",
                submitted.id(),
                found.mark().pid(),
                mine ? "" : ", which was there before");
    }

    private void see(WorkerLink asked) {
        Seen now = Seen.of(asked);
        seen = now;
        plan = now.plan();
    }

    private void startChild() {
        waitsFor = "its process is starting";
        String whyNot = restarts.start();
        if (whyNot != null) {
            onCrash(whyNot, null);
        }
    }

    /** The process answers, or did so the last time. */
    private void look() throws IOException {
        WorkerLink now = link;
        if (now == null) {
            return;
        }
        try {
            see(now);
            silent = false;
        } catch (ProcessGoneException e) {
            onUnlinked(now);
        } catch (ControlException e) {
            boolean silentNow = e instanceof SilentProcessException;
            if (!silentNow || !silent) {
                LOG.warn("topology {}: {}", submitted.id(), e.getMessage());
            }
            silent = silentNow; // who refuses is there
        }
    }

    private void onUnlinked(WorkerLink gone) throws IOException {
        WorkerChild mine = restarts.child();
        boolean ended =
                (mine == null || mine.pid() != gone.mark().pid())
                        ? WorkerLink.process(gone.mark()).isEmpty() || !folder.isRun()
                        : !mine.isAlive();
        if (!ended) {
            return; // its port is closed, it will be
        }
        link = null;
        if (mine == null) {
            onEnded(gone.mark().pid(), OptionalInt.empty());
        } // else seek() sees it
    }

    private void onEnded(long pid, OptionalInt code) throws IOException {
        restarts.forgetChild();
        if (isToEnd()) {
            LOG.info("process {} of topology {} has ended", pid, submitted.id());
            return;
        }
        onCrash(restarts.describeEnd(pid, code), restarts.failureOf(pid));
    }

    private void onCrash(String what, @Nullable ErrorReport failure) {
        looked = true;
        Seen last = seen;
        seen = null;
        waitsFor = restarts.onCrash(what, failure, last == null ? List.of() : last.errors());
    }

    private void clearUp() {
        over = true; // first: nobody is to look into a folder that is gone
        looked = true;
        try {
            state.remove(folder);
        } catch (IOException e) {
            LOG.warn("{} can't be removed, the next server will try: {}", folder, e.toString());
        }
        LOG.info("topology {} is over", submitted.id());
    }

    /** Its process, if it can be asked. */
    @Nullable WorkerLink link() {
        return link;
    }

    /** Takes over what its process says now. */
    void refresh(WorkerLink now) {
        try {
            see(now);
        } catch (ProcessGoneException | ControlException e) {
            wake(); // the thread finds out
        }
    }

    /** Something that its process did may have changed what it says. */
    void refresh() {
        WorkerLink now = link;
        if (now != null) {
            refresh(now);
        }
    }

    /** Looks no more after the process, which goes on; does not wait for what it does now. */
    void stop() {
        thread.stop();
    }

    /**
     * Waits for that; what runs inside this process ends with it.
     *
     * @param deadlineNs by {@link System#nanoTime}
     */
    void awaitStopped(long deadlineNs) throws InterruptedException {
        try {
            awaitThread(deadlineNs);
        } finally {
            WorkerChild mine = restarts.child();
            if (mine != null) {
                mine.onServerEnds();
            }
        }
    }

    private void awaitThread(long deadlineNs) throws InterruptedException {
        long leftMs = TimeUnit.NANOSECONDS.toMillis(deadlineNs - System.nanoTime());
        thread.thread().join(Math.max(1, leftMs)); // 0 is for ever
    }
}
