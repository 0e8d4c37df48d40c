package io.eyewall.benchmarks.placed;

import io.eyewall.engine.core.Clock;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.Safepoint;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * Cores in virtual time, all stepped by one thread, which always steps the core whose time is
 * earliest. Work takes exactly its nominal time, a step that found work takes slightly more, and a
 * core that finds nothing waits. So runs are reproducible however busy the machine is.
 *
 * <p>The engine's code is real; its own cost is the fixed {@link #STEP_NS}.
 */
final class VirtualCores implements Machine, Clock, Safepoint {
    private static final long STEP_NS = 200;
    private static final long WAIT_NS = 50_000;

    private final long[] nowNs;
    private final long[] busyNs;
    private final List<Core> cores;
    private int current;

    /**
     * @param batchSize the engine's batch size
     */
    VirtualCores(int count, int batchSize, int linkBatches) {
        nowNs = new long[count];
        busyNs = new long[count];
        cores = Core.create(count, batchSize, linkBatches, this);
        cores.forEach(Core::driveByCaller);
    }

    List<Core> cores() {
        return cores;
    }

    /** Returns the time that all cores have reached. */
    long reachedNs() {
        return nowNs[least()];
    }

    /** Returns the busy time of all cores together. */
    long busyNs() {
        return Arrays.stream(busyNs).sum();
    }

    /** Steps the core whose time is earliest. */
    void step() {
        step(least());
    }

    /** Makes the clock show the time that all cores have reached, between two steps. */
    void standStill() {
        current = least();
    }

    private int least() {
        int least = 0;
        for (int i = 1; i < nowNs.length; i++) {
            if (nowNs[i] < nowNs[least]) {
                least = i;
            }
        }
        return least;
    }

    private void step(int core) {
        current = core;
        long beganNs = nowNs[core];
        if (cores.get(core).step() > 0) {
            nowNs[core] += STEP_NS;
            busyNs[core] += nowNs[core] - beganNs;
        } else {
            long untilTimerNs = cores.get(core).timers().untilNextNs(beganNs);
            nowNs[core] += Math.max(STEP_NS, Math.min(WAIT_NS, untilTimerNs));
        }
    }

    @Override
    public long nanoTime() {
        return nowNs[current];
    }

    @Override
    public long currentTimeMillis() {
        return nanoTime() / 1_000_000;
    }

    @Override
    public long work(long seed, double us) {
        nowNs[current] += Math.round(us * 1e3);
        return seed;
    }

    /** Between two steps the cores always stand still. */
    @Override
    public boolean run(Runnable action, Duration limit) {
        action.run();
        return true;
    }

    @Override
    public void runBriefly() {
        for (int i = 0; i < nowNs.length; i++) {
            step(i);
        }
    }
}
