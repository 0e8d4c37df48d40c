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
 * An executor is to rest, so that its tasks can be moved, while its dedicated thread wakes up for a
 * call and a tuple: once it rests no user code of it runs, and what it has not done is taken back.
 */
@JCStressTest
@Outcome(id = "0, 0, 0, [12]", expect = ACCEPTABLE, desc = "not at rest; to be asked again")
@Outcome(id = "1, 1, 1, 1", expect = ACCEPTABLE, desc = "rests after the call")
@Outcome(id = "1, 2, 0, 2", expect = ACCEPTABLE, desc = "rests after both")
@Outcome(expect = FORBIDDEN, desc = "user code runs while it rests, or work is lost or done twice")
@State
public class DedicatedRestStress {
    private final DedicatedWork<String> work = new DedicatedWork<>(4);

    /** What user code does: a plain field, for whoever may run it. */
    private int done;

    public DedicatedRestStress() {
        work.call(() -> done++);
        work.offer("tuple");
    }

    @Actor
    public void thread() {
        work.begin();
        while (work.makeCall()) {
            // until there is none
        }
        if (work.nextTuple() != null) {
            done++;
        }
        work.end();
    }

    /** At rest; how much was done then; how much is taken back. */
    @Actor
    public void rebalance(IIII_Result r) {
        work.pause(true);
        if (work.isResting()) {
            r.r1 = 1;
            r.r2 = done;
            r.r3 = work.takeBack() == null ? 0 : 1;
        }
    }

    /** How much was done in the end. */
    @Arbiter
    public void end(IIII_Result r) {
        r.r4 = done;
    }
}
