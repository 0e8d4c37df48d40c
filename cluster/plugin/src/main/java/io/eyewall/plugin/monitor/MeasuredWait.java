package io.eyewall.plugin.monitor;

import io.eyewall.plugin.monitor.IdleTimes.IdleTime;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.storm.policy.IWaitStrategy;
import org.apache.storm.policy.WaitStrategyProgressive;
import org.jspecify.annotations.Nullable;

/**
 * Waits as Storm's default {@link WaitStrategyProgressive} with all its settings, and measures the
 * processor time of waiting, so that an executor's load can be reported without it: an idle bolt
 * wakes up 1,000 to 20,000 times per second. It is configured by {@code
 * topology.bolt.wait.strategy}, {@code topology.spout.wait.strategy} and {@code
 * topology.backpressure.wait.strategy} in {@code storm.yaml} of supervisors.
 *
 * <p>On average, one in {@value #MEAN_GAP} calls is measured; its time stands also for the calls
 * since the previous measured one. Each executor has its own object; calls by a second thread are
 * not measured.
 */
public final class MeasuredWait implements IWaitStrategy {
    private static final int MEAN_GAP = 16;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final IWaitStrategy strategy;
    private final CpuClock clock;
    private @Nullable Thread thread;
    private @Nullable IdleTime idle;

    /** The number of calls from the last measured call to the next one. */
    private int gap = 1;

    /** The number of calls until the next measured one. */
    private int countdown = 1;

    /** Returns the processor time of the calling thread in nanoseconds; negative if unknown. */
    @FunctionalInterface
    interface CpuClock {
        long currentThreadNs();
    }

    /** Called by Storm. */
    public MeasuredWait() {
        this(
                new WaitStrategyProgressive(),
                THREADS.isCurrentThreadCpuTimeSupported()
                        ? THREADS::getCurrentThreadCpuTime
                        : () -> -1);
    }

    MeasuredWait(IWaitStrategy strategy, CpuClock clock) {
        this.strategy = strategy;
        this.clock = clock;
    }

    @Override
    public void prepare(Map<String, Object> conf, WaitSituation situation) {
        strategy.prepare(conf, situation);
    }

    @Override
    public int idle(int idleCounter) throws InterruptedException {
        if (--countdown > 0) {
            return strategy.idle(idleCounter);
        }
        return measuredIdle(idleCounter);
    }

    private int measuredIdle(int idleCounter) throws InterruptedException {
        int representedCalls = gap; // this call and those since the last measured one
        // Random, so that the gaps do not coincide with a period of the topology.
        gap = 1 + ThreadLocalRandom.current().nextInt(2 * MEAN_GAP - 1);
        countdown = gap;
        Thread current = Thread.currentThread();
        IdleTime time = idle;
        if (time == null) {
            time = IdleTimes.ofCurrentThread();
            thread = current;
            idle = time;
        } else if (thread != current) {
            return strategy.idle(idleCounter);
        }
        long startNs = clock.currentThreadNs();
        try {
            return strategy.idle(idleCounter);
        } finally {
            time.add(Math.max(0, clock.currentThreadNs() - startNs) * representedCalls);
        }
    }
}
