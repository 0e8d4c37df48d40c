package io.eyewall.local.drpc;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.eyewall.local.drpc.DrpcRequests.Request;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A client calls a function while its queue, in which nobody waits any more, is dropped, and a
 * spout fetches from it.
 */
@JCStressTest
@Outcome(id = "[01], 1", expect = ACCEPTABLE, desc = "fetched once, now or later")
@Outcome(expect = FORBIDDEN, desc = "never fetched, or twice")
@State
public class DrpcFetchStress {
    private static final long AN_HOUR_MS = 3_600_000;
    private static final String FUNCTION = "reach";

    private final DrpcRequests requests = new DrpcRequests(AN_HOUR_MS);

    public DrpcFetchStress() {
        Request before = requests.submit(FUNCTION, "url");
        DrpcRequests.complete(before, "42");
    }

    @Actor
    public void client() {
        requests.submit(FUNCTION, "another");
    }

    /** How many were fetched meanwhile. */
    @Actor
    public void spout(II_Result r) {
        requests.failTimedOut(); // drops the queue if nobody waits in it
        r.r1 = requests.fetch(FUNCTION) == null ? 0 : 1;
    }

    /** How many were fetched in all. */
    @Arbiter
    public void end(II_Result r) {
        r.r2 = r.r1;
        while (requests.fetch(FUNCTION) != null) {
            r.r2++;
        }
    }
}
