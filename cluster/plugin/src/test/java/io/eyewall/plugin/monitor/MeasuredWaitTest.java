package io.eyewall.plugin.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.apache.storm.policy.IWaitStrategy;
import org.apache.storm.policy.IWaitStrategy.WaitSituation;
import org.apache.storm.utils.Utils;
import org.junit.jupiter.api.Test;

class MeasuredWaitTest {
    private long cpuNs;

    /** Every call takes 5 µs of the processor. */
    private final class Waiting implements IWaitStrategy {
        @Override
        public void prepare(Map<String, Object> conf, WaitSituation situation) {}

        @Override
        public int idle(int idleCounter) {
            cpuNs += 5_000;
            return idleCounter + 1;
        }
    }

    @Test
    void measuresSomeCallsForAll() throws Exception {
        MeasuredWait wait = new MeasuredWait(new Waiting(), () -> cpuNs);
        long before = IdleTimes.idleNs(Thread.currentThread());
        int counter = 0;
        for (int i = 0; i < 10_000; i++) {
            counter = wait.idle(counter);
            cpuNs += 1_000_000; // work between
        }
        assertThat(counter).isEqualTo(10_000);
        long idle = IdleTimes.idleNs(Thread.currentThread()) - before;
        assertThat(idle / 1e6).isCloseTo(50, within(1.0));
    }

    @Test
    void waitsAsStormDoes() throws Exception {
        for (WaitSituation situation : WaitSituation.values()) {
            MeasuredWait wait = new MeasuredWait();
            wait.prepare(Utils.readDefaultConfig(), situation);
            assertThat(wait.idle(5_000)).isEqualTo(5_000); // sleeps for 1 ms
        }
    }

    @Test
    void nothingIsKnownOfThreadsThatNeverWaited() {
        assertThat(IdleTimes.idleNs(new Thread())).isZero();
    }
}
