package io.eyewall.web;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Slows logins with wrong tokens, and tells of them: a wrong one is answered after a second, and no
 * more than a few wait for that at the same time, so that nobody tries more than a few per second.
 * Any thread.
 */
final class LoginPace {
    private static final Logger LOG = LoggerFactory.getLogger(LoginPace.class);

    /** Logins whose token is being looked at; others are told to come again. */
    private static final int AT_ONCE = 4;

    private static final long PAUSE_MS = 1_000;
    private static final long TELL_NS = TimeUnit.SECONDS.toNanos(10);

    private final Semaphore room = new Semaphore(AT_ONCE);
    private final AtomicInteger untold = new AtomicInteger();
    private final Pause pause;
    private long toldNs = System.nanoTime() - TELL_NS; // guarded by this

    /** Lets time pass. */
    interface Pause {
        void last(long ms) throws InterruptedException;
    }

    LoginPace() {
        this(Thread::sleep);
    }

    LoginPace(Pause pause) {
        this.pause = pause;
    }

    /** Whether a token may be looked at now; the caller then says {@link #leave}. */
    boolean enter() {
        return room.tryAcquire();
    }

    /** It was looked at. A wrong one takes a while. */
    void leave(boolean wrong) {
        try {
            if (wrong) {
                tell(System.nanoTime());
                pause.last(PAUSE_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the server ends
        } finally {
            room.release();
        }
    }

    private synchronized void tell(long nowNs) {
        int wrong = untold.incrementAndGet();
        if (nowNs - toldNs >= TELL_NS) {
            toldNs = nowNs;
            untold.set(0);
            LOG.warn(
                    "{} with a wrong token at {}",
                    wrong == 1 ? "a login" : wrong + " logins",
                    Login.PATH);
        }
    }
}
