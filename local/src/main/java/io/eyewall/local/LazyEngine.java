package io.eyewall.local;

import io.eyewall.engine.Engine;
import io.eyewall.engine.EngineSettings;
import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.SubmitSettings;
import io.eyewall.topology.TopologyPlan;
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

    private @Nullable Engine engine;
    private @Nullable EngineSettings settings;
    private boolean closed;

    /**
     * Starts the engine if need be, and the topology. Returns at once.
     *
     * @throws IllegalStateException if this was closed
     */
    synchronized RunningTopology submit(TopologyPlan plan, SubmitSettings submitSettings) {
        if (closed) {
            throw new IllegalStateException(
                    "topology '"
                            + plan.name()
                            + "' was submitted to a cluster that is closed; create another one");
        }
        EngineSettings wanted = EngineSettings.from(plan.conf());
        if (engine == null) {
            engine = Engine.start(wanted);
            settings = wanted;
        } else if (!wanted.equals(settings)) {
            LOG.warn(
                    "Topology '{}' asks for {}, but the engine runs already with {}; set engine"
                            + " keys for the first topology or the cluster",
                    plan.name(),
                    wanted,
                    settings);
        }
        return engine.submit(plan, submitSettings);
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
