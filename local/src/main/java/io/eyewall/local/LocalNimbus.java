package io.eyewall.local;

import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.SubmitSettings;
import io.eyewall.engine.adaptation.LivePlacement;
import io.eyewall.engine.core.Clock;
import io.eyewall.local.blob.BlobLocalizer;
import io.eyewall.local.blob.ClusterBlobs;
import io.eyewall.local.coordination.Coordination;
import io.eyewall.topology.TopologyPlan;
import io.eyewall.topology.TopologyPlanner;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.storm.Config;
import org.apache.storm.blobstore.BlobStore;
import org.apache.storm.generated.AlreadyAliveException;
import org.apache.storm.generated.Credentials;
import org.apache.storm.generated.InvalidTopologyException;
import org.apache.storm.generated.KillOptions;
import org.apache.storm.generated.NotAliveException;
import org.apache.storm.generated.RebalanceOptions;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.generated.SubmitOptions;
import org.apache.storm.generated.TopologyInitialStatus;
import org.apache.storm.thrift.TException;
import org.apache.storm.utils.ObjectReader;
import org.apache.storm.utils.RegisteredGlobalState;
import org.apache.storm.utils.Time;
import org.apache.storm.utils.Utils;
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
    private final Map<ClassLoader, ResourceDirectory> resources = new HashMap<>();
    private final ClusterBlobs blobs;
    private final BlobLocalizer localizer;

    /**
     * An empty cluster. Its engine starts with the first topology; it is the engine of the
     * process's {@link Launcher}, if there is one.
     *
     * @param daemonConf what Storm's daemons would be configured with, see {@link StormConf}
     */
    public LocalNimbus(Map<String, Object> daemonConf) {
        this(daemonConf, null, ClusterBlobs.ofProcess());
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
     * What places executors by load and traffic, and may be told to do so in another way; empty
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
        RunningTopology running;
        try {
            validateName(name);
            running = submit(name, new HashMap<>(conf), topology, options);
        } catch (IllegalArgumentException e) { // also ConfigException
            throw invalid(e);
        }
        if (engine.goesBySimulatedTime()) {
            SimulatedStart.await(running);
        }
        Launcher.installed().ifPresent(launcher -> launcher.onSubmitted().accept(running));
        return running;
    }

    private static void validateName(String name) {
        try {
            Utils.validateTopologyName(name);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "topology name '"
                            + name
                            + "' is against Storm's rule (Utils.validateTopologyName): at least one"
                            + " character, and none of / . : \\; give a class's simple name, say,"
                            + " instead of its full one",
                    e);
        }
    }

    /**
     * Reads the configuration of a topology.
     *
     * @throws InvalidTopologyException if it is not a JSON object
     */
    protected static Map<String, Object> arrivedConf(String jsonConf)
            throws InvalidTopologyException {
        try {
            return StormConf.parse(jsonConf);
        } catch (IllegalArgumentException e) {
            throw invalid(e);
        }
    }

    private synchronized RunningTopology submit(
            String name, Map<String, Object> conf, StormTopology topology, SubmitOptions options)
            throws AlreadyAliveException, InvalidTopologyException {
        if (submissions.isTaken(name)) {
            throw new WrappedAlreadyAliveException(name + " is already alive");
        }
        Launcher.installed().ifPresent(launcher -> conf.putAll(launcher.overrides()));
        ConfValidator.validate(conf);
        conf.put(Config.TOPOLOGY_SUBMITTER_USER, System.getProperty("user.name"));
        conf.put(Config.TOPOLOGY_SUBMITTER_PRINCIPAL, "");
        // Storm's clients make these up for a ZooKeeper that there is none of here.
        conf.remove(Config.STORM_ZOOKEEPER_TOPOLOGY_AUTH_SCHEME);
        conf.remove(Config.STORM_ZOOKEEPER_TOPOLOGY_AUTH_PAYLOAD);

        Map<String, Object> merged = new HashMap<>(daemonConf());
        merged.putAll(conf);
        conf.putAll(coordination.addressFor(name, merged, topology));

        String id = name + "-" + SUBMITTED.incrementAndGet() + "-" + Time.currentTimeSecs();
        ClassLoader loader = contextClassLoader();
        TopologyPlan plan =
                TopologyPlanner.plan(
                        name, id, daemonConf(), conf, TridentOrder.keptIn(topology, loader));
        boolean active = options.get_initial_status() != TopologyInitialStatus.INACTIVE;
        Map<String, String> credentials =
                options.is_set_creds() ? options.get_creds().get_creds() : Map.of();
        Path codeDir = resources.computeIfAbsent(loader, ResourceDirectory::find).path();
        RunningTopology running =
                localizer.run(
                        name,
                        conf,
                        codeDir,
                        (place, blobVersions) ->
                                engine.submit(
                                        plan,
                                        new SubmitSettings(
                                                loader,
                                                credentials,
                                                active,
                                                place.toString(),
                                                blobVersions)));
        submissions.add(new Submission(running, active));
        return running;
    }

    /** Frees the name of a topology that has failed. */
    synchronized void forgetFailed(String name) {
        submissions.forgetFailed(name);
    }

    private static ClassLoader contextClassLoader() {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        return loader == null ? ClassLoader.getSystemClassLoader() : loader;
    }

    private static InvalidTopologyException invalid(IllegalArgumentException cause) {
        InvalidTopologyException e =
                new WrappedInvalidTopologyException(
                        Objects.requireNonNullElse(cause.getMessage(), cause.toString()));
        e.initCause(cause);
        return e;
    }

    @Override
    public void submitTopology(
            String name, String uploadedJarLocation, String jsonConf, StormTopology topology)
            throws TException {
        submitTopologyWithOpts(
                name,
                uploadedJarLocation,
                jsonConf,
                topology,
                new SubmitOptions(TopologyInitialStatus.ACTIVE));
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

    /** Waits for {@code topology.message.timeout.secs} before it closes the topology. */
    @Override
    public void killTopology(String name) throws NotAliveException {
        killTopologyWithOpts(name, new KillOptions());
    }

    /** Returns at once; the topology's name is free when it is over. */
    @Override
    public synchronized void killTopologyWithOpts(String name, KillOptions options)
            throws NotAliveException {
        RunningTopology topology = submissions.byName(name).topology();
        submissions.forgetFailed(name);
        int waitSecs =
                options.is_set_wait_secs()
                        ? options.get_wait_secs()
                        : ObjectReader.getInt(
                                topology.plan().conf().get(Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS));
        topology.kill(Duration.ofSeconds(waitSecs));
    }

    @Override
    public synchronized void activate(String name) throws NotAliveException {
        submissions.byName(name).activate();
    }

    @Override
    public synchronized void deactivate(String name) throws NotAliveException {
        submissions.byName(name).deactivate();
    }

    /**
     * Changes the numbers of executors at once, while the topology runs; returns when it is done.
     * There is nothing to wait for and there are no workers, so wait time and workers have no
     * effect, and resources are shown only (Storm: daemon/nimbus/Nimbus.java {@code rebalance},
     * which starts the topology anew).
     *
     * @throws InvalidTopologyException if a number is less than 1, there is no such component, or
     *     the options change a key of the configuration that can't change while it runs
     */
    @Override
    public void rebalance(String name, RebalanceOptions options)
            throws NotAliveException, InvalidTopologyException {
        Submission submission;
        synchronized (this) {
            submission = submissions.byName(name);
            submission.refuseUnlessAlive("rebalance");
        }
        Rebalancing.apply(submission.topology(), options);
        if (options.is_set_topology_resources_overrides()) {
            synchronized (this) {
                submission.override(options.get_topology_resources_overrides());
            }
        }
    }

    @Override
    public synchronized void debug(
            String name, String component, boolean enable, double samplingPercentage)
            throws NotAliveException {
        submissions.byName(name).debug(component, enable, samplingPercentage);
    }

    @Override
    public synchronized void uploadNewCredentials(String name, Credentials credentials)
            throws NotAliveException {
        submissions.byName(name).topology().setCredentials(credentials.get_creds());
    }

    @Override
    public synchronized boolean isTopologyNameAllowed(String name) {
        try {
            Utils.validateTopologyName(name);
        } catch (IllegalArgumentException e) {
            return false;
        }
        return !submissions.isTaken(name);
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

    /** Kills all topologies without waiting for tuples under way, and waits until they are over. */
    @Override
    public void close() {
        List<RunningTopology> running;
        synchronized (this) {
            running = submissions.removeAll();
        }
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
        synchronized (this) {
            resources.values().forEach(ResourceDirectory::close);
            resources.clear();
        }
        if (trackId != null) {
            RegisteredGlobalState.clearState(trackId);
        }
    }

    private static void awaitEnd(RunningTopology topology) {
        try {
            topology.await(Duration.ofDays(1));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
