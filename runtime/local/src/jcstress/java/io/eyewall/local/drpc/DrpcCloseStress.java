package io.eyewall.local.drpc;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.eyewall.local.drpc.DrpcRequests.Request;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/** A client calls while the server is closed: somebody ends the call, else it waits for ever. */
@JCStressTest
@Outcome(id = "true", expect = ACCEPTABLE, desc = "the request is over")
@Outcome(expect = FORBIDDEN, desc = "nobody ends it")
@State
public class DrpcCloseStress {
    private static final long AN_HOUR_MS = 3_600_000;

    private final DrpcRequests requests = new DrpcRequests(AN_HOUR_MS);
    private @Nullable Request request;

    @Actor
    public void client() {
        request = requests.submit("reach", "url");
    }

    @Actor
    public void closing() {
        requests.close();
    }

    @Arbiter
    public void end(Z_Result r) {
        r.r1 = request != null && request.result().isDone();
    }
}
