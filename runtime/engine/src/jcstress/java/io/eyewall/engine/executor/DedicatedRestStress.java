package io.eyewall.engine.executor;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;

/**
 * An executor is paused, so that its tasks can be moved, while its dedicated thread wakes up for a
 * call and a tuple. Once it is at rest, none of its user code runs, and work that has not been done
 * is taken back.
 */
@JCStressTest
@Outcome(id = "0, 0, 0, [12]", expect = ACCEPTABLE, desc = "not at rest yet")
@Outcome(id = "1, 1, 1, 1", expect = ACCEPTABLE, desc = "at rest after the call")
@Outcome(id = "1, 2, 0, 2", expect = ACCEPTABLE, desc = "at rest after both")
@Outcome(expect = FORBIDDEN, desc = "user code runs while at rest, or work is lost or done twice")
@State
public class DedicatedRestStress {
    private final DedicatedWork<String> work = new DedicatedWork<>(4);

    /** Work of the user code, in a plain field that both threads access. */
    private int done;

    public DedicatedRestStress() {
        work.addCall(() -> done++);
        work.offer("tuple");
    }

    @Actor
    public void thread() {
        work.markWorking();
        while (work.runNextCall()) {
            // until there is no call
        }
        if (work.nextTuple() != null) {
            done++;
        }
        work.markIdle();
    }

    /** Records whether the thread is at rest, the work done by then, and the tuples taken back. */
    @Actor
    public void rebalance(IIII_Result r) {
        work.pause(true);
        if (work.isQuiescent()) {
            r.r1 = 1;
            r.r2 = done;
            r.r3 = work.takeBackTuple() == null ? 0 : 1;
        }
    }

    /** Records the work done in the end. */
    @Arbiter
    public void end(IIII_Result r) {
        r.r4 = done;
    }
}
