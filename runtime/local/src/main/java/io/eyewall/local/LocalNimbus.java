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
import io.eyewall.topology.snapshot.SavedStateCheck;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.storm.blobstore.BlobStore;
import org.apache.storm.generated.AlreadyAliveException;
import org.apache.storm.generated.InvalidTopologyException;
import org.apache.storm.generated.LogConfig;
import org.apache.storm.generated.NotAliveException;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.generated.SubmitOptions;
import org.apache.storm.generated.TopologyInitialStatus;
import org.apache.storm.utils.RegisteredGlobalState;
import org.apache.storm.utils.Time;
import org.apache.storm.utils.WrappedAlreadyAliveException;
import org.apache.storm.utils.WrappedInvalidTopologyException;
import org.jspecify.annotations.Nullable;

/**
 * Nimbus in this process: answers the calls of Storm's clients, and runs their topologies on one
 * engine (Storm: daemon/nimbus/Nimbus.java). Installed by {@code NimbusClient.LocalOverride}.
 *
 * <p>A topology's name is in use until the topology is over, because it was killed or has failed. A
 * failed topology stays listed, with the status FAILED and its errors, until it is killed or a
 * topology of the same name is submitted. Any thread may call; one lock guards the list of
 * topologies. Calls that have no meaning here throw, see {@link NimbusCalls}.
 */
public class LocalNimbus extends NimbusCalls implements AutoCloseable {
    /**
     * The number of submissions in this process. Storm counts per Nimbus; here ids must be unique
     * in the whole process.
     */
    private static final AtomicLong SUBMITTED = new AtomicLong();

    private final LazyEngine engine;
    private final boolean ownsEngine;
    private final @Nullable String trackId;
    private final Coordination coordination = new Coordination();
    private final ResourceDirectories resources = new ResourceDirectories();
    private final ClusterBlobs blobs;
    private final BlobLocalizer localizer;
    private final TopologyLogLevels logLevels = new TopologyLogLevels(submissions);
    private final CloseOnce closing = new CloseOnce();

    /**
     * Creates an empty cluster that uses the blobs of the process. It shares the engine of the
     * process's {@link Launcher}, if there is one; else it has its own engine, which starts with
     * the first topology.
     *
     * @param daemonConf the configuration of Storm's daemons, see {@link StormConf}
     */
    public LocalNimbus(Map<String, Object> daemonConf) {
        this(daemonConf, ClusterBlobs.ofProcess());
    }

    /**
     * Creates an empty cluster with its own blobs.
     *
     * @param blobs closed with this cluster
     */
    public LocalNimbus(Map<String, Object> daemonConf, ClusterBlobs blobs) {
        this(daemonConf, null, blobs, null);
    }

    /**
     * Creates an empty cluster, which may be tracked. A cluster that is tracked, or created while
     * Storm's time is simulated, has its own engine; in the latter case the engine's clock is
     * Storm's simulated time.
     *
     * @param daemonConf the configuration of Storm's daemons, see {@link StormConf}
     * @param trackId the id under which {@code RegisteredGlobalState} has a tracked cluster's
     *     counts; null if the cluster is not tracked
     * @param blobStore the cluster's blob store; null to create one
     * @param supervisors the supervisors to report
     */
    protected LocalNimbus(
            Map<String, Object> daemonConf,
            @Nullable String trackId,
            @Nullable BlobStore blobStore,
            SupervisorList supervisors) {
        this(daemonConf, trackId, new ClusterBlobs(daemonConf, blobStore), supervisors);
    }

    private LocalNimbus(
            Map<String, Object> daemonConf,
            @Nullable String trackId,
            ClusterBlobs blobs,
            @Nullable SupervisorList supervisors) {
        super(daemonConf, blobs, supervisors);
        this.trackId = trackId;
        this.blobs = blobs;
        this.localizer = new BlobLocalizer(blobs);
        Launcher launcher = Launcher.installed().orElse(null);
        boolean needsOwnEngine = trackId != null || Time.isSimulating();
        LazyEngine shared = launcher == null || needsOwnEngine ? null : launcher.nimbus().engine;
        ownsEngine = shared == null;
        engine = shared == null ? createEngine(trackId) : shared;
    }

    private static LazyEngine createEngine(@Nullable String trackId) {
        TransferCount count = null;
        if (trackId != null) {
            count = new TransferCount();
            count.register(trackId);
        }
        return new LazyEngine(Time.isSimulating() ? new SimulatedClock() : Clock.SYSTEM, count);
    }

    /**
     * Returns the live placement of executors by load and traffic, for reconfiguring it; empty
     * before the engine's first topology.
     */
    public Optional<LivePlacement> livePlacement() {
        return engine.placement();
    }

    /**
     * Submits a topology; its classes come from the context class loader of the calling thread.
     * Returns without waiting for the topology to open or, if time is simulated, when the topology
     * has started.
     *
     * @param conf values must survive the conversion to JSON and back; not changed
     * @throws AlreadyAliveException if the name is in use
     * @throws InvalidTopologyException if name, configuration or structure are wrong
     * @throws IllegalArgumentException if a value doesn't survive the conversion
     */
    public RunningTopology start(
            String name, Map<String, Object> conf, StormTopology topology, SubmitOptions options)
            throws AlreadyAliveException, InvalidTopologyException {
        return startWithParsedConf(name, StormConf.jsonRoundTrip(name, conf), topology, options);
    }

    /**
     * Like {@link #start}, with a configuration that was parsed from JSON.
     *
     * @param conf not changed
     */
    protected final RunningTopology startWithParsedConf(
            String name, Map<String, Object> conf, StormTopology topology, SubmitOptions options)
            throws AlreadyAliveException, InvalidTopologyException {
        return startAs(newId(name), name, conf, topology, options);
    }

    /** Returns an id in Storm's form: name, number, seconds since 1970. */
    private static String newId(String name) {
        return name + "-" + SUBMITTED.incrementAndGet() + "-" + Time.currentTimeSecs();
    }

    /**
     * Like {@link #start}, for a topology that already has an id because it ran in another process
     * before.
     *
     * @param id not in use by another topology
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
     * Like {@link #start}, for a topology that may take over from a topology of the same name in
     * another process.
     *
     * @param standby keeps the topology waiting until {@link #takeOver}; null to start it without
     *     waiting
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
        } catch (IllegalArgumentException e) { // includes ConfigException
            throw SubmittedConf.invalid(e);
        }
        if (engine.usesSimulatedTime()) {
            SimulatedStart.await(running);
        }
        Launcher.installed().ifPresent(launcher -> launcher.onSubmitted().accept(running));
        return running;
    }

    /** Submits without holding the lock: creating tasks runs user code, which may be slow. */
    private RunningTopology submit(
            String id,
            String name,
            Map<String, Object> conf,
            StormTopology topology,
            SubmitOptions options,
            @Nullable Standby standby)
            throws AlreadyAliveException, InvalidTopologyException {
        if (closing.hasStarted()) {
            throw LazyEngine.closedError(name);
        }
        if (!submissions.reserveName(name)) {
            throw new WrappedAlreadyAliveException(name + " is already alive");
        }
        try {
            return submitReserved(id, name, conf, topology, options, standby);
        } finally {
            submissions.releaseName(name);
        }
    }

    private RunningTopology submitReserved(
            String id,
            String name,
            Map<String, Object> conf,
            StormTopology topology,
            SubmitOptions options,
            @Nullable Standby standby)
            throws InvalidTopologyException {
        Launcher.installed().ifPresent(launcher -> conf.putAll(launcher.overrides()));
        SubmittedConf.accept(conf);

        Map<String, Object> merged = new HashMap<>(daemonConf());
        merged.putAll(conf);
        conf.putAll(coordination.addressFor(name, merged, topology, standby != null));

        ClassLoader loader = contextClassLoader();
        TopologyPlan plan =
                TopologyPlanner.plan(
                        name,
                        id,
                        daemonConf(),
                        conf,
                        TridentCoordinators.withOrderedBatches(topology, loader));
        SavedStateCheck.checkAll(plan, null);
        boolean active = options.get_initial_status() != TopologyInitialStatus.INACTIVE;
        Map<String, String> credentials =
                options.is_set_creds() ? options.get_creds().get_creds() : Map.of();
        RunningTopology running =
                localizer.start(
                        name,
                        conf,
                        resources.directoryOf(loader),
                        (codeDir, blobVersions) ->
                                engine.submit(
                                        plan,
                                        new SubmitSettings(
                                                loader,
                                                credentials,
                                                active,
                                                codeDir.toString(),
                                                blobVersions,
                                                standby)));
        add(running, active);
        if (closing.hasStarted()) {
            running.kill(Duration.ZERO); // close() may have read the list before the add
        }
        return running;
    }

    /**
     * Lets a topology in standby run: the process of the topology that it replaces has ended.
     *
     * @throws IllegalArgumentException if Trident's coordination state can't be opened
     */
    public final void takeOver(Standby standby) {
        coordination.openStandbyStates();
        standby.release();
    }

    private static ClassLoader contextClassLoader() {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        return loader == null ? ClassLoader.getSystemClassLoader() : loader;
    }

    /** Like {@link #start}. The jar is ignored: its classes are already in this process. */
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
        startWithParsedConf(name, SubmittedConf.parse(jsonConf), topology, options);
    }

    /** Accepts a jar and discards its chunks: its classes are already in this process. */
    @Override
    public String beginFileUpload() {
        return UUID.randomUUID().toString();
    }

    @Override
    public void uploadChunk(String location, ByteBuffer chunk) {}

    @Override
    public void finishFileUpload(String location) {}

    /**
     * @throws UnsupportedOperationException if this process's SLF4J binding is not {@code
     *     slf4j-simple}
     */
    @Override
    public void setLogConfig(String id, LogConfig config) throws NotAliveException {
        logLevels.set(id, config);
    }

    @Override
    public LogConfig getLogConfig(String id) throws NotAliveException {
        return logLevels.get(id);
    }

    /**
     * Returns the id under which the cluster's counts are registered; null if the cluster is not
     * tracked.
     */
    public @Nullable String getTrackedId() {
        return trackId;
    }

    /**
     * Waits until all timers have run that were due on Storm's clock, simulated or not, when the
     * call began. Executors may have work left.
     *
     * @return whether they have run; false if the limit, in real time, was reached first
     * @throws InterruptedException if the caller is interrupted while it waits
     */
    protected final boolean awaitDueTimers(Duration limit) throws InterruptedException {
        return engine.awaitDueTimers(limit);
    }

    /**
     * Kills all topologies without waiting for pending tuples, waits until they are over, and stops
     * the engine's threads. A second caller waits for the first, unless the second caller is user
     * code of a topology.
     */
    @Override
    public void close() {
        closing.run(this::closeOnce);
    }

    /** Closes the cluster. Called once, however often {@link #close} is called. */
    protected void closeOnce() {
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
        logLevels.close();
        blobs.close();
        resources.close();
        if (trackId != null) {
            RegisteredGlobalState.clearState(trackId);
        }
    }

    private static void awaitEnd(RunningTopology topology) {
        // An earlier interrupt must not end the wait: the topology has to end properly.
        boolean interrupted = Thread.interrupted();
        try {
            topology.await(Duration.ofDays(1)); // in effect, no limit
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
