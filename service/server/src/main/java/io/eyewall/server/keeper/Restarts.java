package io.eyewall.server.keeper;

import io.eyewall.control.health.Crashes;
import io.eyewall.engine.ErrorReport;
import io.eyewall.server.store.FailureNote;
import io.eyewall.server.store.StateFolder;
import io.eyewall.server.store.SubmissionFacts;
import io.eyewall.server.store.TopologyFolder;
import io.eyewall.server.worker.WorkerOutput;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts the processes of one topology, reports why they ended, and decides when the next process
 * is started. Called only by the {@link Keeper}'s thread, except {@link #child} and {@link
 * #crashes}.
 */
final class Restarts {
    private static final Logger LOG = LoggerFactory.getLogger(Restarts.class);

    /** A process that has not acquired the lock after this time hangs. */
    private static final long START_LIMIT_NS = TimeUnit.MINUTES.toNanos(2);

    private final StateFolder state;
    private final TopologyFolder folder;
    private final SubmissionFacts submission;
    private final WorkerStarter starter;
    private final RestartDelay restartDelay;
    private final ErrorBook errors;
    private volatile @Nullable WorkerChild child; // written by the keeper's thread
    private volatile Crashes crashes = Crashes.NONE; // written by the keeper's thread
    private @Nullable CrashOutput crashOutput;
    private final LongSupplier nanoTime;
    private long startedNs;
    private long nextStartNs;
    private long hangsAfterNs = START_LIMIT_NS;

    /**
     * Creates an instance for a topology.
     *
     * @param started the process that runs already if it is a child of this process; otherwise null
     */
    Restarts(
            StateFolder state,
            TopologyFolder folder,
            SubmissionFacts submission,
            KeeperSettings settings,
            ErrorBook errors,
            @Nullable WorkerChild started) {
        this(state, folder, submission, settings, errors, started, System::nanoTime);
    }

    /**
     * Creates an instance with another clock, for tests.
     *
     * @param nanoTime the clock in place of {@link System#nanoTime}
     */
    Restarts(
            StateFolder state,
            TopologyFolder folder,
            SubmissionFacts submission,
            KeeperSettings settings,
            ErrorBook errors,
            @Nullable WorkerChild started,
            LongSupplier nanoTime) {
        this.state = state;
        this.folder = folder;
        this.submission = submission;
        this.starter = new WorkerStarter(settings);
        this.restartDelay = settings.restartDelay();
        this.errors = errors;
        this.child = started;
        this.nanoTime = nanoTime;
        this.startedNs = nanoTime.getAsLong();
        this.nextStartNs = startedNs;
    }

    /**
     * Returns the child process until its end has been handled; null if there is none. Any thread
     * may call.
     */
    @Nullable WorkerChild child() {
        return child;
    }

    /** Returns the crashes that were reported to {@link #onCrash}. Any thread may call. */
    Crashes crashes() {
        return crashes;
    }

    /**
     * Returns whether the process that runs the topology is this process' child; otherwise forgets
     * the child, which does not run the topology.
     */
    boolean confirmChild(long pid) {
        WorkerChild known = child;
        if (known != null && known.pid() == pid) {
            return true;
        }
        child = null;
        startedNs = nanoTime.getAsLong();
        return false;
    }

    /**
     * Returns whether the child is alive. Called while no process holds the lock: a child that
     * takes too long to acquire it is killed. If it stays alive, this kills and reports it again
     * each time its age has doubled.
     */
    boolean isStarting() {
        WorkerChild started = child;
        if (started == null || !started.isAlive()) {
            return false;
        }
        long ageNs = nanoTime.getAsLong() - startedNs;
        if (ageNs >= hangsAfterNs) {
            LOG.warn(
                    "process {} of topology {} hangs at its start, for {} s now; it is killed",
                    started.pid(),
                    submission.id(),
                    TimeUnit.NANOSECONDS.toSeconds(ageNs));
            started.destroyForcibly();
            hangsAfterNs = 2 * ageNs;
        }
        return true;
    }

    /** Returns whether it is time to start the next process. */
    boolean isDue() {
        return nanoTime.getAsLong() - nextStartNs >= 0;
    }

    /**
     * Starts a process.
     *
     * @return the reason why it can't be started; null if it was started
     */
    @Nullable String start() {
        try {
            Path logs = state.logs(submission.id());
            crashOutput = CrashOutput.beforeStart(WorkerOutput.jvmLog(logs));
            WorkerChild started = starter.start(folder, submission.id(), logs);
            child = started;
            startedNs = nanoTime.getAsLong();
            hangsAfterNs = START_LIMIT_NS;
            LOG.info("started process {} for topology {}", started.pid(), submission.id());
            return null;
        } catch (IOException e) {
            startedNs = nanoTime.getAsLong();
            return "its process can't be started: " + e;
        }
    }

    /** Forgets the child, which has ended. */
    void forgetChild() {
        child = null;
    }

    /** Describes how a process ended. */
    String describeEnd(long pid, OptionalInt code) {
        CrashOutput reader = crashOutput;
        String output = reader == null || code.isEmpty() ? "" : reader.lastOutput();
        return "process %d has ended, %s%s"
                .formatted(
                        pid,
                        ErrorBook.describeExit(code),
                        output.isEmpty() ? "" : " (" + output + ")");
    }

    /** Returns the reason why a process gave up, if it stored one. */
    @Nullable ErrorReport failureOf(long pid) throws IOException {
        Optional<FailureNote> note = folder.failure().filter(each -> each.pid() == pid);
        return note.map(FailureNote::error).orElse(null);
    }

    /**
     * Handles the unexpected end of a process, or a failed start.
     *
     * @param reported the errors in the last report of the process
     * @return a description of the crash and of the time of the next start
     */
    String onCrash(String reason, @Nullable ErrorReport failure, List<ErrorReport> reported) {
        Duration ran = Duration.ofNanos(nanoTime.getAsLong() - startedNs);
        Duration delay = restartDelay.delayAfterCrash(ran);
        nextStartNs = nanoTime.getAsLong() + delay.toNanos();
        String next = "; it is started again in " + delay.toMillis() / 1000.0 + " s";
        crashes = crashes.and(System.currentTimeMillis(), reason);
        LOG.warn(
                "topology {}: {} (crash {} in a row){}{}",
                submission.id(),
                reason,
                restartDelay.crashesInARow(),
                next,
                failure == null ? "" : "\n" + failure.stackTrace().stripTrailing());
        errors.addCrash(reported, failure, reason + next);
        return reason + next;
    }
}
