package io.eyewall.engine.spout;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.eyewall.engine.acking.PendingTrees;
import io.eyewall.engine.acking.RootListener;
import io.eyewall.engine.acking.RootTree;
import io.eyewall.engine.acking.RootTreePool;
import io.eyewall.engine.mailbox.Ring;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * One message is acked and another times out on the core while the dedicated thread counts the
 * messages in flight twice.
 */
@JCStressTest
@Outcome(
        id = "[234], [234]",
        expect = ACCEPTABLE,
        desc = "both counted, possibly in several stages")
@Outcome(expect = FORBIDDEN, desc = "a message was missed")
@State
@NullUnmarked // parts that the test does not need are null
public class MessagesTimedOutStress implements RootListener {
    private final PendingTrees pending = new PendingTrees();
    private final InFlightMessages messages = new InFlightMessages(pending, new Ring<>());
    private final RootTreePool trees = new RootTreePool(this);
    private final RootTree old = trees.take(null, 1, "default", "old", 0, 1);
    private final RootTree young = trees.take(null, 1, "default", "young", 0, 1);

    public MessagesTimedOutStress() {
        pending.add(old);
        pending.rotate(0, 1);
        pending.add(young);
    }

    @Actor
    public void core() {
        young.finishOne();
        pending.rotate(1, 2);
    }

    @Actor
    public void dedicatedThread(II_Result r) {
        r.r1 = messages.upperBound();
        r.r2 = messages.upperBound();
    }

    @Override
    public void onComplete(RootTree tree) {
        messages.onCompleted(tree);
    }

    @Override
    public void failLater(RootTree tree) {
        throw new IllegalStateException("nobody fails " + tree);
    }

    @Override
    public void resetTimeoutLater(RootTree tree) {
        throw new IllegalStateException("nobody resets the timeout of " + tree);
    }
}
