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
 * The engine without its threads: the thread that creates it drives every core, one {@link #step}
 * at a time, by a clock that the caller sets. For tests and test drivers. All methods are for that
 * one thread.
 *
 * <p>Nothing watches over the cores, so user code that blocks blocks the caller, and nobody moves
 * executors by their load. Executors that ask for a thread of their own ({@code
 * eyewall.executor.dedicated}) get it, and are then not under the caller's control.
 */
public final class SteppedEngine implements AutoCloseable {
    private static final int CLOSING_ROUNDS = 100_000;

    private final EngineSettings settings;
    private final Thread owner;
    private final ClassLoader ownersLoader;
    private final List<Core> cores;
    private final List<TopologyRuntime> topologies = new ArrayList<>();

    /**
     * @param settings what concerns threads (idling, blocking) is not used
     * @param clock the cores' time; set forward by the caller between steps
     */
    public SteppedEngine(EngineSettings settings, Clock clock) {
        this.settings = settings.withoutWatcher();
        this.owner = Thread.currentThread();
        this.ownersLoader = owner.getContextClassLoader();
        this.cores =
                List.copyOf(
                        Core.create(
                                settings.cores(),
                                settings.batchSize(),
                                settings.linkBatches(),
                                clock));
        cores.forEach(Core::driveByCaller);
    }

    /** Between two steps the cores always stand still. */
    private final class BetweenSteps implements Safepoint {
        @Override
        public boolean run(Runnable action, Duration limit) {
            action.run();
            return true;
        }

        @Override
        public void goOn() {
            stepAll();
        }
    }

    /** How many cores there are to be stepped. */
    public int coreCount() {
        return cores.size();
    }

    /** The cores, for those who look at what happens between steps. */
    public List<Core> cores() {
        return cores;
    }

    /** Starts a topology; its tasks exist on return, the steps that follow open them. */
    public TopologyRuntime submit(TopologyPlan plan, SubmitSettings submit) {
        return submit(plan, submit, null);
    }

    /**
     * As {@link #submit(TopologyPlan, SubmitSettings)}, with somebody who looks on.
     *
     * @param probe told of what the topology does, or null
     */
    public TopologyRuntime submit(
            TopologyPlan plan, SubmitSettings submit, @Nullable TopologyProbe probe) {
        checkThread();
        TopologyRuntime runtime =
                TopologyRuntime.start(
                        plan,
                        submit,
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

    /** Its class loader is not to stay with the caller's thread. */
    private void onOver(TopologyRuntime runtime) {
        topologies.remove(runtime);
        owner.setContextClassLoader(ownersLoader);
        cores.forEach(Core::forgetContextLoader);
    }

    /**
     * Lets one core do what it has to do at the present time.
     *
     * @param core from 0
     * @return work done; 0 if it had nothing to do
     */
    public int step(int core) {
        checkThread();
        topologies.forEach(SteppedEngine::rebalanceIfWaiting);
        int work = cores.get(core).step();
        assert work != Core.LOST : "nobody takes a core from its caller";
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

    /** Nanoseconds until the first timer of any core is due; {@code Long.MAX_VALUE} if none is. */
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
     * Kills all topologies and steps until they have ended; gives the calling thread back the
     * context class loader that it had before user code ran on it.
     *
     * @throws IllegalStateException if one does not end
     */
    @Override
    public void close() {
        checkThread();
        List.copyOf(topologies).forEach(topology -> topology.kill(Duration.ZERO));
        for (int round = 0; !topologies.isEmpty(); round++) {
            if (round == CLOSING_ROUNDS) {
                throw new IllegalStateException(
                        "stepped engine: "
                                + topologies
                                + " did not end within "
                                + CLOSING_ROUNDS
                                + " rounds of steps; user code of a dedicated executor may be"
                                + " blocked");
            }
            stepAll();
        }
        owner.setContextClassLoader(ownersLoader);
    }
}
