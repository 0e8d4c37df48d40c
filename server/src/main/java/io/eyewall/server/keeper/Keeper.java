package io.eyewall.server.keeper;

import io.eyewall.control.ControlException;
import io.eyewall.control.ProcessGoneException;
import io.eyewall.control.RemoteTopology;
import io.eyewall.control.SilentProcessException;
import io.eyewall.control.log.LogSource;
import io.eyewall.engine.ErrorReport;
import io.eyewall.engine.thread.SupervisedThread;
import io.eyewall.server.store.FailureNote;
import io.eyewall.server.store.StateFolder;
import io.eyewall.server.store.Submitted;
import io.eyewall.server.store.TopologyFolder;
import io.eyewall.server.store.UpdateNote;
import io.eyewall.server.worker.WorkerOutput;
import io.eyewall.topology.TopologyPlan;
import java.io.IOException;
import java.nio.file.Path;
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

    /** A process that has no lock by then has hung at its start. */
    private static final long START_LIMIT_NS = TimeUnit.MINUTES.toNanos(2);

    private final StateFolder state;
    private final TopologyFolder folder;
    private final Submitted submitted;
    private final WorkerStart starter;
    private final int logFiles;
    private final BackOff backOff;
    private final ErrorBook errors;
    private final KeptTopology topology;
    private final SupervisedThread thread;

    // Of the thread.
    private volatile @Nullable WorkerChild child; // written by the thread
    private @Nullable LastWords lastWords;
    private long startedNs;
    private long nextStartNs = System.nanoTime();

    private volatile boolean replaced;

    /** How many end its process by force at the moment. */
    private final AtomicInteger holds = new AtomicInteger();

    private volatile @Nullable WorkerLink link;
    private volatile @Nullable Seen seen;
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
        this.starter = new WorkerStart(settings);
        this.logFiles = settings.logFiles();
        this.child = started;
        this.startedNs = System.nanoTime();
        this.backOff = settings.backOff();
        this.errors = new ErrorBook(folder);
        OrderDesk orders = new OrderDesk(this, folder, submitted.name(), ORDER_LIMIT);
        String replaces = folder.update().map(UpdateNote::replaces).orElse(null);
        this.topology = new KeptTopology(this, orders, plan, submitted.launchTimeSecs(), replaces);
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

    /** Why the topology is not there yet, in words; null once its process was reached. */
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

    /** What it prints and logs, whether its process is there or not. */
    LogSource log() {
        return WorkerOutput.log(state.logs(submitted.id()), logFiles);
    }

    @Nullable Seen seen() {
        return link == null ? null : seen;
    }

    ErrorBook errors() {
        return errors;
    }

    /** The topology in its process; empty while that can't be asked, or does not answer. */
    Optional<RemoteTopology> remote() {
        WorkerLink now = link;
        return now == null || silent ? Optional.empty() : Optional.of(now.topology());
    }

    /** Whoever asks the process has waited in vain: the next ones need not. */
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
        WorkerChild started = child;
        if (started != null && started.isAlive()) {
            if (System.nanoTime() - startedNs > START_LIMIT_NS) {
                LOG.warn("process {} of {} has hung at its start", started.pid(), submitted.id());
                started.destroyForcibly();
            }
            return;
        }
        if (started != null) {
            onEnded(started.pid(), OptionalInt.of(started.exitValue()));
        }
        if (isToEnd()) {
            clearUp();
        } else if (holds.get() == 0 && System.nanoTime() - nextStartNs >= 0) {
            startChild();
        }
    }

    private void onLinked(WorkerLink found) {
        boolean mine = child != null && child.pid() == found.mark().pid();
        try {
            seen = Seen.of(found);
        } catch (ProcessGoneException | ControlException e) {
            return;
        }
        if (!mine) {
            child = null;
            startedNs = System.nanoTime();
        }
        silent = false;
        link = found;
        looked = true;
        LOG.info(
                "topology {} runs in process {}{}",
                submitted.id(),
                found.mark().pid(),
                mine ? "" : ", which was there before");
    }

    private void startChild() {
        try {
            Path logs = state.logs(submitted.id());
            lastWords = LastWords.from(WorkerOutput.jvmLog(logs));
            WorkerChild started = starter.start(folder, submitted.id(), logs);
            child = started;
            startedNs = System.nanoTime();
            waitsFor = "its process is starting";
            LOG.info("process {} is started for topology {}", started.pid(), submitted.id());
        } catch (IOException e) {
            startedNs = System.nanoTime();
            onCrash("its process can't be started: " + e, null);
        }
    }

    /** The process answers, or did so the last time. */
    private void look() throws IOException {
        WorkerLink now = link;
        if (now == null) {
            return;
        }
        try {
            seen = Seen.of(now);
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
        WorkerChild mine = child;
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
        child = null;
        if (isToEnd()) {
            LOG.info("process {} of topology {} has ended", pid, submitted.id());
            return;
        }
        Optional<FailureNote> note = folder.failure().filter(each -> each.pid() == pid);
        LastWords words = lastWords;
        String said = words == null || code.isEmpty() ? "" : words.text();
        onCrash(
                "process %d has ended, %s%s"
                        .formatted(
                                pid,
                                ErrorBook.meaning(code),
                                said.isEmpty() ? "" : " (" + said + ")"),
                note.map(FailureNote::error).orElse(null));
    }

    private void onCrash(String what, @Nullable ErrorReport failure) {
        Duration ran = Duration.ofNanos(System.nanoTime() - startedNs);
        Duration pause = backOff.afterCrash(ran);
        nextStartNs = System.nanoTime() + pause.toNanos();
        looked = true;
        String next = "; it is started again in " + pause.toMillis() / 1000.0 + " s";
        LOG.warn(
                "topology {}: {} (crash {} in a row){}{}",
                submitted.id(),
                what,
                backOff.crashes(),
                next,
                failure == null ? "" : "\n" + failure.stackTrace().stripTrailing());
        Seen last = seen;
        seen = null;
        waitsFor = what + next;
        errors.addCrash(last == null ? List.of() : last.errors(), failure, what + next);
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
            seen = Seen.of(now);
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
            WorkerChild mine = child;
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
