package io.eyewall.engine.thread;

import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs an action that is repeated and may fail, and logs its failures less and less often while it
 * keeps failing. Catches whatever is thrown, an exhausted heap included; if there is no memory even
 * for the log, the failure is logged later. For one thread at a time.
 */
public final class ThrottledFailureLog {
    private static final Logger LOG = LoggerFactory.getLogger(ThrottledFailureLog.class);
    private static final long MIN_SILENCE_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long MAX_SILENCE_NS = TimeUnit.MINUTES.toNanos(10);

    private final String activity;
    private long failures;
    private long silenceNs;
    private long lastLoggedNs;
    private boolean logged;

    /** The repeated action; may throw anything. */
    public interface Action {
        void run() throws Exception;
    }

    /**
     * @param activity description of the action, for the log
     */
    public ThrottledFailureLog(String activity) {
        this.activity = activity;
    }

    /**
     * Runs the action once, and logs a failure. An interrupt ends the action, but is not a failure.
     *
     * @return whether the action ended normally
     */
    public boolean runLogged(Action action) {
        try {
            action.run();
        } catch (InterruptedException e) {
            return false; // the flag stays cleared: Eyewall's threads are ended in other ways
        } catch (Throwable thrown) {
            recordFailure(thrown);
            return false;
        }
        recordSuccess();
        return true;
    }

    /** Records a success. */
    void recordSuccess() {
        if (failures > 0) {
            logRecovery();
        }
    }

    private void logRecovery() {
        long before = failures;
        failures = 0;
        silenceNs = 0;
        logged = false;
        try {
            LOG.info("{}: succeeded after {} failures", activity, before);
        } catch (Throwable outOfMemory) {
            // The failures themselves have been logged.
        }
    }

    /** Records a failure. Throws nothing. */
    void recordFailure(Throwable thrown) {
        failures++;
        long nowNs = System.nanoTime();
        if (logged && nowNs - lastLoggedNs < silenceNs) {
            return;
        }
        try {
            LOG.error("{}: failure {} in a row; retrying", activity, failures, thrown);
            logged = true;
            lastLoggedNs = nowNs;
            silenceNs = Math.min(Math.max(MIN_SILENCE_NS, 2 * silenceNs), MAX_SILENCE_NS);
        } catch (Throwable outOfMemory) {
            logged = false; // the next failure is logged, with the number of all failures
            logBriefly(thrown);
        }
    }

    /** Logs without the exception itself, which may be one of user code that can't be printed. */
    private void logBriefly(Throwable thrown) {
        try {
            LOG.error(
                    "{}: failure {} in a row; retrying: {}", activity, failures, thrown.getClass());
        } catch (Throwable outOfMemory) {
            // Not even a short line can be logged now.
        }
    }

    /** Returns the number of failures since the last success. */
    public long failures() {
        return failures;
    }
}
