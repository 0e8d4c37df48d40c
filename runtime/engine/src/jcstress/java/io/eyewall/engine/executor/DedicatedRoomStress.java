package io.eyewall.engine.executor;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * A core hands tuples to a dedicated thread until there is no room, while the thread takes them.
 * The core must be notified when there is room again; otherwise its executor would stop for ever.
 */
@JCStressTest
@Outcome(id = "false, true", expect = ACCEPTABLE, desc = "there was room for all")
@Outcome(
        id = "true, true",
        expect = ACCEPTABLE,
        desc = "there was no room, and the core was notified")
@Outcome(id = "true, false", expect = FORBIDDEN, desc = "the core waits for ever")
@Outcome(expect = FORBIDDEN, desc = "any other result")
@State
public class DedicatedRoomStress {
    private static final int TUPLES = 8;

    private final DedicatedWork<Integer> work = new DedicatedWork<>(4);
    private boolean notified;
    private boolean inOrder = true;
    private int taken;

    private void take() {
        Integer tuple = work.nextTuple();
        if (tuple != null) {
            inOrder &= tuple == ++taken;
            notified |= work.mustReportRoom();
        }
    }

    /** Records whether a tuple was refused. */
    @Actor
    public void core(ZZ_Result r) {
        for (int tuple = 1; tuple <= TUPLES && !r.r1; tuple++) {
            r.r1 = !work.offer(tuple);
        }
    }

    @Actor
    public void thread() {
        for (int i = 0; i < TUPLES; i++) {
            take();
        }
    }

    @Arbiter
    public void rest(ZZ_Result r) {
        while (work.waitingCount() > 0) {
            take();
        }
        r.r2 = inOrder && (notified || !r.r1);
    }
}
