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
 * wakes up 1,000 to 20,000 times per second. For {@code topology.bolt.wait.strategy}, {@code
 * topology.spout.wait.strategy} and {@code topology.backpressure.wait.strategy} in {@code
 * storm.yaml} of supervisors.
 *
 * <p>One in {@value #MEAN_GAP} calls is measured, on average, and counts for the calls in between.
 * Each executor has its own object; calls by a second thread are not measured.
 */
public final class MeasuredWait implements IWaitStrategy {
    private static final int MEAN_GAP = 16;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final IWaitStrategy waiting;
    private final CpuClock clock;
    private @Nullable Thread thread;
    private @Nullable IdleTime idle;
    private int gap = 1;
    private int countdown = 1;

    /** Processor time of the calling thread, in ns; negative if unknown. */
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

    MeasuredWait(IWaitStrategy waiting, CpuClock clock) {
        this.waiting = waiting;
        this.clock = clock;
    }

    @Override
    public void prepare(Map<String, Object> conf, WaitSituation situation) {
        waiting.prepare(conf, situation);
    }

    @Override
    public int idle(int idleCounter) throws InterruptedException {
        if (--countdown > 0) {
            return waiting.idle(idleCounter);
        }
        return measuredIdle(idleCounter);
    }

    private int measuredIdle(int idleCounter) throws InterruptedException {
        int waited = gap; // this call represents those since the last measured one
        gap = 1 + ThreadLocalRandom.current().nextInt(2 * MEAN_GAP - 1);
        countdown = gap;
        Thread current = Thread.currentThread();
        IdleTime time = idle;
        if (time == null) {
            time = IdleTimes.ofCurrentThread();
            thread = current;
            idle = time;
        } else if (thread != current) {
            return waiting.idle(idleCounter);
        }
        long startNs = clock.currentThreadNs();
        try {
            return waiting.idle(idleCounter);
        } finally {
            time.add(Math.max(0, clock.currentThreadNs() - startNs) * waited);
        }
    }
}
