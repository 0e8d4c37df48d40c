package io.eyewall.engine.executor;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/**
 * The monitor reads how long receivers have stopped an executor, at the moment when that begins or
 * ends.
 */
@JCStressTest
@Outcome(id = "0, (0|50|40)", expect = ACCEPTABLE, desc = "read before")
@Outcome(id = "20, (50|40)", expect = ACCEPTABLE, desc = "first read while receivers were full")
@Outcome(id = "40, 40", expect = ACCEPTABLE, desc = "read after")
@Outcome(expect = FORBIDDEN, desc = "time counted twice, or taken back by more than its age")
@State
public class FullReceiversStress {
    private final FullReceivers receivers = new FullReceivers();

    @Actor
    public void core() {
        receivers.add(10);
        receivers.remove(50);
    }

    @Actor
    public void monitor(JJ_Result r) {
        r.r1 = receivers.heldBackNs(30);
        r.r2 = receivers.heldBackNs(60);
    }
}
