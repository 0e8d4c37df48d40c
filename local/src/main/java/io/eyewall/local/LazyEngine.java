package io.eyewall.local;

import io.eyewall.engine.Engine;
import io.eyewall.engine.EngineSettings;
import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.SubmitSettings;
import io.eyewall.engine.adaptation.LivePlacement;
import io.eyewall.engine.core.Clock;
import io.eyewall.engine.executor.TopologyProbe;
import io.eyewall.topology.TopologyPlan;
import io.eyewall.topology.config.ConfigKeys;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An engine that starts with its first topology, whose configuration (over the daemon's) holds the
 * engine's settings. Later topologies share it; if they ask for other settings they are told that
 * those don't count. Guarded by its own lock.
 */
final class LazyEngine implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LazyEngine.class);

    private final Clock clock;
    private final @Nullable TopologyProbe probe;
    private @Nullable Engine engine;
    private @Nullable EngineSettings settings;
    private boolean closed;

    /** By the machine's time, with nobody who looks on. */
    LazyEngine() {
        this(Clock.SYSTEM, null);
    }

    /**
     * @param clock the engine's
     * @param probe looks on at all topologies, or null; the engine has one core then, so that the
     *     probe sees what happens in one order
     */
    LazyEngine(Clock clock, @Nullable TopologyProbe probe) {
        this.clock = clock;
        this.probe = probe;
    }

    /**
     * Starts the engine if need be, and the topology. Returns when its tasks exist: user code that
     * makes them may take its time, for which nobody else waits.
     *
     * @throws IllegalStateException if this was closed
     */
    RunningTopology submit(TopologyPlan plan, SubmitSettings submitSettings) {
        return running(plan).submit(plan, submitSettings, probe);
    }

    private synchronized Engine running(TopologyPlan plan) {
        if (closed) {
            throw isClosed(plan.name());
        }
        EngineSettings wanted = settings(plan);
        if (engine == null) {
            engine = Engine.start(wanted, clock);
            settings = wanted;
        } else if (!wanted.equals(settings)) {
            LOG.warn(
                    "Topology '{}' asks for {}, but the engine runs already with {}; set engine"
                            + " keys for the first topology or the cluster",
                    plan.name(),
                    wanted,
                    settings);
        }
        return engine;
    }

    /** Returns the error for a submission after the engine was closed. */
    static IllegalStateException isClosed(String topology) {
        return new IllegalStateException(
                "topology '"
                        + topology
                        + "' was submitted to a cluster that is closed; create another one");
    }

    private EngineSettings settings(TopologyPlan plan) {
        if (probe == null) {
            return EngineSettings.from(plan.conf());
        }
        Map<String, Object> conf = new HashMap<>(plan.conf());
        conf.put(ConfigKeys.CORES.name(), 1);
        return EngineSettings.from(conf);
    }

    /**
     * Waits until all timers that are due by the engine's clock have run.
     *
     * @return whether they have; false when the time ran out first
     * @throws InterruptedException if the caller is interrupted while it waits
     */
    boolean awaitDueTimers(Duration limit) throws InterruptedException {
        Engine running;
        synchronized (this) {
            running = engine;
        }
        return running == null || running.awaitDueTimers(limit);
    }

    /** Whether its time is one that somebody sets. */
    boolean goesBySimulatedTime() {
        return clock.isSetFromOutside();
    }

    /** Returns what places executors by load and traffic; empty before the first topology. */
    synchronized Optional<LivePlacement> placement() {
        return Optional.ofNullable(engine).map(Engine::placement);
    }

    /** Kills what still runs, waits for its end, stops the threads. A second call does nothing. */
    @Override
    public void close() {
        Engine running;
        synchronized (this) {
            closed = true;
            running = engine;
            engine = null;
        }
        if (running != null) {
            running.close(); // without the lock: user code that is being ended may want it
        }
    }
}
