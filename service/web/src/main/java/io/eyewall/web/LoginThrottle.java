package io.eyewall.web;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Slows down and logs login attempts with wrong tokens. A wrong token is answered after a second,
 * and only a few attempts are processed at the same time, so that only a few tokens can be tried
 * per second. Any thread may call.
 */
final class LoginThrottle {
    private static final Logger LOG = LoggerFactory.getLogger(LoginThrottle.class);

    /**
     * The number of logins that are processed at the same time; others are told to try again. Fewer
     * than the threads of {@link WebThreads}, so that wrong tokens keep no other request waiting.
     */
    private static final int MAX_CONCURRENT = 2;

    private static final long PAUSE_MS = 1_000;
    private static final long LOG_PERIOD_NS = TimeUnit.SECONDS.toNanos(10);

    private final Semaphore permits = new Semaphore(MAX_CONCURRENT);
    private final AtomicInteger unlogged = new AtomicInteger();
    private final Sleeper sleeper;
    private long lastLogNs = System.nanoTime() - LOG_PERIOD_NS; // guarded by this

    /** Blocks the calling thread for a time. */
    interface Sleeper {
        void sleep(long ms) throws InterruptedException;
    }

    LoginThrottle() {
        this(Thread::sleep);
    }

    LoginThrottle(Sleeper sleeper) {
        this.sleeper = sleeper;
    }

    /** Returns whether a token may be checked now; the caller must then call {@link #end}. */
    boolean tryBegin() {
        return permits.tryAcquire();
    }

    /** Ends the check of a token. Pauses if the token was wrong. */
    void end(boolean wrong) {
        try {
            if (wrong) {
                logWrongToken(System.nanoTime());
                sleeper.sleep(PAUSE_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the server ends
        } finally {
            permits.release();
        }
    }

    private synchronized void logWrongToken(long nowNs) {
        int wrong = unlogged.incrementAndGet();
        if (nowNs - lastLogNs >= LOG_PERIOD_NS) {
            lastLogNs = nowNs;
            unlogged.set(0);
            LOG.warn(
                    "{} with a wrong token at {}",
                    wrong == 1 ? "a login" : wrong + " logins",
                    Login.PATH);
        }
    }
}
