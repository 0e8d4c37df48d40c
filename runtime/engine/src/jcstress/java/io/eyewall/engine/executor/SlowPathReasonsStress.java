package io.eyewall.engine.executor;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * A user thread emits and then notifies the core's owner thread, which acks. If the owner thread
 * knows of the emit, it must see that there is a call to be made first.
 */
@JCStressTest
@Outcome(id = "false, true", expect = Expect.ACCEPTABLE, desc = "the ack came first")
@Outcome(id = "false, false", expect = Expect.ACCEPTABLE, desc = "emit and ack overlapped")
@Outcome(id = "true, false", expect = Expect.ACCEPTABLE, desc = "the emit comes first")
@Outcome(id = "true, true", expect = Expect.FORBIDDEN, desc = "the ack overtook the emit")
@State
public class SlowPathReasonsStress {
    private final SlowPathReasons slowPathReasons = new SlowPathReasons();
    private volatile boolean emitted;

    @Actor
    public void usersThread() {
        slowPathReasons.addWaiting();
        emitted = true;
    }

    @Actor
    public void coresThread(ZZ_Result result) {
        result.r1 = emitted;
        result.r2 = slowPathReasons.allowFastPath();
    }
}
