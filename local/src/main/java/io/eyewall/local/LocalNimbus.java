package io.eyewall.local;

import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.Standby;
import io.eyewall.engine.SubmitSettings;
import io.eyewall.engine.adaptation.LivePlacement;
import io.eyewall.engine.core.Clock;
import io.eyewall.local.blob.BlobLocalizer;
import io.eyewall.local.blob.ClusterBlobs;
import io.eyewall.local.coordination.Coordination;
import io.eyewall.topology.TopologyPlan;
import io.eyewall.topology.TopologyPlanner;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.storm.blobstore.BlobStore;
import org.apache.storm.generated.AlreadyAliveException;
import org.apache.storm.generated.InvalidTopologyException;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.generated.SubmitOptions;
import org.apache.storm.generated.TopologyInitialStatus;
import org.apache.storm.utils.RegisteredGlobalState;
import org.apache.storm.utils.Time;
import org.apache.storm.utils.WrappedAlreadyAliveException;
import org.apache.storm.utils.WrappedInvalidTopologyException;
import org.jspecify.annotations.Nullable;

/**
 * Nimbus in this process: what Storm's clients ask of a cluster, answered by one engine (Storm:
 * daemon/nimbus/Nimbus.java). Installed by {@code NimbusClient.LocalOverride}.
 *
 * <p>A topology's name is taken until the topology is over; one that failed stays listed, with the
 * status FAILED and its errors, until it is killed. Any thread may call; one lock guards the list
 * of topologies. Calls that don't apply throw, see {@link UnsupportedNimbus}.
 */
public class LocalNimbus extends LogNimbus implements AutoCloseable {
    /** Storm counts per Nimbus; ids here must differ in the whole process. */
    private static final AtomicLong SUBMITTED = new AtomicLong();

    private final LazyEngine engine;
    private final boolean ownsEngine;
    private final @Nullable String trackId;
    private final Coordination coordination = new Coordination();
    private final ResourceDirectories resources = new ResourceDirectories();
    private final ClusterBlobs blobs;
    private final BlobLocalizer localizer;
    private final OneClosing closing = new OneClosing();

    /**
     * An empty cluster whose blobs are those of the process. Its engine starts with the first
     * topology; it is the engine of the process's {@link Launcher}, if there is one.
     *
     * @param daemonConf what Storm's daemons would be configured with, see {@link StormConf}
     */
    public LocalNimbus(Map<String, Object> daemonConf) {
        this(daemonConf, ClusterBlobs.ofProcess());
    }

    /**
     * The same with other blobs.
     *
     * @param blobs are closed with it
     */
    public LocalNimbus(Map<String, Object> daemonConf, ClusterBlobs blobs) {
        this(daemonConf, null, blobs);
    }

    /**
     * An empty cluster, perhaps a tracked one; one that is tracked, or made while Storm's time is
     * simulated, has an engine of its own, which goes by that time.
     *
     * @param daemonConf what Storm's daemons would be configured with, see {@link StormConf}
     * @param trackId under which a tracked cluster's counts are found in {@code
     *     RegisteredGlobalState}; null if it isn't tracked
     * @param blobStore of the cluster; null for one of its own
     */
    protected LocalNimbus(
            Map<String, Object> daemonConf,
            @Nullable String trackId,
            @Nullable BlobStore blobStore) {
        this(daemonConf, trackId, new ClusterBlobs(daemonConf, blobStore));
    }

    private LocalNimbus(
            Map<String, Object> daemonConf, @Nullable String trackId, ClusterBlobs blobs) {
        super(daemonConf, blobs);
        this.trackId = trackId;
        this.blobs = blobs;
        this.localizer = new BlobLocalizer(blobs);
        Launcher launcher = Launcher.installed().orElse(null);
        boolean differs = trackId != null || Time.isSimulating();
        LazyEngine shared = launcher == null || differs ? null : launcher.nimbus().engine;
        ownsEngine = shared == null;
        engine = shared == null ? ownEngine(trackId) : shared;
    }

    private static LazyEngine ownEngine(@Nullable String trackId) {
        TransferCount count = null;
        if (trackId != null) {
            count = new TransferCount();
            count.register(trackId);
        }
        return new LazyEngine(Time.isSimulating() ? new SimulatedClock() : Clock.SYSTEM, count);
    }

    /**
     * Returns what places executors by load and traffic, so that it can be reconfigured; empty
     * before the engine's first topology.
     */
    public Optional<LivePlacement> livePlacement() {
        return engine.placement();
    }

    /**
     * Submits a topology; its classes come from the context class loader of the calling thread.
     * Returns at once, or when the topology has started if time is simulated.
     *
     * @param conf values that survive JSON; not changed
     * @throws AlreadyAliveException if the name is taken
     * @throws InvalidTopologyException if name, configuration or structure are wrong
     * @throws IllegalArgumentException if the configuration doesn't survive JSON
     */
    public RunningTopology start(
            String name, Map<String, Object> conf, StormTopology topology, SubmitOptions options)
            throws AlreadyAliveException, InvalidTopologyException {
        return startArrived(name, StormConf.jsonRoundTrip(name, conf), topology, options);
    }

    /**
     * The same with a configuration that has come through JSON.
     *
     * @param conf not changed
     */
    protected final RunningTopology startArrived(
            String name, Map<String, Object> conf, StormTopology topology, SubmitOptions options)
            throws AlreadyAliveException, InvalidTopologyException {
        return startAs(newId(name), name, conf, topology, options);
    }

    /** Storm's form of an id: name, number, seconds. */
    private static String newId(String name) {
        return name + "-" + SUBMITTED.incrementAndGet() + "-" + Time.currentTimeSecs();
    }

    /**
     * The same for a topology that has an id already, as one that ran in another process before.
     *
     * @param id of no other topology
     */
    public final RunningTopology startAs(
            String id,
            String name,
            Map<String, Object> conf,
            StormTopology topology,
            SubmitOptions options)
            throws AlreadyAliveException, InvalidTopologyException {
        return startAs(id, name, conf, topology, options, null);
    }

    /**
     * The same for one that is to take over from a topology of its name in another process.
     *
     * @param standby holds it back until {@link #takeOver}; null for one like any other
     */
    public final RunningTopology startAs(
            String id,
            String name,
            Map<String, Object> conf,
            StormTopology topology,
            SubmitOptions options,
            @Nullable Standby standby)
            throws AlreadyAliveException, InvalidTopologyException {
        RunningTopology running;
        try {
            TopologyName.check(name);
            running = submit(id, name, new HashMap<>(conf), topology, options, standby);
        } catch (IllegalArgumentException e) { // also ConfigException
            throw invalid(e);
        }
        if (engine.goesBySimulatedTime()) {
            SimulatedStart.await(running);
        }
        Launcher.installed().ifPresent(launcher -> launcher.onSubmitted().accept(running));
        return running;
    }

    /** Without a lock: user code that makes tasks may take its time. */
    private RunningTopology submit(
            String id,
            String name,
            Map<String, Object> conf,
            StormTopology topology,
            SubmitOptions options,
            @Nullable Standby standby)
            throws AlreadyAliveException, InvalidTopologyException {
        if (closing.hasBegun()) {
            throw LazyEngine.isClosed(name);
        }
        if (!submissions.take(name)) {
            throw new WrappedAlreadyAliveException(name + " is already alive");
        }
        try {
            return submitTaken(id, name, conf, topology, options, standby);
        } finally {
            submissions.giveBack(name);
        }
    }

    private RunningTopology submitTaken(
            String id,
            String name,
            Map<String, Object> conf,
            StormTopology topology,
            SubmitOptions options,
            @Nullable Standby standby)
            throws InvalidTopologyException {
        Launcher.installed().ifPresent(launcher -> conf.putAll(launcher.overrides()));
        accept(conf);

        Map<String, Object> merged = new HashMap<>(daemonConf());
        merged.putAll(conf);
        conf.putAll(coordination.addressFor(name, merged, topology, standby != null));

        ClassLoader loader = contextClassLoader();
        TopologyPlan plan =
                TopologyPlanner.plan(
                        name, id, daemonConf(), conf, TridentOrder.keptIn(topology, loader));
        boolean active = options.get_initial_status() != TopologyInitialStatus.INACTIVE;
        Map<String, String> credentials =
                options.is_set_creds() ? options.get_creds().get_creds() : Map.of();
        RunningTopology running =
                localizer.run(
                        name,
                        conf,
                        resources.of(loader),
                        (place, blobVersions) ->
                                engine.submit(
                                        plan,
                                        new SubmitSettings(
                                                loader,
                                                credentials,
                                                active,
                                                place.toString(),
                                                blobVersions,
                                                standby)));
        add(running, active);
        if (closing.hasBegun()) {
            running.kill(Duration.ZERO); // who closes may have overlooked it
        }
        return running;
    }

    /**
     * A topology in standby goes on: the process of the other one has ended.
     *
     * @throws IllegalArgumentException if Trident's coordination state can't be opened
     */
    public final void takeOver(Standby standby) {
        coordination.openLater();
        standby.release();
    }

    private static ClassLoader contextClassLoader() {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        return loader == null ? ClassLoader.getSystemClassLoader() : loader;
    }

    /** Like {@link #start}. The jar is not looked at: the classes are in this process already. */
    @Override
    public void submitTopologyWithOpts(
            String name,
            String uploadedJarLocation,
            String jsonConf,
            StormTopology topology,
            SubmitOptions options)
            throws AlreadyAliveException, InvalidTopologyException {
        if (options == null) {
            throw new WrappedInvalidTopologyException(
                    "topology '" + name + "' was submitted with null for its SubmitOptions");
        }
        startArrived(name, arrivedConf(jsonConf), topology, options);
    }

    /** Under which its counts are found; null if the cluster isn't tracked. */
    public @Nullable String getTrackedId() {
        return trackId;
    }

    /**
     * Waits until everything has been done that was due by Storm's time, simulated or not, when the
     * call began; executors may have work left.
     *
     * @return whether it has; false when the limit, which is real time, was over first
     * @throws InterruptedException if the caller is interrupted while it waits
     */
    protected final boolean awaitDueTimers(Duration limit) throws InterruptedException {
        return engine.awaitDueTimers(limit);
    }

    /**
     * Kills all topologies without waiting for tuples under way, waits until they are over, and
     * ends the engine's threads. Whoever comes second waits for the first, but for user code of
     * topologies.
     */
    @Override
    public void close() {
        closing.run(this::end);
    }

    /** Closes it; once. */
    protected void end() {
        List<RunningTopology> running = submissions.removeAll();
        running.forEach(topology -> topology.kill(Duration.ZERO));
        if (ownsEngine) {
            engine.close();
        } else {
            running.forEach(LocalNimbus::awaitEnd);
        }
        coordination.close();
        localizer.close();
        closeBlobs();
        closeLogs();
        blobs.close();
        resources.close();
        if (trackId != null) {
            RegisteredGlobalState.clearState(trackId);
        }
    }

    private static void awaitEnd(RunningTopology topology) {
        boolean interrupted = Thread.interrupted(); // it is to end properly all the same
        try {
            topology.await(Duration.ofDays(1));
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
