package io.eyewall.engine.lifecycle;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.eyewall.engine.TopologyFailure;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;

/** A topology fails while it is killed, and its two executors are closed at once. */
@JCStressTest
@Outcome(id = "1, 0, 1, 0", expect = ACCEPTABLE, desc = "its failure ends it")
@Outcome(id = "1, 0, 0, 1", expect = ACCEPTABLE, desc = "its failure ends it")
@Outcome(id = "0, 1, 1, 0", expect = ACCEPTABLE, desc = "the kill ends it")
@Outcome(id = "0, 1, 0, 1", expect = ACCEPTABLE, desc = "the kill ends it")
@Outcome(expect = FORBIDDEN, desc = "it is closed or over twice, or never")
@State
public class EndStress {
    private static final TopologyFailure FAILURE =
            new TopologyFailure("words", "bolt", 1, "execute", new IllegalStateException("bad"));

    private final TopologyLife life = new TopologyLife("words", true);

    public EndStress() {
        life.onAssembled(2);
    }

    /** Whether it is to close the executors; whether the one that it closes is the last. */
    @Actor
    public void failing(IIII_Result r) {
        r.r1 = life.recordFailure(FAILURE) && life.prepareEnd() && life.beginClosing() ? 1 : 0;
        r.r3 = life.onClosed() ? 1 : 0;
    }

    @Actor
    public void killing(IIII_Result r) {
        r.r2 = life.kill() && life.beginClosing() ? 1 : 0;
        r.r4 = life.onClosed() ? 1 : 0;
    }
}
