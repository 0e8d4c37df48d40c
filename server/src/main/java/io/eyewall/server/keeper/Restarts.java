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
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts the processes of one topology, and says why they ended and when there is to be the next.
 * For the thread of its {@link Keeper}, but for {@link #child} and {@link #crashes}.
 */
final class Restarts {
    private static final Logger LOG = LoggerFactory.getLogger(Restarts.class);

    /** A process that has no lock by then has hung at its start. */
    private static final long START_LIMIT_NS = TimeUnit.MINUTES.toNanos(2);

    private final StateFolder state;
    private final TopologyFolder folder;
    private final Submitted submitted;
    private final WorkerStart starter;
    private final BackOff backOff;
    private final ErrorBook errors;
    private volatile @Nullable WorkerChild child; // written by the thread
    private volatile Crashes crashes = Crashes.NONE; // written by the thread
    private @Nullable LastWords lastWords;
    private long startedNs = System.nanoTime();
    private long nextStartNs = System.nanoTime();

    /**
     * @param started the process that runs already, if that is a child of this one
     */
    Restarts(
            StateFolder state,
            TopologyFolder folder,
            Submitted submitted,
            KeeperSettings settings,
            ErrorBook errors,
            @Nullable WorkerChild started) {
        this.state = state;
        this.folder = folder;
        this.submitted = submitted;
        this.starter = new WorkerStart(settings);
        this.backOff = settings.backOff();
        this.errors = errors;
        this.child = started;
    }

    /** The process, if this one has started it, until its end has been seen. Any thread. */
    @Nullable WorkerChild child() {
        return child;
    }

    /** Of what {@link #onCrash} was told. Any thread. */
    Crashes crashes() {
        return crashes;
    }

    /** Whether a process is this one's child; what runs is another one's, if not. */
    boolean isFound(long pid) {
        WorkerChild mine = child;
        if (mine != null && mine.pid() == pid) {
            return true;
        }
        child = null;
        startedNs = System.nanoTime();
        return false;
    }

    /**
     * Whether the child lives, and has not come to its lock; if that takes too long it is ended.
     */
    boolean isStarting() {
        WorkerChild started = child;
        if (started == null || !started.isAlive()) {
            return false;
        }
        if (System.nanoTime() - startedNs > START_LIMIT_NS) {
            LOG.warn("process {} of {} has hung at its start", started.pid(), submitted.id());
            started.destroyForcibly();
        }
        return true;
    }

    /** Whether it is time for the next process. */
    boolean isDue() {
        return System.nanoTime() - nextStartNs >= 0;
    }

    /** Starts a process; returns why it could not be, else null. */
    @Nullable String start() {
        try {
            Path logs = state.logs(submitted.id());
            lastWords = LastWords.from(WorkerOutput.jvmLog(logs));
            WorkerChild started = starter.start(folder, submitted.id(), logs);
            child = started;
            startedNs = System.nanoTime();
            LOG.info("process {} is started for topology {}", started.pid(), submitted.id());
            return null;
        } catch (IOException e) {
            startedNs = System.nanoTime();
            return "its process can't be started: " + e;
        }
    }

    /** The process is there no more. */
    void forgetChild() {
        child = null;
    }

    /** How a process ended. */
    String describeEnd(long pid, OptionalInt code) {
        LastWords words = lastWords;
        String said = words == null || code.isEmpty() ? "" : words.text();
        return "process %d has ended, %s%s"
                .formatted(pid, ErrorBook.meaning(code), said.isEmpty() ? "" : " (" + said + ")");
    }

    /** The reason of a process that has given up, if it left one. */
    @Nullable ErrorReport failureOf(long pid) throws IOException {
        Optional<FailureNote> note = folder.failure().filter(each -> each.pid() == pid);
        return note.map(FailureNote::error).orElse(null);
    }

    /**
     * A process has ended that was to go on, or could not be started.
     *
     * @param seen the errors that it was last known to have
     * @return what, and when there will be another
     */
    String onCrash(String what, @Nullable ErrorReport failure, List<ErrorReport> seen) {
        Duration ran = Duration.ofNanos(System.nanoTime() - startedNs);
        Duration pause = backOff.afterCrash(ran);
        nextStartNs = System.nanoTime() + pause.toNanos();
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
