package io.eyewall.engine;

import io.eyewall.engine.core.Clock;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.Safepoint;
import io.eyewall.engine.executor.TopologyProbe;
import io.eyewall.engine.lifecycle.TopologyRuntime;
import io.eyewall.topology.TopologyPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An engine without threads of its own: the thread that creates it drives every core, one {@link
 * #step} at a time, by a clock that the caller sets. For tests and test drivers. All methods must
 * be called on that thread.
 *
 * <p>There is no watcher, so user code that blocks blocks the caller, and no monitor that moves
 * executors by load. Executors that request a thread of their own ({@code
 * eyewall.executor.dedicated}) get it, and are then outside of the caller's control.
 */
public final class SteppedEngine implements AutoCloseable {
    private static final int MAX_CLOSING_ROUNDS = 100_000;

    private final EngineSettings settings;
    private final Thread owner;
    private final ClassLoader callerClassLoader;
    private final List<Core> cores;
    private final List<TopologyRuntime> topologies = new ArrayList<>();

    /**
     * @param settings settings that concern threads (idling, blocking) are ignored
     * @param clock the cores' clock; the caller advances it between steps
     */
    public SteppedEngine(EngineSettings settings, Clock clock) {
        this.settings = settings.withoutWatcher();
        this.owner = Thread.currentThread();
        this.callerClassLoader = owner.getContextClassLoader();
        this.cores =
                List.copyOf(
                        Core.create(
                                settings.cores(),
                                settings.batchSize(),
                                settings.linkBatches(),
                                clock));
        cores.forEach(Core::driveByCaller);
    }

    /** A safepoint that is always reached: the cores stand still between two steps. */
    private final class BetweenSteps implements Safepoint {
        @Override
        public boolean run(Runnable action, Duration limit) {
            action.run();
            return true;
        }

        @Override
        public void runBriefly() {
            stepAll();
        }
    }

    /** Returns the number of cores. */
    public int coreCount() {
        return cores.size();
    }

    /** Returns the cores, to inspect their state between steps. */
    public List<Core> cores() {
        return cores;
    }

    /** Starts a topology. Its tasks exist on return; the following steps open them. */
    public TopologyRuntime submit(TopologyPlan plan, SubmitSettings submitSettings) {
        return submit(plan, submitSettings, null);
    }

    /**
     * As {@link #submit(TopologyPlan, SubmitSettings)}, with an observer.
     *
     * @param probe observes the topology's executors, or null
     */
    public TopologyRuntime submit(
            TopologyPlan plan, SubmitSettings submitSettings, @Nullable TopologyProbe probe) {
        checkThread();
        TopologyRuntime runtime =
                TopologyRuntime.start(
                        plan,
                        submitSettings,
                        settings,
                        cores,
                        new BetweenSteps(),
                        Runnable::run,
                        probe,
                        this::onOver);
        if (!runtime.status().isOver()) {
            topologies.add(runtime);
        }
        return runtime;
    }

    /** Also removes the topology's class loader from the calling thread. */
    private void onOver(TopologyRuntime runtime) {
        topologies.remove(runtime);
        owner.setContextClassLoader(callerClassLoader);
        cores.forEach(Core::forgetContextLoader);
    }

    /**
     * Runs one step of a core at the present time.
     *
     * @param core index of the core
     * @return amount of work done; 0 if there was none
     */
    public int step(int core) {
        checkThread();
        topologies.forEach(SteppedEngine::rebalanceIfWaiting);
        int work = cores.get(core).step();
        assert work != Core.LOST : "a core was taken from the thread that steps it";
        return work;
    }

    private static void rebalanceIfWaiting(TopologyRuntime topology) {
        try {
            topology.rebalanceIfWaiting();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void stepAll() {
        for (int i = 0; i < cores.size(); i++) {
            step(i);
        }
    }

    /**
     * Returns nanoseconds until the first timer of any core; {@code Long.MAX_VALUE} without timers.
     */
    public long untilNextTimerNs() {
        long first = Long.MAX_VALUE;
        for (Core core : cores) {
            first = Math.min(first, core.timers().untilNextNs(core.clock().nanoTime()));
        }
        return first;
    }

    private void checkThread() {
        if (Thread.currentThread() != owner) {
            throw new IllegalStateException(
                    "stepped engine: called on thread '"
                            + Thread.currentThread().getName()
                            + "', but only '"
                            + owner.getName()
                            + "', which created it, may; create and use it on one thread");
        }
    }

    /**
     * Kills all topologies and steps until they have ended. Restores the context class loader that
     * the calling thread had before user code ran on it.
     *
     * @throws IllegalStateException if a topology does not end
     */
    @Override
    public void close() {
        checkThread();
        List.copyOf(topologies).forEach(topology -> topology.kill(Duration.ZERO));
        for (int round = 0; !topologies.isEmpty(); round++) {
            if (round == MAX_CLOSING_ROUNDS) {
                throw new IllegalStateException(
                        "stepped engine: "
                                + topologies
                                + " did not end within "
                                + MAX_CLOSING_ROUNDS
                                + " rounds of steps; user code of a dedicated executor may be"
                                + " blocked");
            }
            stepAll();
        }
        owner.setContextClassLoader(callerClassLoader);
    }
}
