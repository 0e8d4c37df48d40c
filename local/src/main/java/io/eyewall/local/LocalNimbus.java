package io.eyewall.local;

import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.SubmitSettings;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.engine.core.Clock;
import io.eyewall.local.coordination.Coordination;
import io.eyewall.topology.TopologyPlan;
import io.eyewall.topology.TopologyPlanner;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.apache.storm.Config;
import org.apache.storm.generated.AlreadyAliveException;
import org.apache.storm.generated.ClusterSummary;
import org.apache.storm.generated.Credentials;
import org.apache.storm.generated.GetInfoOptions;
import org.apache.storm.generated.InvalidTopologyException;
import org.apache.storm.generated.KillOptions;
import org.apache.storm.generated.LogConfig;
import org.apache.storm.generated.NimbusSummary;
import org.apache.storm.generated.NotAliveException;
import org.apache.storm.generated.NumErrorsChoice;
import org.apache.storm.generated.RebalanceOptions;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.generated.SubmitOptions;
import org.apache.storm.generated.SupervisorSummary;
import org.apache.storm.generated.TopologyInfo;
import org.apache.storm.generated.TopologyInitialStatus;
import org.apache.storm.generated.TopologySummary;
import org.apache.storm.shade.net.minidev.json.JSONValue;
import org.apache.storm.utils.ObjectReader;
import org.apache.storm.utils.RegisteredGlobalState;
import org.apache.storm.utils.Time;
import org.apache.storm.utils.Utils;
import org.apache.storm.utils.VersionInfo;
import org.apache.storm.utils.WrappedAlreadyAliveException;
import org.apache.storm.utils.WrappedInvalidTopologyException;
import org.apache.storm.utils.WrappedNotAliveException;
import org.jspecify.annotations.Nullable;

/**
 * Nimbus in this process: what Storm's clients ask of a cluster, answered by one engine (Storm:
 * daemon/nimbus/Nimbus.java). Installed by {@code NimbusClient.LocalOverride}.
 *
 * <p>A topology's name is taken until the topology is over; one that failed stays listed, with the
 * status FAILED and its errors, until it is killed. Any thread may call; one lock guards the list
 * of topologies. Calls that don't apply throw, see {@link UnsupportedNimbus}.
 */
public class LocalNimbus extends UnsupportedNimbus implements AutoCloseable {
    /** Storm counts per Nimbus; ids here must differ in the whole process. */
    private static final AtomicLong SUBMITTED = new AtomicLong();

    private final Map<String, Object> daemonConf;
    private final LazyEngine engine;
    private final boolean ownsEngine;
    private final @Nullable String trackId;
    private final ThriftViews views;
    private final Coordination coordination = new Coordination();
    private final int startTimeSecs = Time.currentTimeSecs();

    private final Map<String, Submission> submissions = new LinkedHashMap<>();
    private final Map<ClassLoader, ResourceDirectory> resources = new HashMap<>();

    /**
     * An empty cluster. Its engine starts with the first topology; it is the engine of the
     * process's {@link Launcher}, if there is one.
     *
     * @param daemonConf what Storm's daemons would be configured with, see {@link StormConf}
     */
    public LocalNimbus(Map<String, Object> daemonConf) {
        this(daemonConf, null);
    }

    /**
     * An empty cluster, perhaps a tracked one; one that is tracked, or made while Storm's time is
     * simulated, has an engine of its own, which goes by that time.
     *
     * @param daemonConf what Storm's daemons would be configured with, see {@link StormConf}
     * @param trackId under which a tracked cluster's counts are found in {@code
     *     RegisteredGlobalState}; null if it isn't tracked
     */
    protected LocalNimbus(Map<String, Object> daemonConf, @Nullable String trackId) {
        this.daemonConf = Collections.unmodifiableMap(new HashMap<>(daemonConf)); // nulls allowed
        this.trackId = trackId;
        views = new ThriftViews(daemonConf);
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
     * Submits a topology; its classes come from the context class loader of the calling thread.
     * Returns at once.
     *
     * @param conf values that survive JSON; not changed
     * @throws AlreadyAliveException if the name is taken
     * @throws InvalidTopologyException if name, configuration or structure are wrong
     * @throws IllegalArgumentException if the configuration doesn't survive JSON
     */
    public RunningTopology start(
            String name, Map<String, Object> conf, StormTopology topology, SubmitOptions options)
            throws AlreadyAliveException, InvalidTopologyException {
        Map<String, Object> arrived = StormConf.jsonRoundTrip(name, conf);
        RunningTopology running;
        try {
            Utils.validateTopologyName(name);
            running = submit(name, arrived, topology, options);
        } catch (IllegalArgumentException e) { // also ConfigException
            throw invalid(e);
        }
        Launcher.installed().ifPresent(launcher -> launcher.onSubmitted().accept(running));
        return running;
    }

    private synchronized RunningTopology submit(
            String name, Map<String, Object> conf, StormTopology topology, SubmitOptions options)
            throws AlreadyAliveException, InvalidTopologyException {
        if (find(submission -> submission.name().equals(name)) != null) {
            throw new WrappedAlreadyAliveException(name + " is already alive");
        }
        Launcher.installed().ifPresent(launcher -> conf.putAll(launcher.overrides()));
        ConfValidator.validate(conf);
        conf.put(Config.TOPOLOGY_SUBMITTER_USER, System.getProperty("user.name"));
        conf.put(Config.TOPOLOGY_SUBMITTER_PRINCIPAL, "");
        // Storm's clients make these up for a ZooKeeper that there is none of here.
        conf.remove(Config.STORM_ZOOKEEPER_TOPOLOGY_AUTH_SCHEME);
        conf.remove(Config.STORM_ZOOKEEPER_TOPOLOGY_AUTH_PAYLOAD);

        Map<String, Object> merged = new HashMap<>(daemonConf);
        merged.putAll(conf);
        conf.putAll(coordination.addressFor(name, merged, topology));

        String id = name + "-" + SUBMITTED.incrementAndGet() + "-" + Time.currentTimeSecs();
        TopologyPlan plan = TopologyPlanner.plan(name, id, daemonConf, conf, topology);
        boolean active = options.get_initial_status() != TopologyInitialStatus.INACTIVE;
        ClassLoader loader = contextClassLoader();
        RunningTopology running =
                engine.submit(
                        plan,
                        new SubmitSettings(
                                loader,
                                options.is_set_creds() ? options.get_creds().get_creds() : Map.of(),
                                active,
                                resources
                                        .computeIfAbsent(loader, ResourceDirectory::find)
                                        .path()
                                        .toString()));
        submissions.put(name, new Submission(running, active));
        return running;
    }

    /** Frees the name of a topology that has failed. */
    synchronized void forgetFailed(String name) {
        Submission submission = submissions.get(name);
        if (submission != null && submission.topology().status().isOver()) {
            submissions.remove(name);
        }
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

    /** The first that matches and is not over without failure, or null. Caller holds the lock. */
    private @Nullable Submission find(Predicate<Submission> wanted) {
        submissions.values().removeIf(s -> s.topology().status() == TopologyStatus.ENDED);
        return submissions.values().stream().filter(wanted).findFirst().orElse(null);
    }

    private Submission byName(String name) throws NotAliveException {
        Submission submission = find(candidate -> candidate.name().equals(name));
        if (submission == null) {
            throw new WrappedNotAliveException(name + " is not alive");
        }
        return submission;
    }

    private Submission byId(String id) throws NotAliveException {
        Submission submission = find(candidate -> candidate.id().equals(id));
        if (submission == null) {
            throw new WrappedNotAliveException(id);
        }
        return submission;
    }

    @Override
    public void submitTopology(
            String name, String uploadedJarLocation, String jsonConf, StormTopology topology)
            throws AlreadyAliveException, InvalidTopologyException {
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
        try {
            start(name, StormConf.parse(jsonConf), topology, options);
        } catch (IllegalArgumentException e) {
            throw invalid(e);
        }
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
        RunningTopology topology = byName(name).topology();
        forgetFailed(name);
        int waitSecs =
                options.is_set_wait_secs()
                        ? options.get_wait_secs()
                        : ObjectReader.getInt(
                                topology.plan().conf().get(Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS));
        topology.kill(Duration.ofSeconds(waitSecs));
    }

    @Override
    public synchronized void activate(String name) throws NotAliveException {
        byName(name).activate();
    }

    @Override
    public synchronized void deactivate(String name) throws NotAliveException {
        byName(name).deactivate();
    }

    /**
     * Changes the numbers of executors at once, while the topology runs; returns when it is done.
     * There is nothing to wait for and there are no workers, so wait time, workers and resources
     * have no effect (Storm: daemon/nimbus/Nimbus.java {@code rebalance}, which starts the topology
     * anew).
     *
     * @throws InvalidTopologyException if a number is less than 1, there is no such component, or
     *     the options change the configuration
     */
    @Override
    public void rebalance(String name, RebalanceOptions options)
            throws NotAliveException, InvalidTopologyException {
        RunningTopology topology;
        synchronized (this) {
            topology = byName(name).topology();
        }
        Rebalancing.apply(topology, options);
    }

    @Override
    public synchronized void debug(
            String name, String component, boolean enable, double samplingPercentage)
            throws NotAliveException {
        byName(name)
                .topology()
                .setDebug(
                        component == null ? "" : component,
                        enable,
                        Math.max(0, Math.min(100, samplingPercentage)));
    }

    @Override
    public synchronized void uploadNewCredentials(String name, Credentials credentials)
            throws NotAliveException {
        byName(name).topology().setCredentials(credentials.get_creds());
    }

    /** No levels: this process's SLF4J binding has them. */
    @Override
    public synchronized LogConfig getLogConfig(String name) throws NotAliveException {
        byName(name);
        return new LogConfig();
    }

    @Override
    public synchronized boolean isTopologyNameAllowed(String name) {
        try {
            Utils.validateTopologyName(name);
        } catch (IllegalArgumentException e) {
            return false;
        }
        return find(submission -> submission.name().equals(name)) == null;
    }

    /** Accepted, like the chunks, and not kept: the classes are in this process already. */
    @Override
    public String beginFileUpload() {
        return UUID.randomUUID().toString();
    }

    @Override
    public void uploadChunk(String location, ByteBuffer chunk) {}

    @Override
    public void finishFileUpload(String location) {}

    @Override
    public NimbusSummary getLeader() {
        return new NimbusSummary(
                views.host(),
                ObjectReader.getInt(daemonConf.get(Config.NIMBUS_THRIFT_PORT), 6627),
                uptimeSecs(),
                true,
                VersionInfo.getVersion());
    }

    /** What makes this cluster's Thrift structures. */
    protected final ThriftViews views() {
        return views;
    }

    /** Under which its counts are found; null if the cluster isn't tracked. */
    public @Nullable String getTrackedId() {
        return trackId;
    }

    /** Seconds since 1970 of a topology's submission; 0 if it is over. */
    synchronized int launchTimeSecs(String id) {
        Submission submission = find(candidate -> candidate.id().equals(id));
        return submission == null ? 0 : submission.topology().launchTimeSecs();
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

    protected final int uptimeSecs() {
        return Time.currentTimeSecs() - startTimeSecs;
    }

    @Override
    public String getNimbusConf() {
        return JSONValue.toJSONString(daemonConf);
    }

    /** The supervisors are counted only: topologies run in the process itself. */
    @Override
    public synchronized ClusterSummary getClusterInfo() {
        List<TopologySummary> topologies = getTopologySummaries();
        return new ClusterSummary(supervisors(topologies.size()), topologies, List.of(getLeader()));
    }

    /**
     * The supervisors to tell of: this process as the only one, with a worker for each topology.
     *
     * @param topologies how many there are
     */
    protected List<SupervisorSummary> supervisors(int topologies) {
        return List.of(
                views.supervisor("eyewall", Math.max(1, topologies), topologies, uptimeSecs()));
    }

    @Override
    public synchronized List<TopologySummary> getTopologySummaries() {
        find(submission -> false); // forgets those that are over
        return submissions.values().stream().map(views::summary).toList();
    }

    @Override
    public synchronized TopologySummary getTopologySummaryByName(String name)
            throws NotAliveException {
        return views.summary(byName(name));
    }

    @Override
    public synchronized TopologySummary getTopologySummary(String id) throws NotAliveException {
        return views.summary(byId(id));
    }

    @Override
    public TopologyInfo getTopologyInfo(String id) throws NotAliveException {
        return getTopologyInfoWithOpts(id, new GetInfoOptions());
    }

    @Override
    public TopologyInfo getTopologyInfoByName(String name) throws NotAliveException {
        return getTopologyInfoByNameWithOpts(name, new GetInfoOptions());
    }

    @Override
    public synchronized TopologyInfo getTopologyInfoWithOpts(String id, GetInfoOptions options)
            throws NotAliveException {
        return views.info(byId(id), errorsWanted(options));
    }

    @Override
    public synchronized TopologyInfo getTopologyInfoByNameWithOpts(
            String name, GetInfoOptions options) throws NotAliveException {
        return views.info(byName(name), errorsWanted(options));
    }

    private static NumErrorsChoice errorsWanted(GetInfoOptions options) {
        NumErrorsChoice choice = options.get_num_err_choice();
        return choice == null ? NumErrorsChoice.ALL : choice;
    }

    /** The topology's configuration over the daemon's, as JSON. */
    @Override
    public synchronized String getTopologyConf(String id) throws NotAliveException {
        return JSONValue.toJSONString(byId(id).topology().plan().conf());
    }

    /** With Storm's system components and streams. */
    @Override
    public synchronized StormTopology getTopology(String id) throws NotAliveException {
        return byId(id).topology().plan().systemTopology().deepCopy();
    }

    /** As submitted, with the numbers of tasks filled in. */
    @Override
    public synchronized StormTopology getUserTopology(String id) throws NotAliveException {
        return byId(id).topology().plan().userTopology().deepCopy();
    }

    /** Kills all topologies without waiting for tuples under way, and waits until they are over. */
    @Override
    public void close() {
        List<RunningTopology> running;
        synchronized (this) {
            running = submissions.values().stream().map(Submission::topology).toList();
            submissions.clear();
        }
        running.forEach(topology -> topology.kill(Duration.ZERO));
        if (ownsEngine) {
            engine.close();
        } else {
            running.forEach(LocalNimbus::awaitEnd);
        }
        coordination.close();
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
