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
final class LoginPace {
    private static final Logger LOG = LoggerFactory.getLogger(LoginPace.class);

    /** The number of logins that are processed at the same time; others are told to try again. */
    private static final int AT_ONCE = 4;

    private static final long PAUSE_MS = 1_000;
    private static final long REPORT_PERIOD_NS = TimeUnit.SECONDS.toNanos(10);

    private final Semaphore permits = new Semaphore(AT_ONCE);
    private final AtomicInteger unreported = new AtomicInteger();
    private final Pause pause;
    private long reportedNs = System.nanoTime() - REPORT_PERIOD_NS; // guarded by this

    /** A pause of the thread. */
    interface Pause {
        void last(long ms) throws InterruptedException;
    }

    LoginPace() {
        this(Thread::sleep);
    }

    LoginPace(Pause pause) {
        this.pause = pause;
    }

    /** Returns whether a token may be checked now; the caller must then call {@link #leave}. */
    boolean enter() {
        return permits.tryAcquire();
    }

    /** Ends the check of a token. Pauses if the token was wrong. */
    void leave(boolean wrong) {
        try {
            if (wrong) {
                report(System.nanoTime());
                pause.last(PAUSE_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the server ends
        } finally {
            permits.release();
        }
    }

    private synchronized void report(long nowNs) {
        int wrong = unreported.incrementAndGet();
        if (nowNs - reportedNs >= REPORT_PERIOD_NS) {
            reportedNs = nowNs;
            unreported.set(0);
            LOG.warn(
                    "{} with a wrong token at {}",
                    wrong == 1 ? "a login" : wrong + " logins",
                    Login.PATH);
        }
    }
}
