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
 * An engine that starts with its first topology, whose configuration (over the daemon's) contains
 * the engine's settings. Later topologies share the engine; if their settings differ, a warning is
 * logged and the settings are ignored. Any thread may call; the object's own lock guards its
 * fields.
 */
final class LazyEngine implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LazyEngine.class);

    private final Clock clock;
    private final @Nullable TopologyProbe probe;
    private @Nullable Engine engine;
    private @Nullable EngineSettings settings;
    private boolean closed;

    /** Creates an engine on the system clock, without a probe. */
    LazyEngine() {
        this(Clock.SYSTEM, null);
    }

    /**
     * @param clock the engine's clock
     * @param probe observes all topologies, or null; with a probe the engine has one core, so that
     *     the probe sees all events in one order
     */
    LazyEngine(Clock clock, @Nullable TopologyProbe probe) {
        this.clock = clock;
        this.probe = probe;
    }

    /**
     * Starts the engine if it is not running, and submits the topology. Returns when the topology's
     * tasks exist. Creating them runs user code, which may be slow; other callers don't wait for
     * it.
     *
     * @throws IllegalStateException if this engine was closed
     */
    RunningTopology submit(TopologyPlan plan, SubmitSettings submitSettings) {
        return engineFor(plan).submit(plan, submitSettings, probe);
    }

    private synchronized Engine engineFor(TopologyPlan plan) {
        if (closed) {
            throw closedError(plan.name());
        }
        EngineSettings requested = settingsFor(plan);
        if (engine == null) {
            engine = Engine.start(requested, clock);
            settings = requested;
        } else if (!requested.equals(settings)) {
            LOG.warn(
                    "Topology '{}' asks for {}, but the engine runs already with {}; set engine"
                            + " keys for the first topology or the cluster",
                    plan.name(),
                    requested,
                    settings);
        }
        return engine;
    }

    /** Returns the error for a submission after the engine was closed. */
    static IllegalStateException closedError(String topology) {
        return new IllegalStateException(
                "topology '"
                        + topology
                        + "' was submitted to a cluster that is closed; create another one");
    }

    private EngineSettings settingsFor(TopologyPlan plan) {
        if (probe == null) {
            return EngineSettings.from(plan.conf());
        }
        Map<String, Object> conf = new HashMap<>(plan.conf());
        conf.put(ConfigKeys.CORES.name(), 1);
        return EngineSettings.from(conf);
    }

    /**
     * Waits until all timers that are due on the engine's clock have run.
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

    /** Returns whether the engine's clock is simulated, that is, set by the application. */
    boolean usesSimulatedTime() {
        return clock.isSetFromOutside();
    }

    /**
     * Returns the live placement of executors by load and traffic; empty before the first topology.
     */
    synchronized Optional<LivePlacement> placement() {
        return Optional.ofNullable(engine).map(Engine::placement);
    }

    /**
     * Kills the topologies that still run, waits for their end and stops the engine's threads. A
     * second call does nothing.
     */
    @Override
    public void close() {
        Engine running;
        synchronized (this) {
            closed = true;
            running = engine;
            engine = null;
        }
        if (running != null) {
            running.close(); // without the lock: user code that is being closed may need it
        }
    }
}
