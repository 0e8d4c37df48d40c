package io.eyewall.engine.executor;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Another thread reads whether a dedicated thread is idle while that thread takes work and does it.
 */
@JCStressTest
@Outcome(id = "0, [012]", expect = ACCEPTABLE, desc = "some work waits or is being done")
@Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "all work is done and visible")
@Outcome(expect = FORBIDDEN, desc = "reported idle while it works")
@State
public class DedicatedIdleStress {
    private final DedicatedWork<String> work = new DedicatedWork<>(4);

    /** Work of the user code, in a plain field. */
    private int done;

    public DedicatedIdleStress() {
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

    @Actor
    public void monitor(II_Result r) {
        r.r1 = work.isIdle() ? 1 : 0;
        r.r2 = done;
    }
}
