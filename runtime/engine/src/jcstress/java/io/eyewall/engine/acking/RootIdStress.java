package io.eyewall.engine.acking;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/** Two threads request the id of a message, which is created at the first request. */
@JCStressTest
@Outcome(id = "true", expect = ACCEPTABLE, desc = "both get the same")
@Outcome(expect = FORBIDDEN, desc = "none, or two ids of one message")
@State
@NullUnmarked // unused parts are null
public class RootIdStress {
    private final RootTree root = new RootTree(null, null, 1, "default", "message", 0, 1);
    private long first;
    private long second;

    @Actor
    public void first() {
        first = root.id();
    }

    @Actor
    public void second() {
        second = root.id();
    }

    @Arbiter
    public void compare(Z_Result r) {
        r.r1 = first != 0 && first == second;
    }
}
