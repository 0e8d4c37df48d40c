package io.eyewall.engine.thread;

import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Something that is done again and again, and may fail: says so in the log, but less and less often
 * while it goes on failing. Whatever is thrown is caught, an exhausted heap included; where even
 * the log has no room for it, it is told of later. For one thread at a time.
 */
public final class ThrottledFailureLog {
    private static final Logger LOG = LoggerFactory.getLogger(ThrottledFailureLog.class);
    private static final long SHORTEST_SILENCE_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long LONGEST_SILENCE_NS = TimeUnit.MINUTES.toNanos(10);

    private final String what;
    private long failures;
    private long silenceNs;
    private long toldNs;
    private boolean told;

    /** What is done; may throw anything. */
    public interface Action {
        void run() throws Exception;
    }

    /**
     * @param what is done, for the log
     */
    public ThrottledFailureLog(String what) {
        this.what = what;
    }

    /**
     * Does it once. An interrupt that ends it is no failure; it is over then.
     *
     * @return whether it was done
     */
    public boolean run(Action action) {
        try {
            action.run();
        } catch (InterruptedException e) {
            return false; // whose flag has been cleared: threads of ours are ended in other ways
        } catch (Throwable thrown) {
            failed(thrown);
            return false;
        }
        succeeded();
        return true;
    }

    /** It has been done. */
    void succeeded() {
        if (failures > 0) {
            recovered();
        }
    }

    private void recovered() {
        long before = failures;
        failures = 0;
        silenceNs = 0;
        told = false;
        try {
            LOG.info("{}: works again, after {} failures", what, before);
        } catch (Throwable noRoom) {
            // The failures have been told of.
        }
    }

    /** It has failed. Throws nothing. */
    void failed(Throwable thrown) {
        failures++;
        long nowNs = System.nanoTime();
        if (told && nowNs - toldNs < silenceNs) {
            return;
        }
        try {
            LOG.error("{}: failed, {} times in a row; it is tried again", what, failures, thrown);
            told = true;
            toldNs = nowNs;
            silenceNs = Math.min(Math.max(SHORTEST_SILENCE_NS, 2 * silenceNs), LONGEST_SILENCE_NS);
        } catch (Throwable noRoom) {
            told = false; // the next failure is told of, with the number of all
            tellBriefly(thrown);
        }
    }

    /** By an exception of user code that can't be printed, say. */
    private void tellBriefly(Throwable thrown) {
        try {
            LOG.error("{}: failed, {} times in a row: {}", what, failures, thrown.getClass());
        } catch (Throwable noRoom) {
            // Nobody can be told now.
        }
    }

    /** How many failed since one did not. */
    public long failures() {
        return failures;
    }
}
