package io.eyewall.engine.core;

import io.eyewall.engine.memory.SizeEstimate;
import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Mode;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.Signal;
import org.openjdk.jcstress.annotations.State;

/**
 * A core that goes to sleep while another core hands over a tuple, at the end of a step, wakes up
 * or does not fall asleep.
 */
@JCStressTest(Mode.Termination)
@Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE, desc = "the tuple arrived")
@Outcome(id = "STALE", expect = Expect.FORBIDDEN, desc = "the wake-up was lost")
@State
public class LinkWakeUpStress {
    private static final long AN_HOUR_NS = 3_600_000_000_000L;

    private final List<Core> cores = Core.create(2, 4, 2, Clock.SYSTEM);

    private static final class Nothing extends CrossCoreMessage {
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
            // only its arrival counts
        }
    }

    @Actor
    public void receiver() {
        Core core = cores.get(0);
        core.driveByCaller();
        while (core.step() == 0) {
            core.park(AN_HOUR_NS);
        }
    }

    @Signal
    public void sender() {
        Core core = cores.get(1);
        core.driveByCaller();
        core.send(cores.get(0), new Nothing());
        core.step();
    }
}
