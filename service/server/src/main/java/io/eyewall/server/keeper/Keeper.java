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
import io.eyewall.server.store.SubmissionFacts;
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
 * Keeps one topology running: starts its process or finds the process that an earlier server
 * started, restarts it after a crash, and removes the folder after the topology was killed. The
 * keeper's thread does this; no other thread starts processes, and it starts one only while no
 * process holds the folder's lock. Other threads give orders, through the process if there is one,
 * otherwise in the folder.
 */
public final class Keeper {
    private static final Logger LOG = LoggerFactory.getLogger(Keeper.class);
    private static final long POLL_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long QUICK_POLL_NS = TimeUnit.MILLISECONDS.toNanos(100);

    /**
     * The time between two reports of a topology whose report has not changed for a minute; the end
     * of its process is checked more often. While reports change, they are read each second,
     * because a crash usually follows soon after an error, and the errors of the last report are
     * all that is left of the process.
     */
    private static final long CALM_QUERY_NS = TimeUnit.SECONDS.toNanos(5);

    private static final long CALM_AFTER_NS = TimeUnit.MINUTES.toNanos(1);

    private static final Duration ORDER_LIMIT = Duration.ofSeconds(30);

    private final StateFolder state;
    private final TopologyFolder folder;
    private final SubmissionFacts submission;
    private final int logFiles;
    private final ErrorBook errors;
    private final Restarts restarts; // used by the keeper's thread
    private final KeptTopology topology;
    private final SupervisedThread thread;

    private volatile boolean replaced;

    /**
     * The number of threads that are ending the process by force; no process is started meanwhile.
     */
    private final AtomicInteger startSuspensions = new AtomicInteger();

    private volatile @Nullable WorkerLink link;
    private volatile @Nullable ProcessReport lastReport;
    private volatile long changedNs; // when the report last changed
    private volatile boolean queryDue; // even if the last report is new
    private volatile TopologyPlan plan; // as the process last reported it
    private volatile boolean silent; // the process did not answer its last query in time
    private volatile boolean settled; // the process was reached, has crashed, or is over
    private volatile boolean over;
    private volatile @Nullable String waitsFor = "its process is being searched for";

    /**
     * Creates a keeper.
     *
     * @param plan plan of the topology as it was submitted
     * @throws IOException if the folder can't be read
     */
    public Keeper(
            StateFolder state, TopologyFolder folder, TopologyPlan plan, KeeperSettings settings)
            throws IOException {
        this(state, folder, plan, settings, null);
    }

    /**
     * Creates a keeper for a topology that runs already.
     *
     * @param started its process if that is a child of this process; otherwise null
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
        this.submission = folder.submission();
        this.plan = plan;
        this.logFiles = settings.logFiles();
        this.errors = new ErrorBook(folder);
        this.restarts = new Restarts(state, folder, submission, settings, errors, started);
        CommandHandler orders = new CommandHandler(this, folder, submission.name(), ORDER_LIMIT);
        String replaces = folder.update().map(UpdateNote::replaces).orElse(null);
        this.topology = new KeptTopology(this, orders, submission, replaces);
        this.thread =
                new SupervisedThread("eyewall-keeper-" + submission.name(), this::superviseOnce);
    }

    /** Starts the thread. */
    public void start() {
        thread.start();
    }

    /** Returns the topology, whether its process runs or not. */
    public KeptTopology topology() {
        return topology;
    }

    /** Returns the reason why the topology is not ready; null once its process was reached. */
    public @Nullable String whyNotReady() {
        return settled ? null : "topology '" + submission.name() + "': " + waitsFor;
    }

    /**
     * Returns whether the process can be reached; tries to connect, unless it is connected already.
     */
    boolean isReachable() {
        try {
            return link != null || WorkerLink.find(folder, submission.id()).isPresent();
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns whether the topology is over and its folder removed. */
    boolean isOver() {
        return over;
    }

    boolean isKilled() {
        return folder.isKilled();
    }

    /** Returns whether an update has replaced the topology and has its name. */
    boolean isReplaced() {
        return replaced || folder.isReplaced();
    }

    /**
     * Called when an update has replaced the topology: its process ends and must not be started
     * again.
     */
    void onReplaced() {
        replaced = true;
        wake();
    }

    private boolean mustEnd() {
        boolean replacedNow = folder.isReplaced();
        replaced |= replacedNow;
        return replacedNow || folder.isKilled();
    }

    boolean isActive() {
        try {
            return folder.orders().active();
        } catch (IOException e) {
            return true; // the folder has just been removed
        }
    }

    /** Returns the topology's log, whether its process runs or not. */
    LogSource log() {
        return WorkerOutput.logSource(state.logs(submission.id()), logFiles);
    }

    @Nullable ProcessReport lastReport() {
        return link == null ? null : lastReport;
    }

    /** Returns the plan that the process reported last, or the submitted one. */
    TopologyPlan plan() {
        return plan;
    }

    ErrorBook errors() {
        return errors;
    }

    Crashes crashes() {
        return restarts.crashes();
    }

    /**
     * Returns the topology in its process; empty while the process can't be reached or does not
     * answer.
     */
    Optional<RemoteTopology> remote() {
        WorkerLink now = link;
        return now == null || silent ? Optional.empty() : Optional.of(now.topology());
    }

    /** Called when the process did not answer in time; later callers then do not wait for it. */
    void onSilence() {
        silent = true;
    }

    /** Returns whether there is a process that did not answer in time. */
    boolean isSilent() {
        return silent && link != null;
    }

    /** Suspends starts of processes until {@link #resumeStarts} was called as often. */
    void suspendStarts() {
        startSuspensions.incrementAndGet();
    }

    /** Ends the suspension by one call of {@link #suspendStarts}. */
    void resumeStarts() {
        startSuspensions.decrementAndGet();
        wake();
    }

    /** Wakes the thread up for another check. */
    void wake() {
        queryDue = true;
        LockSupport.unpark(thread.thread());
    }

    private boolean superviseOnce() throws IOException {
        if (link == null) {
            findOrStart();
        } else {
            poll();
        }
        if (over) {
            return false;
        }
        LockSupport.parkNanos(this, link == null ? QUICK_POLL_NS : POLL_NS);
        return true;
    }

    /** Finds or starts a process while none is connected. */
    private void findOrStart() throws IOException {
        if (folder.isRunning()) {
            Optional<WorkerLink> found = WorkerLink.find(folder, submission.id());
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
        if (mustEnd()) {
            removeFolder();
        } else if (startSuspensions.get() == 0 && restarts.isDue()) {
            startChild();
        }
    }

    private void onLinked(WorkerLink found) {
        try {
            readReport(found);
        } catch (ProcessGoneException | ControlException e) {
            return;
        }
        boolean own = restarts.confirmChild(found.identity().pid());
        silent = false;
        link = found;
        settled = true;
        LOG.info(
                "topology {} runs in process {}{}",
                submission.id(),
                found.identity().pid(),
                own ? "" : ", which was there before");
    }

    private void readReport(WorkerLink process) {
        ProcessReport before = lastReport;
        ProcessReport now = ProcessReport.query(process);
        if (before == null || !now.hasSameContent(before)) {
            changedNs = System.nanoTime();
        }
        lastReport = now;
        plan = now.plan();
    }

    private void startChild() {
        waitsFor = "its process is starting";
        String startError = restarts.start();
        if (startError != null) {
            onCrash(startError, null);
        }
    }

    /** Checks that the connected process exists and, when that is due, reads its report. */
    private void poll() throws IOException {
        WorkerLink now = link;
        if (now == null) {
            return;
        }
        if (!isQueryDue()) {
            if (hasEnded(now)) {
                onUnlinked(now);
            }
            return;
        }
        queryDue = false;
        try {
            readReport(now);
            silent = false;
            // So that even the first reader of the health learns since when the topology stalls.
            topology.healthNotOlderThan(CALM_QUERY_NS);
        } catch (ProcessGoneException e) {
            onUnlinked(now);
        } catch (ControlException e) {
            boolean silentNow = e instanceof SilentProcessException;
            if (!silentNow || !silent) {
                LOG.warn("topology {}: {}", submission.id(), e.getMessage());
            }
            silent = silentNow; // a process that refuses is not silent
        }
    }

    private boolean isQueryDue() {
        ProcessReport last = lastReport;
        return queryDue
                || silent
                || last == null
                || System.nanoTime() - changedNs < CALM_AFTER_NS
                || last.ageNs() >= CALM_QUERY_NS;
    }

    private boolean hasEnded(WorkerLink process) throws IOException {
        WorkerChild own = restarts.child();
        if (own != null && own.pid() == process.identity().pid()) {
            return !own.isAlive();
        }
        return WorkerLink.process(process.identity()).isEmpty() || !folder.isRunning();
    }

    private void onUnlinked(WorkerLink gone) throws IOException {
        if (!hasEnded(gone)) {
            return; // the process has closed its port, and will end soon
        }
        WorkerChild own = restarts.child();
        link = null;
        if (own == null) {
            onEnded(gone.identity().pid(), OptionalInt.empty());
        } // otherwise findOrStart() handles the end of the child
    }

    private void onEnded(long pid, OptionalInt code) throws IOException {
        restarts.forgetChild();
        if (mustEnd()) {
            LOG.info("process {} of topology {} has ended", pid, submission.id());
            return;
        }
        onCrash(restarts.describeEnd(pid, code), restarts.failureOf(pid));
    }

    private void onCrash(String reason, @Nullable ErrorReport failure) {
        settled = true;
        ProcessReport last = lastReport;
        lastReport = null;
        waitsFor = restarts.onCrash(reason, failure, last == null ? List.of() : last.errors());
    }

    private void removeFolder() {
        over = true; // before the folder is removed, so that no other thread reads it
        settled = true;
        try {
            state.remove(folder);
        } catch (IOException e) {
            LOG.warn("{} can't be removed; the next server tries again: {}", folder, e.toString());
        }
        LOG.info("topology {} is over", submission.id());
    }

    /** Returns the connected process, if there is one. */
    @Nullable WorkerLink link() {
        return link;
    }

    /** Reads the report of a process now. */
    void refresh(WorkerLink now) {
        try {
            readReport(now);
        } catch (ProcessGoneException | ControlException e) {
            wake(); // the thread finds out why
        }
    }

    /** Reads the report of the connected process now, because an order may have changed it. */
    void refresh() {
        WorkerLink now = link;
        if (now != null) {
            refresh(now);
        }
    }

    /** Stops the supervision; the process continues. Does not wait for the thread. */
    void stop() {
        thread.stop();
    }

    /**
     * Waits until the thread has stopped. A worker inside this process ends then, too.
     *
     * @param deadlineNs by {@link System#nanoTime}
     */
    void awaitStopped(long deadlineNs) throws InterruptedException {
        try {
            awaitThread(deadlineNs);
        } finally {
            WorkerChild own = restarts.child();
            if (own != null) {
                own.onServerEnds();
            }
        }
    }

    private void awaitThread(long deadlineNs) throws InterruptedException {
        long leftMs = TimeUnit.NANOSECONDS.toMillis(deadlineNs - System.nanoTime());
        thread.thread().join(Math.max(1, leftMs)); // 0 would wait for ever
    }
}
