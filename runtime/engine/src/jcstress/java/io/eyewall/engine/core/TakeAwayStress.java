package io.eyewall.engine.core;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * The handshake between a thread that comes back from user code and the watcher that takes its core
 * away: exactly one of them has the core afterwards. The watcher's half is repeated here without
 * the threads that {@link Watcher} starts.
 */
@JCStressTest
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the thread was back in time")
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "the watcher has taken the core")
@Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "the watcher did not find it in user code")
@Outcome(id = "1, 1", expect = FORBIDDEN, desc = "two threads own one core")
@Outcome(id = "0, 0", expect = FORBIDDEN, desc = "no thread owns the core")
@Outcome(expect = FORBIDDEN, desc = "anything else")
@State
public class TakeAwayStress {
    private final Core core = Core.create(1, 1, 2, Clock.SYSTEM).get(0);

    /** Records whether the thread has its core after a call into user code. */
    @Actor
    public void thread(II_Result r) {
        CoreOwner own = core.driveByCaller();
        own.callUser(1);
        r.r1 = own.toEngine(core) ? 1 : 0;
    }

    @Actor
    public void watcher(II_Result r) {
        r.r2 = takeAway(core);
    }

    /**
     * Outcomes of the watcher: 1: taken; 0: tried and given back; 2: found the thread outside user
     * code.
     */
    static int takeAway(Core core) {
        CoreOwner owner = core.ownerIfAny();
        if (owner == null || CoreOwner.taskletOf(owner.ticket()) == 0) {
            return 2;
        }
        synchronized (core.ownerLock()) {
            core.setOwner(null);
            StackTraceElement[] stack = owner.thread().getStackTrace();
            if (CoreOwner.taskletOf(owner.ticket()) == 0 || stack == null) {
                core.setOwner(owner);
                return 0;
            }
            core.setOwner(new CoreOwner(Thread.currentThread()));
            return 1;
        }
    }
}
