package io.eyewall.engine.mailbox;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** A batch arrives whole, with all that its items refer to, or not yet; and never twice. */
@JCStressTest
@Outcome(id = "0, 0, 3", expect = ACCEPTABLE, desc = "nothing yet")
@Outcome(id = "1, 2, 1", expect = ACCEPTABLE, desc = "the first batch; one item is still to come")
@Outcome(expect = FORBIDDEN, desc = "half a batch, an item out of order, lost or twice")
@State
public class LinkStress {
    /** Written by plain stores before it is staged. */
    private static final class Item {
        int number;
    }

    private final Link<Item> link = new LinkSenders<Item>(1, 2, 2).connect(0, () -> {});

    private static Item item(int number) {
        Item item = new Item();
        item.number = number;
        return item;
    }

    @Actor
    public void sender() {
        link.sender().stage(item(1));
        link.sender().stage(item(2)); // the batch is full, so it is handed over
        link.sender().stage(item(3));
    }

    @Actor
    public void receiver(III_Result r) {
        Object[] batch = link.receiver().poll();
        if (batch != null) {
            r.r1 = ((Item) batch[0]).number;
            r.r2 = ((Item) batch[1]).number;
        }
    }

    /** Counts the items that are still to come. */
    @Arbiter
    public void rest(III_Result r) {
        link.sender().flush();
        Object[] batch;
        while ((batch = link.receiver().poll()) != null) {
            for (Object item : batch) {
                r.r3 += item == null ? 0 : 1;
            }
        }
    }
}
