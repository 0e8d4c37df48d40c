package io.eyewall.engine.executor;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IZ_Result;

/**
 * A core hands over work and signals it while the dedicated thread looks for work and begins to
 * wait.
 */
@JCStressTest
@Outcome(
        id = "[012], true",
        expect = ACCEPTABLE,
        desc = "has done all work, or stays awake to do it")
@Outcome(id = "2, false", expect = ACCEPTABLE, desc = "has done all work")
@Outcome(expect = FORBIDDEN, desc = "sleeps although there is work")
@State
public class WorkSignalStress {
    private final DedicatedWork<String> work = new DedicatedWork<>(4);
    private final WorkSignal signal = new WorkSignal();
    private int done;
    private boolean sleeps;
    private volatile boolean woken;

    @Actor
    public void thread() {
        signal.clear();
        while (work.runNextCall()) {
            // until there is no call
        }
        if (work.nextTuple() != null) {
            done++;
        }
        sleeps = signal.startWaiting();
    }

    @Actor
    public void core() {
        work.offer("tuple");
        give();
        work.addCall(() -> done++);
        give();
    }

    private void give() {
        if (signal.raise()) {
            woken = true;
        }
    }

    @Arbiter
    public void arbiter(IZ_Result r) {
        r.r1 = done;
        r.r2 = !sleeps || woken;
    }
}
