package io.eyewall.engine.spout;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.eyewall.engine.acking.PendingTrees;
import io.eyewall.engine.acking.RootTree;
import io.eyewall.engine.mailbox.Ring;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * A message passes through all stages of a core while the dedicated thread, which has not delivered
 * the completion, counts the messages in flight.
 */
@JCStressTest
@Outcome(id = "1", expect = ACCEPTABLE, desc = "counted")
@Outcome(id = "[234]", expect = ACCEPTABLE, desc = "counted in several stages")
@Outcome(expect = FORBIDDEN, desc = "missed: the spout would emit more than it may")
@State
@NullUnmarked // parts that the test does not need are null
public class InFlightMessagesStress {
    private final RootTree tree = new RootTree(null, null, 1, "default", "message", 0, 1);
    private final InFlightMessages messages =
            new InFlightMessages(new PendingTrees(), new Ring<>());

    public InFlightMessagesStress() {
        messages.onForeignEmit();
    }

    @Actor
    public void core() {
        messages.onArrived(tree);
        messages.onCompleted(tree);
        messages.handOver();
    }

    @Actor
    public void dedicatedThread(I_Result r) {
        r.r1 = messages.upperBound();
    }
}
