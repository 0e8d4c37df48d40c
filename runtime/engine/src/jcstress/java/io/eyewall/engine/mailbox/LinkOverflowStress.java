package io.eyewall.engine.mailbox;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/** A link that overflows while its receiver polls batches keeps every item in order. */
@JCStressTest
@Outcome(id = "true", expect = ACCEPTABLE, desc = "1 to 12 in order")
@Outcome(expect = FORBIDDEN, desc = "an item lost, twice or out of order")
@State
public class LinkOverflowStress {
    private static final int ITEMS = 12;

    private final Link<Integer> link = new LinkSenders<Integer>(1, 1, 4).connect(0, () -> {});
    private int received;
    private boolean inOrder = true;

    private void take() {
        Object[] batch = link.receiver().poll();
        if (batch != null) {
            inOrder &= (Integer) batch[0] == ++received;
        }
    }

    @Actor
    public void sender() {
        for (int i = 1; i <= ITEMS; i++) {
            link.sender().stage(i);
        }
        link.sender().flush();
    }

    @Actor
    public void receiver() {
        for (int i = 0; i < ITEMS; i++) {
            take();
        }
    }

    @Arbiter
    public void rest(Z_Result r) {
        for (int i = 0; i < ITEMS; i++) {
            link.sender().flush();
            take();
        }
        r.r1 = inOrder && received == ITEMS && !link.sender().hasUnsent();
    }
}
