package io.eyewall.engine.core;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * User code emits, passing through the engine, while the watcher takes the core away. The ticket is
 * the same before and after. If both succeed, the passage came first, and the successor sees all
 * that it did.
 */
@JCStressTest
@Outcome(id = "1, 0, 0", expect = ACCEPTABLE, desc = "the passage was seen; the core given back")
@Outcome(
        id = "1, 2, 0",
        expect = ACCEPTABLE,
        desc = "the watcher found the thread outside user code")
@Outcome(id = "0, 1, 0", expect = ACCEPTABLE, desc = "taken before the passage")
@Outcome(id = "1, 1, 1", expect = ACCEPTABLE, desc = "taken after the passage")
@Outcome(id = "1, 1, 0", expect = FORBIDDEN, desc = "the successor misses what the passage did")
@Outcome(id = "0, 1, 1", expect = FORBIDDEN, desc = "the passage continued without the core")
@Outcome(expect = FORBIDDEN, desc = "anything else")
@State
public class PassageStress {
    private final Core core = Core.create(1, 1, 2, Clock.SYSTEM).get(0);

    /** State of the core: a plain field, for the core's owner. */
    private int mailbox;

    @Actor
    public void thread(III_Result r) {
        CoreOwner own = core.driveByCaller();
        own.callUser(1);
        if (own.toEngine(core)) {
            mailbox = 1;
            own.toUser(1);
            r.r1 = 1;
        }
    }

    @Actor
    public void watcher(III_Result r) {
        r.r2 = TakeAwayStress.takeAway(core);
        if (r.r2 == 1) {
            r.r3 = mailbox;
        }
    }
}
