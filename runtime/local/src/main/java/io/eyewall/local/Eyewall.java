package io.eyewall.local;

import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.adaptation.LivePlacement;
import io.eyewall.local.blob.LocalClientBlobStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.storm.Config;
import org.apache.storm.blobstore.ClientBlobStore;
import org.apache.storm.generated.AlreadyAliveException;
import org.apache.storm.generated.InvalidTopologyException;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.generated.SubmitOptions;
import org.apache.storm.generated.TopologyInitialStatus;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs Storm topologies in this process, in one line:
 *
 * <pre>{@code
 * try (TopologyHandle topology = Eyewall.start("words", new Config(), builder.createTopology())) {
 *     topology.await(Duration.ofSeconds(10));
 * }
 * }</pre>
 *
 * <p>All topologies started here share one engine. It starts with the first topology, whose
 * configuration (over Storm's) sets the engine's keys, such as {@code eyewall.cores}, and its
 * threads end with the last topology. A topology started after that starts a new engine with its
 * own keys. For several engines, or Storm's own calls, use {@code org.apache.storm.LocalCluster}.
 */
public final class Eyewall {
    private static final Logger LOG = LoggerFactory.getLogger(Eyewall.class);
    private static final Object LOCK = new Object();

    /** The shared cluster; null while no topology runs. Guarded by LOCK. */
    private static @Nullable LocalNimbus shared;

    /** The number of calls of {@link #start} in progress. Guarded by LOCK. */
    private static int starting;

    /** The topologies that may still run. Guarded by LOCK. */
    private static final List<RunningTopology> RUNNING = new ArrayList<>();

    private Eyewall() {}

    /**
     * Starts a topology. Returns without waiting for tasks to open; spouts emit as soon as all
     * tasks are open, and {@link TopologyHandle#openings} lists the tasks that they wait for. Its
     * classes come from the context class loader of the calling thread.
     *
     * @param name must not be the name of a topology that this class started and that is not over
     * @param conf the topology's configuration; values must survive JSON
     * @param topology made by Storm's {@code TopologyBuilder} or anything above it
     * @throws IllegalStateException if the name is in use
     * @throws IllegalArgumentException if name, configuration or structure are wrong
     */
    public static TopologyHandle start(
            String name, Map<String, Object> conf, StormTopology topology) {
        LocalNimbus nimbus = registerStart();
        RunningTopology running = null;
        try {
            running =
                    nimbus.start(
                            name,
                            withBlobClient(conf),
                            topology,
                            new SubmitOptions(TopologyInitialStatus.ACTIVE));
            return new TopologyHandle(running);
        } catch (AlreadyAliveException e) {
            throw new IllegalStateException(
                    "topology '" + name + "' is running; close it or choose another name", e);
        } catch (InvalidTopologyException e) {
            throw new IllegalArgumentException(
                    "topology '" + name + "' can't be started: " + e.get_msg(), e);
        } finally {
            unregisterStart(running);
        }
    }

    /**
     * Registers a start and returns the shared cluster. The start itself runs user code, which may
     * be slow, so it does not hold the lock.
     */
    private static LocalNimbus registerStart() {
        synchronized (LOCK) {
            starting++;
            LocalNimbus nimbus = shared;
            if (nimbus == null) {
                nimbus = new LocalNimbus(StormConf.localMode());
                shared = nimbus;
                LocalNimbus created = nimbus;
                new Thread(() -> closeAfterLast(created), "eyewall-last-topology").start();
            }
            return nimbus;
        }
    }

    /**
     * Unregisters a start.
     *
     * @param started null if the start failed
     */
    private static void unregisterStart(@Nullable RunningTopology started) {
        synchronized (LOCK) {
            starting--;
            if (started != null) {
                // closeAfterLast removes ended topologies, too, but only after the end of the one
                // for which it waits.
                RUNNING.removeIf(topology -> topology.status().isOver());
                RUNNING.add(started);
            }
            LOCK.notifyAll();
        }
    }

    /**
     * Sets Eyewall's blob client as the default: Storm's client would connect to a Nimbus server,
     * and there is none.
     */
    private static Map<String, Object> withBlobClient(Map<String, Object> conf) {
        Map<String, Object> changed = new HashMap<>(conf);
        changed.putIfAbsent(Config.CLIENT_BLOBSTORE, LocalClientBlobStore.class.getName());
        return changed;
    }

    /**
     * Returns the blob store of the topologies that this class starts: they find its blobs through
     * {@code topology.blobstore.map}, and through {@code Utils.getClientBlobStore} with their
     * configuration. Blobs are kept in {@code eyewall.state.dir} if Storm's own configuration names
     * one ({@code storm.yaml}, {@code -Dstorm.options}), else until the process ends.
     *
     * @throws IllegalStateException if that folder can't be used
     */
    public static ClientBlobStore blobStore() {
        return new LocalClientBlobStore();
    }

    /**
     * Returns the live placement of executors by load and traffic, for reconfiguring it; empty
     * while no topology runs.
     */
    public static Optional<LivePlacement> placement() {
        synchronized (LOCK) {
            return shared == null ? Optional.empty() : shared.livePlacement();
        }
    }

    /** Waits for one topology after the other; when none is left, stops the engine's threads. */
    private static void closeAfterLast(LocalNimbus nimbus) {
        try {
            while (true) {
                RunningTopology next;
                synchronized (LOCK) {
                    RUNNING.removeIf(topology -> topology.status().isOver());
                    while (RUNNING.isEmpty() && starting > 0) {
                        LOCK.wait();
                    }
                    if (RUNNING.isEmpty()) {
                        shared = null;
                        break;
                    }
                    next = RUNNING.get(0);
                }
                next.await(Duration.ofDays(1)); // the loop waits again if a day was not enough
            }
        } catch (InterruptedException e) {
            LOG.warn("Interrupted while waiting for topologies; ending them", e);
            synchronized (LOCK) {
                shared = null;
                RUNNING.clear();
            }
        }
        nimbus.close();
    }
}
