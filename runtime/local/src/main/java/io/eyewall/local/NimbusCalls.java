package io.eyewall.local;

import io.eyewall.engine.RunningTopology;
import io.eyewall.local.blob.BlobService;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.storm.blobstore.BlobStore;
import org.apache.storm.generated.BeginDownloadResult;
import org.apache.storm.generated.ClusterSummary;
import org.apache.storm.generated.ComponentPageInfo;
import org.apache.storm.generated.Credentials;
import org.apache.storm.generated.GetInfoOptions;
import org.apache.storm.generated.InvalidTopologyException;
import org.apache.storm.generated.KillOptions;
import org.apache.storm.generated.ListBlobsResult;
import org.apache.storm.generated.Nimbus;
import org.apache.storm.generated.NimbusSummary;
import org.apache.storm.generated.NotAliveException;
import org.apache.storm.generated.OwnerResourceSummary;
import org.apache.storm.generated.ProfileAction;
import org.apache.storm.generated.ProfileRequest;
import org.apache.storm.generated.ReadableBlobMeta;
import org.apache.storm.generated.RebalanceOptions;
import org.apache.storm.generated.SettableBlobMeta;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.generated.SubmitOptions;
import org.apache.storm.generated.SupervisorAssignments;
import org.apache.storm.generated.SupervisorPageInfo;
import org.apache.storm.generated.SupervisorWorkerHeartbeat;
import org.apache.storm.generated.SupervisorWorkerHeartbeats;
import org.apache.storm.generated.TopologyHistoryInfo;
import org.apache.storm.generated.TopologyInfo;
import org.apache.storm.generated.TopologyInitialStatus;
import org.apache.storm.generated.TopologyPageInfo;
import org.apache.storm.generated.TopologySummary;
import org.apache.storm.generated.WorkerMetrics;
import org.apache.storm.shade.net.minidev.json.JSONValue;
import org.apache.storm.thrift.TException;
import org.jspecify.annotations.Nullable;

/**
 * Nimbus's interface: each call of Storm's clients, and the part that answers it. Submissions, jars
 * and log levels are left to the subclasses, whose topologies run in this process or in others.
 * Calls that have no meaning without supervisors and workers throw an {@link
 * UnsupportedOperationException} that names the call and the alternative. Any thread may call.
 */
public abstract class NimbusCalls implements Nimbus.Iface {
    private static final String NO_WORKERS =
            "there are no supervisors and workers in this process, so this call has no meaning";

    final Submissions submissions = new Submissions();

    private final Map<String, Object> daemonConf;
    private final NimbusQueries queries;
    private final NimbusOrders orders;
    private final BlobService blobs;

    /**
     * @param daemonConf copied
     * @param blobStore called with the first request for a blob
     */
    protected NimbusCalls(Map<String, Object> daemonConf, Supplier<BlobStore> blobStore) {
        this(daemonConf, blobStore, null);
    }

    /**
     * @param daemonConf copied
     * @param blobStore called with the first request for a blob
     * @param supervisors the supervisors to report; null to report this process as the only one,
     *     with a worker for each topology
     */
    NimbusCalls(
            Map<String, Object> daemonConf,
            Supplier<BlobStore> blobStore,
            @Nullable SupervisorList supervisors) {
        this.daemonConf = Collections.unmodifiableMap(new HashMap<>(daemonConf)); // nulls allowed
        this.queries = new NimbusQueries(this.daemonConf, submissions, supervisors);
        this.orders = new NimbusOrders(submissions);
        this.blobs = new BlobService(blobStore, this.daemonConf);
    }

    /** Returns the configuration that Storm's daemons would have; unmodifiable. */
    protected final Map<String, Object> daemonConf() {
        return daemonConf;
    }

    /**
     * Returns the topologies that are not over, and those that have failed and were not killed
     * since.
     */
    public final List<RunningTopology> runningTopologies() {
        return submissions.list().stream().map(Submission::topology).toList();
    }

    /**
     * Returns the topology with that id.
     *
     * @throws NotAliveException if there is none
     */
    protected final RunningTopology topology(String id) throws NotAliveException {
        return submissions.byId(id).topology();
    }

    /**
     * Adds a topology to the list.
     *
     * @param active whether its spouts start without being activated
     */
    protected final void add(RunningTopology topology, boolean active) {
        submissions.add(new Submission(topology, active));
    }

    /** Returns whether a topology of that name is not over, or is being submitted. */
    protected final boolean isTaken(String name) {
        return submissions.isNameTaken(name);
    }

    /** Cancels all uploads and downloads of blobs in progress. */
    protected final void closeBlobs() {
        blobs.close();
    }

    // ---- topologies: changes -----------------------------------------------------------------

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

    @Override
    public boolean isTopologyNameAllowed(String name) {
        try {
            TopologyName.check(name);
        } catch (IllegalArgumentException e) {
            return false;
        }
        return !isTaken(name);
    }

    @Override
    public void killTopology(String name) throws NotAliveException {
        orders.kill(name, new KillOptions());
    }

    @Override
    public void killTopologyWithOpts(String name, KillOptions options) throws NotAliveException {
        orders.kill(name, options);
    }

    @Override
    public void activate(String name) throws NotAliveException {
        orders.activate(name);
    }

    @Override
    public void deactivate(String name) throws NotAliveException {
        orders.deactivate(name);
    }

    @Override
    public void rebalance(String name, RebalanceOptions options)
            throws NotAliveException, InvalidTopologyException {
        orders.rebalance(name, options);
    }

    @Override
    public void debug(String name, String component, boolean enable, double samplingPercentage)
            throws NotAliveException {
        orders.debug(name, component, enable, samplingPercentage);
    }

    @Override
    public void uploadNewCredentials(String name, Credentials credentials)
            throws NotAliveException {
        orders.setCredentials(name, credentials);
    }

    // ---- topologies: queries -----------------------------------------------------------------

    @Override
    public List<TopologySummary> getTopologySummaries() {
        return queries.summaries();
    }

    @Override
    public TopologySummary getTopologySummaryByName(String name) throws NotAliveException {
        return queries.summary(submissions.byName(name));
    }

    @Override
    public TopologySummary getTopologySummary(String id) throws NotAliveException {
        return queries.summary(submissions.byId(id));
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
    public TopologyInfo getTopologyInfoWithOpts(String id, GetInfoOptions options)
            throws NotAliveException {
        return queries.info(submissions.byId(id), options);
    }

    @Override
    public TopologyInfo getTopologyInfoByNameWithOpts(String name, GetInfoOptions options)
            throws NotAliveException {
        return queries.info(submissions.byName(name), options);
    }

    @Override
    public TopologyPageInfo getTopologyPageInfo(String id, String window, boolean includeSystem)
            throws NotAliveException {
        return queries.topologyPage(id, window, includeSystem);
    }

    @Override
    public ComponentPageInfo getComponentPageInfo(
            String topologyId, String componentId, String window, boolean includeSystem)
            throws NotAliveException {
        return queries.componentPage(topologyId, componentId, window, includeSystem);
    }

    /** Returns the topology's configuration over the daemon's, as JSON. */
    @Override
    public String getTopologyConf(String id) throws NotAliveException {
        return JSONValue.toJSONString(topology(id).plan().conf());
    }

    /** Returns the topology with Storm's system components and streams. */
    @Override
    public StormTopology getTopology(String id) throws NotAliveException {
        return submissions.byId(id).systemTopology();
    }

    /** Returns the topology as submitted, with the numbers of tasks filled in. */
    @Override
    public StormTopology getUserTopology(String id) throws NotAliveException {
        return submissions.byId(id).userTopology();
    }

    /** Returns the history of all users: all topologies of this process belong to one. */
    @Override
    public TopologyHistoryInfo getTopologyHistory(@Nullable String user) {
        return new TopologyHistoryInfo(submissions.history());
    }

    @Override
    public List<OwnerResourceSummary> getOwnerResourceSummaries(@Nullable String owner) {
        return queries.ownerSummaries(owner);
    }

    // ---- the cluster -------------------------------------------------------------------------

    @Override
    public NimbusSummary getLeader() {
        return queries.leader();
    }

    @Override
    public String getNimbusConf() {
        return JSONValue.toJSONString(daemonConf);
    }

    @Override
    public ClusterSummary getClusterInfo() {
        return queries.cluster(getLeader());
    }

    @Override
    public SupervisorPageInfo getSupervisorPageInfo(String id, String host, boolean includeSystem)
            throws NotAliveException {
        return queries.supervisorPage(id, host, includeSystem);
    }

    // ---- blobs -------------------------------------------------------------------------------

    @Override
    public String beginCreateBlob(String key, SettableBlobMeta meta) throws TException {
        return blobs.beginCreate(key, meta);
    }

    @Override
    public String beginUpdateBlob(String key) throws TException {
        return blobs.beginUpdate(key);
    }

    @Override
    public void uploadBlobChunk(String session, ByteBuffer chunk) {
        blobs.uploadPiece(session, chunk);
    }

    @Override
    public void finishBlobUpload(String session) {
        blobs.finishUpload(session);
    }

    @Override
    public void cancelBlobUpload(String session) {
        blobs.cancelUpload(session);
    }

    @Override
    public ReadableBlobMeta getBlobMeta(String key) throws TException {
        return blobs.meta(key);
    }

    @Override
    public void setBlobMeta(String key, SettableBlobMeta meta) throws TException {
        blobs.setMeta(key, meta);
    }

    @Override
    public BeginDownloadResult beginBlobDownload(String key) throws TException {
        return blobs.beginDownload(key);
    }

    @Override
    public ByteBuffer downloadBlobChunk(String session) {
        return blobs.downloadPiece(session);
    }

    @Override
    public void deleteBlob(String key) throws TException {
        blobs.delete(key);
    }

    @Override
    public ListBlobsResult listBlobs(String session) {
        return blobs.listKeys(session);
    }

    @Override
    public int getBlobReplication(String key) throws TException {
        return blobs.replication(key);
    }

    @Override
    public int updateBlobReplication(String key, int replication) throws TException {
        return blobs.updateReplication(key, replication);
    }

    @Override
    public boolean isRemoteBlobExists(String blobKey) throws TException {
        return blobs.exists(blobKey);
    }

    /**
     * Does nothing: Storm's clients call it after each upload, but there is no ZooKeeper to update.
     */
    @Override
    public void createStateInZookeeper(String key) {}

    // ---- calls without a meaning here --------------------------------------------------------

    private static UnsupportedOperationException unsupported(String call, String remedy) {
        return new UnsupportedOperationException(
                "Nimbus." + call + " is not supported by Eyewall: " + remedy);
    }

    @Override
    public void setWorkerProfiler(String id, ProfileRequest profileRequest) {
        throw unsupported("setWorkerProfiler", "attach jcmd or a profiler to this process instead");
    }

    @Override
    public List<ProfileRequest> getComponentPendingProfileActions(
            String id, String componentId, ProfileAction action) {
        return List.of(); // setWorkerProfiler accepts no requests
    }

    @Override
    public ByteBuffer downloadChunk(String id) {
        throw unsupported("downloadChunk", "the application's classes are already in this process");
    }

    @Override
    public SupervisorAssignments getSupervisorAssignments(String node) {
        throw unsupported("getSupervisorAssignments", NO_WORKERS);
    }

    @Override
    public void sendSupervisorWorkerHeartbeats(SupervisorWorkerHeartbeats heartbeats) {
        throw unsupported("sendSupervisorWorkerHeartbeats", NO_WORKERS);
    }

    @Override
    public void sendSupervisorWorkerHeartbeat(SupervisorWorkerHeartbeat heartbeat) {
        throw unsupported("sendSupervisorWorkerHeartbeat", NO_WORKERS);
    }

    @Override
    public void processWorkerMetrics(WorkerMetrics metrics) {
        throw unsupported("processWorkerMetrics", NO_WORKERS);
    }
}
