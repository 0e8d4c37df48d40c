package io.eyewall.benchmarks.placed;

import io.eyewall.engine.core.Clock;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.Safepoint;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * Cores in a time of their own, all stepped by one thread: next is always the core whose time is
 * least. Work takes the time that it says, a step that found something takes a little more, and a
 * core that finds nothing waits. So a run is the same however busy the machine is.
 *
 * <p>What the engine does is real; its own cost is the fixed {@link #STEP_NS}.
 */
final class VirtualCores implements Machine, Clock, Safepoint {
    private static final long STEP_NS = 200;
    private static final long WAIT_NS = 50_000;

    private final long[] nowNs;
    private final long[] busyNs;
    private final List<Core> cores;
    private int current;

    /**
     * @param batchSize of the engine, as the next one
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

    /** The time that all cores have reached. */
    long reachedNs() {
        return nowNs[least()];
    }

    /** Time in which cores had something to do, all together. */
    long busyNs() {
        return Arrays.stream(busyNs).sum();
    }

    /** Lets the core whose time is least do what it has to do. */
    void step() {
        step(least());
    }

    /** Whoever asks for the time between two steps gets that which all cores have reached. */
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
    public void goOn() {
        for (int i = 0; i < nowNs.length; i++) {
            step(i);
        }
    }
}
