package io.eyewall.server.nimbus;

import io.eyewall.engine.RunningTopology;
import io.eyewall.local.NimbusOrders;
import io.eyewall.local.StormConf;
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
public final class ServerNimbus extends NimbusOrders implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ServerNimbus.class);
    private static final String IDLE_SECS = "nimbus.file.copy.expiration.secs";
    private static final String UNUSED_SECS = "nimbus.inbox.jar.expiration.secs";
    private static final int MAX_UPLOADS = 64;

    /** Of {@link #getNimbusConf}, by which clients know that this is no Storm cluster. */
    public static final String SERVER_KEY = "eyewall.server";

    private final StateFolder state;
    private final Keepers keepers;
    private final ClusterBlobs blobs;
    private final JarUploads uploads;
    private final Updates updates = new Updates();
    private final AtomicInteger submitted = new AtomicInteger();
    private volatile String host = InetAddress.getLoopbackAddress().getHostAddress();
    private volatile int port;

    /**
     * @param daemonConf the configuration of Storm's daemons; it names the folder of blobs
     * @param state stores the topologies
     * @param keepers runs the topologies
     * @param mostJarBytes largest size of a jar, in bytes
     */
    public ServerNimbus(
            Map<String, Object> daemonConf, StateFolder state, Keepers keepers, long mostJarBytes) {
        this(daemonConf, state, keepers, mostJarBytes, new ClusterBlobs(daemonConf, null));
    }

    private ServerNimbus(
            Map<String, Object> daemonConf,
            StateFolder state,
            Keepers keepers,
            long mostJarBytes,
            ClusterBlobs blobs) {
        super(daemonConf, blobs);
        this.state = state;
        this.keepers = keepers;
        this.blobs = blobs;
        uploads =
                new JarUploads(
                        state.uploads(),
                        new JarUploads.Limits(
                                mostJarBytes,
                                MAX_UPLOADS,
                                millis(daemonConf.get(IDLE_SECS), 600),
                                millis(daemonConf.get(UNUSED_SECS), 3600)),
                        InstantSource.system());
    }

    /**
     * Sets the address that clients are given.
     *
     * @param listening the address of the port; the wildcard address is replaced by this machine's
     *     name
     */
    public void setAddress(InetAddress listening, int number) {
        host = listening.isAnyLocalAddress() ? machineName() : listening.getHostAddress();
        port = number;
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

    /** Returns this process with the address of its port. */
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

    private static long millis(@Nullable Object secs, int otherwise) {
        return 1000L * ObjectReader.getInt(secs, otherwise);
    }

    /**
     * Restores the topologies that earlier servers accepted; {@link Keepers#begin} then finds or
     * starts their processes. Folders that can't be read are left unchanged and reported in the
     * log.
     *
     * @throws IOException if the state can't be read at all
     */
    public void restore() throws IOException {
        new StoredTopologies(state, keepers, this::plan).takeOver(this::add);
    }

    private TopologyPlan plan(
            String id, String name, Map<String, Object> conf, StormTopology topology)
            throws InvalidTopologyException {
        return TopologyPlanner.plan(name, id, daemonConf(), conf, topology);
    }

    /**
     * Stores a topology and lets its process be started; does not wait for the process.
     *
     * @param uploadedJarLocation the name from {@link #beginFileUpload}
     * @throws AlreadyAliveException if the name is taken
     * @throws InvalidTopologyException if name, configuration, structure or jar are wrong
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
            jar = uploads.take(uploadedJarLocation);
        } catch (IllegalArgumentException e) {
            throw invalid(e);
        }
        List<Path> dependencies = new ArrayList<>();
        try {
            Map<String, Object> conf = new HashMap<>(arrivedConf(jsonConf));
            UpdateRequest update = removeUpdateRequest(conf);
            check(name, conf, topology, options);
            DependencyJars.copy(topology, blobs.get(), state.uploads(), dependencies);
            checkRunnable(topology, jar, dependencies);
            SubmitRequest arrived =
                    new SubmitRequest(name, conf, topology, options, jar, dependencies);
            if (update == null) {
                submit(arrived);
            } else {
                update(arrived, update);
            }
        } catch (IOException e) {
            throw new IllegalStateException(e.getMessage(), e);
        } finally {
            JarUploads.deleteIfThere(jar);
            dependencies.forEach(JarUploads::deleteIfThere);
        }
    }

    private static void checkRunnable(StormTopology topology, Path jar, List<Path> dependencies)
            throws InvalidTopologyException, IOException {
        List<Path> jars = new ArrayList<>(List.of(jar));
        jars.addAll(dependencies);
        try {
            RunnableCheck.check(topology, jars);
        } catch (IllegalArgumentException e) {
            throw invalid(e);
        }
    }

    private static @Nullable UpdateRequest removeUpdateRequest(Map<String, Object> conf)
            throws InvalidTopologyException {
        try {
            return UpdateRequest.takenFrom(conf);
        } catch (IllegalArgumentException e) {
            throw invalid(e);
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
            accept(conf);
            if (topology == null || options == null) {
                throw new IllegalArgumentException(
                        "topology '" + name + "' was submitted without structure or options");
            }
        } catch (IllegalArgumentException e) { // also ConfigException
            throw invalid(e);
        }
    }

    private synchronized void submit(SubmitRequest arrived)
            throws AlreadyAliveException, InvalidTopologyException, IOException {
        String name = arrived.name();
        if (isTaken(name) || updates.hasName(name)) {
            throw new WrappedAlreadyAliveException(name + " is already alive");
        }
        int nowSecs = nowSecs();
        String id = newId(name, nowSecs);
        TopologyPlan plan = plan(id, arrived);
        boolean active = arrived.options().get_initial_status() != TopologyInitialStatus.INACTIVE;
        TopologyFolder folder =
                state.add(arrived.contents(id, nowSecs, Orders.first(active), null));
        add(keepOrRemove(folder, plan), active);
        LOG.info("topology {} was submitted", id);
    }

    private String newId(String name, int nowSecs) {
        return name + "-" + submitted.incrementAndGet() + "-" + nowSecs;
    }

    private static int nowSecs() {
        return (int) (System.currentTimeMillis() / 1000);
    }

    private TopologyPlan plan(String id, SubmitRequest arrived) throws InvalidTopologyException {
        try {
            return plan(id, arrived.name(), arrived.conf(), arrived.topology());
        } catch (IllegalArgumentException e) { // also ConfigException
            throw invalid(e);
        }
    }

    /**
     * Begins to replace the topology of that name; {@link UpdateRequest#REPORT} queries the
     * progress.
     */
    private synchronized void update(SubmitRequest arrived, UpdateRequest request)
            throws InvalidTopologyException, IOException {
        String name = arrived.name();
        int nowSecs = nowSecs();
        String id = newId(name, nowSecs);
        TopologyPlan plan = plan(id, arrived);
        KeptTopology current;
        try {
            current = toUpdate(name);
            updates.refuseAnother(name);
            request.check(plan.components().keySet());
        } catch (IllegalArgumentException e) {
            throw invalid(e);
        }
        boolean active = current.isActive();
        UpdateNote note = request.note(current.plan(), active);
        TopologyFolder folder =
                state.add(arrived.contents(id, nowSecs, Orders.first(active), note));
        updates.begin(keepers.update(current, folder, plan, note, kept -> adopt(kept, folder)));
        LOG.info("topology {} is to replace {}", id, note.replaces());
    }

    private KeptTopology toUpdate(String name) {
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
        String report = updates.json(id.substring(UpdateRequest.REPORT.length()));
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
            kept = keepers.keep(folder, plan);
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
            throw notUploaded(e);
        }
    }

    @Override
    public void uploadChunk(String location, ByteBuffer chunk) {
        try {
            uploads.add(location, chunk);
        } catch (IOException e) {
            throw notUploaded(e);
        }
    }

    @Override
    public void finishFileUpload(String location) {
        try {
            uploads.finish(location);
        } catch (IOException e) {
            throw notUploaded(e);
        }
    }

    private IllegalStateException notUploaded(IOException e) {
        return new IllegalStateException(
                "the jar can't be kept in %s (%s); make room, or make it writable"
                        .formatted(state.uploads(), e),
                e);
    }

    /** Sets log levels in the topology's process; they are lost when the process ends. */
    @Override
    public void setLogConfig(String id, LogConfig config) throws NotAliveException {
        kept(id).order(LogLevelService.NAME, LogLevelService.Asked.toSet(config));
    }

    @Override
    public LogConfig getLogConfig(String id) throws NotAliveException {
        String answer =
                kept(id).call(LogLevelService.NAME, new LogLevelService.Asked(null)).asText();
        return LogLevelService.decoded(answer);
    }

    private KeptTopology kept(String id) throws NotAliveException {
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
