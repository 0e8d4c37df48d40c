package io.eyewall.server.keeper;

import io.eyewall.control.health.Crashes;
import io.eyewall.engine.ErrorReport;
import io.eyewall.server.store.FailureNote;
import io.eyewall.server.store.StateFolder;
import io.eyewall.server.store.Submitted;
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
 * Starts the processes of one topology, reports why they ended, and decides when the next one is
 * started. Called only by the {@link Keeper}'s thread, except {@link #child} and {@link #crashes}.
 */
final class Restarts {
    private static final Logger LOG = LoggerFactory.getLogger(Restarts.class);

    /** A process that has not acquired the lock by then hangs. */
    private static final long START_LIMIT_NS = TimeUnit.MINUTES.toNanos(2);

    private final StateFolder state;
    private final TopologyFolder folder;
    private final Submitted submitted;
    private final WorkerStart starter;
    private final RestartBackOff backOff;
    private final ErrorBook errors;
    private volatile @Nullable WorkerChild child; // written by the thread
    private volatile Crashes crashes = Crashes.NONE; // written by the thread
    private @Nullable CrashOutput lastWords;
    private final LongSupplier nanoTime;
    private long startedNs;
    private long nextStartNs;
    private long hangsAfterNs = START_LIMIT_NS;

    /**
     * Creates the starter.
     *
     * @param started the process that runs already, if it is a child of this process; or null
     */
    Restarts(
            StateFolder state,
            TopologyFolder folder,
            Submitted submitted,
            KeeperSettings settings,
            ErrorBook errors,
            @Nullable WorkerChild started) {
        this(state, folder, submitted, settings, errors, started, System::nanoTime);
    }

    /**
     * Creates a starter with another clock, for tests.
     *
     * @param nanoTime the clock in place of {@link System#nanoTime}
     */
    Restarts(
            StateFolder state,
            TopologyFolder folder,
            Submitted submitted,
            KeeperSettings settings,
            ErrorBook errors,
            @Nullable WorkerChild started,
            LongSupplier nanoTime) {
        this.state = state;
        this.folder = folder;
        this.submitted = submitted;
        this.starter = new WorkerStart(settings);
        this.backOff = settings.backOff();
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
     * Returns whether the process that was found is this process' child; if it is not, the child is
     * forgotten.
     */
    boolean isFound(long pid) {
        WorkerChild mine = child;
        if (mine != null && mine.pid() == pid) {
            return true;
        }
        child = null;
        startedNs = nanoTime.getAsLong();
        return false;
    }

    /**
     * Returns whether the child lives. Called while no process holds the lock: a child that takes
     * too long to acquire it is killed. While it lives nevertheless, it is killed and reported
     * again each time its age has doubled.
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
                    submitted.id(),
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
            Path logs = state.logs(submitted.id());
            lastWords = CrashOutput.from(WorkerOutput.jvmLog(logs));
            WorkerChild started = starter.start(folder, submitted.id(), logs);
            child = started;
            startedNs = nanoTime.getAsLong();
            hangsAfterNs = START_LIMIT_NS;
            LOG.info("started process {} for topology {}", started.pid(), submitted.id());
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
        CrashOutput reader = lastWords;
        String output = reader == null || code.isEmpty() ? "" : reader.text();
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
     * @param seen the errors that the process last reported
     * @return a description of the crash and of the time of the next start
     */
    String onCrash(String what, @Nullable ErrorReport failure, List<ErrorReport> seen) {
        Duration ran = Duration.ofNanos(nanoTime.getAsLong() - startedNs);
        Duration pause = backOff.afterCrash(ran);
        nextStartNs = nanoTime.getAsLong() + pause.toNanos();
        String next = "; it is started again in " + pause.toMillis() / 1000.0 + " s";
        crashes = crashes.and(System.currentTimeMillis(), what);
        LOG.warn(
                "topology {}: {} (crash {} in a row){}{}",
                submitted.id(),
                what,
                backOff.crashes(),
                next,
                failure == null ? "" : "\n" + failure.stackTrace().stripTrailing());
        errors.addCrash(seen, failure, what + next);
        return what + next;
    }
}
