package io.eyewall.engine.core;

import io.eyewall.engine.memory.SizeEstimate;
import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Two cores create their links to a third at the same time, and fill their first batches while the
 * third core adds the links.
 */
@JCStressTest
@Outcome(id = "3, 3", expect = Expect.ACCEPTABLE, desc = "all arrived, in order")
@Outcome(expect = Expect.FORBIDDEN, desc = "a tuple was lost, came twice or out of order")
@State
public class FirstBatchStress {
    private static final int TUPLES =
            3; // a full batch, and a tuple that waits for the end of the step

    private final List<Core> cores = Core.create(3, 2, 2, Clock.SYSTEM);
    private final Core receiver = cores.get(2);

    /** Numbers that have arrived in order, by sender; for the receiver's thread. */
    private final int[] arrived = new int[2];

    private final class Numbered extends CrossCoreMessage {
        private final int sender;
        private final int number;

        Numbered(int sender, int number) {
            this.sender = sender;
            this.number = number;
        }

        @Override
        public long estimatedBytes(SizeEstimate by) {
            return 1;
        }

        @Override
        public int readAhead() {
            return 0;
        }

        @Override
        public void arrive() {
            arrived[sender] = arrived[sender] == number - 1 ? number : -TUPLES;
        }
    }

    private void send(int sender) {
        Core core = cores.get(sender);
        core.driveByCaller();
        for (int number = 1; number <= TUPLES; number++) {
            core.send(receiver, new Numbered(sender, number));
        }
        core.step();
    }

    @Actor
    public void first() {
        send(0);
    }

    /** Owns two cores, because jcstress needs a processor for each actor. */
    @Actor
    public void secondAndReceiver() {
        send(1);
        receiver.driveByCaller();
        receiver.step();
        receiver.step();
    }

    @Arbiter
    public void rest(II_Result r) {
        cores.forEach(Core::driveByCaller);
        for (int i = 0; i < 4; i++) {
            cores.forEach(Core::step);
        }
        r.r1 = arrived[0];
        r.r2 = arrived[1];
    }
}
