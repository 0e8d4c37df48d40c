package io.eyewall.server.nimbus;

import io.eyewall.engine.RunningTopology;
import io.eyewall.local.NimbusCalls;
import io.eyewall.local.StormConf;
import io.eyewall.local.SubmittedConf;
import io.eyewall.local.TopologyName;
import io.eyewall.local.blob.ClusterBlobs;
import io.eyewall.server.keeper.Keepers;
import io.eyewall.server.keeper.KeptTopology;
import io.eyewall.server.store.Orders;
import io.eyewall.server.store.StateFolder;
import io.eyewall.server.store.TopologyFolder;
import io.eyewall.server.store.UpdateNote;
import io.eyewall.server.worker.LogLevelService;
import io.eyewall.topology.TopologyPlan;
import io.eyewall.topology.TopologyPlanner;
import io.eyewall.topology.config.ConfigKeys;
import io.eyewall.topology.snapshot.SavedStateCheck;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.storm.Config;
import org.apache.storm.generated.AlreadyAliveException;
import org.apache.storm.generated.InvalidTopologyException;
import org.apache.storm.generated.LogConfig;
import org.apache.storm.generated.NimbusSummary;
import org.apache.storm.generated.NotAliveException;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.generated.SubmitOptions;
import org.apache.storm.generated.TopologyInitialStatus;
import org.apache.storm.utils.ObjectReader;
import org.apache.storm.utils.WrappedAlreadyAliveException;
import org.apache.storm.utils.WrappedNotAliveException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Nimbus of a server: each topology runs in a process of its own, which outlives the server.
 * Spouts and bolts stay serialized here; user objects are deserialized only in their own processes.
 * Any thread may call.
 */
public final class ServerNimbus extends NimbusCalls implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ServerNimbus.class);
    private static final String IDLE_UPLOAD_SECS_KEY = "nimbus.file.copy.expiration.secs";
    private static final String UNUSED_UPLOAD_SECS_KEY = "nimbus.inbox.jar.expiration.secs";
    private static final int MAX_UPLOADS = 64;

    /**
     * The key in the answer of {@link #getNimbusConf} by which clients recognize that this is not a
     * Storm cluster.
     */
    public static final String SERVER_KEY = "eyewall.server";

    private final StateFolder state;
    private final Keepers keepers;
    private final ClusterBlobs blobs;
    private final JarUploads uploads;
    private final Updates updates = new Updates();
    private final AtomicInteger submissions = new AtomicInteger();
    private volatile String host = InetAddress.getLoopbackAddress().getHostAddress();
    private volatile int port;

    /**
     * @param daemonConf the configuration of Storm's daemons; it names the folder of blobs
     * @param state stores the topologies
     * @param keepers runs the topologies
     * @param maxJarBytes largest size of a jar, in bytes
     */
    public ServerNimbus(
            Map<String, Object> daemonConf, StateFolder state, Keepers keepers, long maxJarBytes) {
        this(daemonConf, state, keepers, maxJarBytes, new ClusterBlobs(daemonConf, null));
    }

    private ServerNimbus(
            Map<String, Object> daemonConf,
            StateFolder state,
            Keepers keepers,
            long maxJarBytes,
            ClusterBlobs blobs) {
        super(daemonConf, blobs);
        this.state = state;
        this.keepers = keepers;
        this.blobs = blobs;
        uploads =
                new JarUploads(
                        state.uploads(),
                        new JarUploads.Limits(
                                maxJarBytes,
                                MAX_UPLOADS,
                                secsToMillis(daemonConf.get(IDLE_UPLOAD_SECS_KEY), 600),
                                secsToMillis(daemonConf.get(UNUSED_UPLOAD_SECS_KEY), 3600)),
                        InstantSource.system());
    }

    /**
     * Sets the address that clients receive.
     *
     * @param listening the address of the port; the wildcard address is replaced by this machine's
     *     name
     */
    public void setAddress(InetAddress listening, int listeningPort) {
        host = listening.isAnyLocalAddress() ? machineName() : listening.getHostAddress();
        port = listeningPort;
    }

    private String machineName() {
        Object configured = daemonConf().get(Config.STORM_LOCAL_HOSTNAME);
        if (configured != null) {
            return configured.toString();
        }
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return InetAddress.getLoopbackAddress().getHostAddress();
        }
    }

    /** Returns the configuration, which marks this server as such: {@link #SERVER_KEY}. */
    @Override
    public String getNimbusConf() {
        Map<String, Object> conf = new HashMap<>(daemonConf());
        conf.put(SERVER_KEY, true);
        return StormConf.toJson(conf);
    }

    @Override
    public NimbusSummary getLeader() {
        NimbusSummary leader = super.getLeader();
        leader.set_host(host);
        leader.set_port(port);
        return leader;
    }

    private static long secsToMillis(@Nullable Object secs, int defaultSecs) {
        return 1000L * ObjectReader.getInt(secs, defaultSecs);
    }

    /**
     * Restores the topologies that earlier servers accepted; {@link Keepers#start} then finds or
     * starts their processes. Folders that can't be read are left unchanged and reported in the
     * log.
     *
     * @throws IOException if the state can't be read at all
     */
    public void restore() throws IOException {
        new StoredTopologies(state, keepers, this::plan).restore(this::add);
    }

    private TopologyPlan plan(
            String id, String name, Map<String, Object> conf, StormTopology topology)
            throws InvalidTopologyException {
        return TopologyPlanner.plan(name, id, daemonConf(), conf, topology);
    }

    /**
     * Stores a topology, whose keeper then starts a process; does not wait for the process.
     *
     * @param uploadedJarLocation the name from {@link #beginFileUpload}
     * @throws AlreadyAliveException if the name is taken
     * @throws InvalidTopologyException if name, configuration, structure or jar is invalid
     * @throws IllegalStateException if the topology can't be stored
     */
    @Override
    public void submitTopologyWithOpts(
            String name,
            String uploadedJarLocation,
            String jsonConf,
            StormTopology topology,
            SubmitOptions options)
            throws AlreadyAliveException, InvalidTopologyException {
        Path jar;
        try {
            jar = uploads.claim(uploadedJarLocation);
        } catch (IllegalArgumentException e) {
            throw SubmittedConf.invalid(e);
        }
        List<Path> dependencies = new ArrayList<>();
        try {
            Map<String, Object> conf = new HashMap<>(SubmittedConf.parse(jsonConf));
            UpdateRequest update = removeUpdateRequest(conf);
            check(name, conf, topology, options);
            DependencyJars.copy(topology, blobs.get(), state.uploads(), dependencies);
            checkCanRun(topology, jar, dependencies);
            SubmitRequest request =
                    new SubmitRequest(name, conf, topology, options, jar, dependencies);
            boolean takesNoSnapshots = "none".equals(conf.get(ConfigKeys.SNAPSHOT_DIR.name()));
            if (update != null && update.withoutState() && !takesNoSnapshots) {
                conf.put(ConfigKeys.SNAPSHOT_DROP.name(), "*");
            }
            if (update == null) {
                submit(request);
            } else {
                update(request, update);
            }
        } catch (IOException e) {
            throw new IllegalStateException(e.getMessage(), e);
        } finally {
            JarUploads.deleteIfThere(jar);
            dependencies.forEach(JarUploads::deleteIfThere);
        }
    }

    private static void checkCanRun(StormTopology topology, Path jar, List<Path> dependencies)
            throws InvalidTopologyException, IOException {
        List<Path> jars = new ArrayList<>(List.of(jar));
        jars.addAll(dependencies);
        try {
            RunnableCheck.check(topology, jars);
        } catch (IllegalArgumentException e) {
            throw SubmittedConf.invalid(e);
        }
    }

    private static @Nullable UpdateRequest removeUpdateRequest(Map<String, Object> conf)
            throws InvalidTopologyException {
        try {
            return UpdateRequest.removeFrom(conf);
        } catch (IllegalArgumentException e) {
            throw SubmittedConf.invalid(e);
        }
    }

    private static void check(
            String name,
            Map<String, Object> conf,
            @Nullable StormTopology topology,
            @Nullable SubmitOptions options)
            throws InvalidTopologyException {
        try {
            TopologyName.check(name);
            StateFolder.checkName(name);
            SubmittedConf.accept(conf);
            if (topology == null || options == null) {
                throw new IllegalArgumentException(
                        "topology '" + name + "' was submitted without structure or options");
            }
        } catch (IllegalArgumentException e) { // also ConfigException
            throw SubmittedConf.invalid(e);
        }
    }

    private synchronized void submit(SubmitRequest request)
            throws AlreadyAliveException, InvalidTopologyException, IOException {
        String name = request.name();
        if (isTaken(name) || updates.reservesName(name)) {
            throw new WrappedAlreadyAliveException(name + " is already alive");
        }
        int nowSecs = nowSecs();
        String id = newId(name, nowSecs);
        TopologyPlan plan = plan(id, request);
        checkSavedState(plan, null);
        boolean active = request.options().get_initial_status() != TopologyInitialStatus.INACTIVE;
        TopologyFolder folder =
                state.add(request.contents(id, nowSecs, Orders.initial(active), null));
        add(keepOrRemove(folder, plan), active);
        LOG.info("topology {} was submitted", id);
    }

    private String newId(String name, int nowSecs) {
        return name + "-" + submissions.incrementAndGet() + "-" + nowSecs;
    }

    private static int nowSecs() {
        return (int) (System.currentTimeMillis() / 1000);
    }

    private TopologyPlan plan(String id, SubmitRequest request) throws InvalidTopologyException {
        try {
            return plan(id, request.name(), request.conf(), request.topology());
        } catch (IllegalArgumentException e) { // also ConfigException
            throw SubmittedConf.invalid(e);
        }
    }

    private static void checkSavedState(TopologyPlan plan, @Nullable TopologyPlan replaced)
            throws InvalidTopologyException {
        try {
            SavedStateCheck.checkAll(plan, replaced);
        } catch (IllegalArgumentException e) {
            throw SubmittedConf.invalid(e);
        }
    }

    /**
     * Begins to replace the topology of that name. Clients query the progress by {@link
     * UpdateRequest#REPORT}.
     */
    private synchronized void update(SubmitRequest request, UpdateRequest update)
            throws InvalidTopologyException, IOException {
        String name = request.name();
        int nowSecs = nowSecs();
        String id = newId(name, nowSecs);
        TopologyPlan plan = plan(id, request);
        KeptTopology current;
        try {
            current = topologyToUpdate(name);
            updates.checkCanStart(name);
            update.check(plan.components().keySet());
        } catch (IllegalArgumentException e) {
            throw SubmittedConf.invalid(e);
        }
        checkSavedState(plan, current.snapshots().isPresent() ? current.plan() : null);
        boolean active = current.isActive();
        UpdateNote note = update.note(current.plan(), active);
        TopologyFolder folder =
                state.add(request.contents(id, nowSecs, Orders.initial(active), note));
        updates.start(
                keepers.createUpdate(current, folder, plan, note, kept -> adopt(kept, folder)));
        LOG.info("topology {} is to replace {}", id, note.replaces());
    }

    private KeptTopology topologyToUpdate(String name) {
        keepers.checkCanUpdate(name);
        for (RunningTopology each : runningTopologies()) {
            if (each.plan().name().equals(name)
                    && each instanceof KeptTopology kept
                    && !kept.isEnding()) {
                return kept;
            }
        }
        throw new IllegalArgumentException(
                "there is no topology '%s' to update; 'eyewall submit' submits one"
                        .formatted(name));
    }

    private synchronized void adopt(KeptTopology kept, TopologyFolder folder) {
        boolean active = true;
        try {
            active = folder.orders().active();
        } catch (IOException e) {
            LOG.warn("{} can't be read: {}", folder, e.toString());
        }
        add(kept, active);
    }

    /**
     * Returns a topology's configuration, or the progress of an update, see {@link
     * UpdateRequest#REPORT}.
     */
    @Override
    public String getTopologyConf(String id) throws NotAliveException {
        if (!id.startsWith(UpdateRequest.REPORT)) {
            return super.getTopologyConf(id);
        }
        String report = updates.reportJson(id.substring(UpdateRequest.REPORT.length()));
        if (report == null) {
            throw new WrappedNotAliveException("no update of " + id + " is known");
        }
        return report;
    }

    /**
     * Hands the topology to a keeper. If that fails the folder is removed, because a client whose
     * submission failed may submit again.
     */
    private KeptTopology keepOrRemove(TopologyFolder folder, TopologyPlan plan) throws IOException {
        KeptTopology kept = null;
        try {
            kept = keepers.add(folder, plan);
            return kept;
        } finally {
            if (kept == null) {
                try {
                    state.remove(folder);
                } catch (IOException e) {
                    LOG.error("refused topology {} can't be removed", folder, e);
                }
            }
        }
    }

    @Override
    public String beginFileUpload() {
        try {
            return uploads.begin();
        } catch (IOException e) {
            throw uploadError(e);
        }
    }

    @Override
    public void uploadChunk(String location, ByteBuffer chunk) {
        try {
            uploads.appendChunk(location, chunk);
        } catch (IOException e) {
            throw uploadError(e);
        }
    }

    @Override
    public void finishFileUpload(String location) {
        try {
            uploads.finish(location);
        } catch (IOException e) {
            throw uploadError(e);
        }
    }

    private IllegalStateException uploadError(IOException e) {
        return new IllegalStateException(
                "the jar can't be stored in %s (%s); make room, or make it writable"
                        .formatted(state.uploads(), e),
                e);
    }

    /** Sets log levels in the topology's process; they are lost when the process ends. */
    @Override
    public void setLogConfig(String id, LogConfig config) throws NotAliveException {
        keptTopology(id)
                .callOnceStarted(LogLevelService.NAME, LogLevelService.Request.toSet(config));
    }

    @Override
    public LogConfig getLogConfig(String id) throws NotAliveException {
        String answer =
                keptTopology(id)
                        .call(LogLevelService.NAME, new LogLevelService.Request(null))
                        .asText();
        return LogLevelService.decode(answer);
    }

    private KeptTopology keptTopology(String id) throws NotAliveException {
        RunningTopology topology = topology(id);
        if (topology instanceof KeptTopology kept) {
            return kept;
        }
        throw new IllegalStateException(topology + " is not a topology of this server");
    }

    /** Closes this Nimbus. Topologies continue to run in their processes. */
    @Override
    public void close() {
        keepers.close();
        updates.close();
        uploads.close();
        closeBlobs();
        blobs.close();
    }
}
