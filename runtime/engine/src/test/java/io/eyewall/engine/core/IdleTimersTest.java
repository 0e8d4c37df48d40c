package io.eyewall.engine.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.fixture.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class IdleTimersTest {
    private static final long HOUR_NS = Duration.ofHours(1).toNanos();

    /** A clock that is set from outside, and stands still here. */
    private static final class SetClock implements Clock {
        @Override
        public long nanoTime() {
            return 0;
        }

        @Override
        public long currentTimeMillis() {
            return 0;
        }

        @Override
        public boolean isSetFromOutside() {
            return true;
        }
    }

    private final List<String> ended = new ArrayList<>();

    private static Core core(Clock clock) {
        Core core = Core.create(1, 4, 4, clock).get(0);
        core.driveByCaller();
        return core;
    }

    @Test
    void passInRealTimeWhileASetClockStandsStill() {
        Core core = core(new SetClock());
        IdleTimers idleTimers = core.idleTimers();
        idleTimers.schedule(idleTimers.nowNs() + HOUR_NS, () -> ended.add("long"));
        idleTimers.schedule(idleTimers.nowNs(), () -> ended.add("short"));

        core.step();

        assertThat(ended).containsExactly("short");
        assertThat(idleTimers.untilNextNs()).isBetween(1L, HOUR_NS);
    }

    @Test
    void areNotTimersOfAClockThatIsSetFromOutside() {
        Core core = core(new SetClock());
        core.idleTimers().schedule(core.idleTimers().nowNs(), () -> ended.add("rest"));

        assertThat(core.timers().untilNextNs(0)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void areTimersOfAClockThatIsNotSetFromOutside() {
        ManualClock clock = new ManualClock();
        Core core = core(clock);
        IdleTimers idleTimers = core.idleTimers();
        idleTimers.schedule(idleTimers.nowNs() + 5, () -> ended.add("rest"));
        assertThat(core.timers().untilNextNs(clock.nanoTime())).isEqualTo(5);

        core.step();
        assertThat(ended).isEmpty();

        clock.advance(Duration.ofNanos(5));
        core.step();
        assertThat(ended).containsExactly("rest");
    }
}
