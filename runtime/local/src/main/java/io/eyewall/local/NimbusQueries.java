package io.eyewall.local;

import io.eyewall.engine.RunningTopology;
import io.eyewall.local.page.Pages;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.storm.Config;
import org.apache.storm.blobstore.BlobStore;
import org.apache.storm.generated.ClusterSummary;
import org.apache.storm.generated.ComponentPageInfo;
import org.apache.storm.generated.GetInfoOptions;
import org.apache.storm.generated.NimbusSummary;
import org.apache.storm.generated.NotAliveException;
import org.apache.storm.generated.NumErrorsChoice;
import org.apache.storm.generated.OwnerResourceSummary;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.generated.SupervisorPageInfo;
import org.apache.storm.generated.SupervisorSummary;
import org.apache.storm.generated.TopologyHistoryInfo;
import org.apache.storm.generated.TopologyInfo;
import org.apache.storm.generated.TopologyPageInfo;
import org.apache.storm.generated.TopologySummary;
import org.apache.storm.shade.net.minidev.json.JSONValue;
import org.apache.storm.utils.ObjectReader;
import org.apache.storm.utils.Time;
import org.apache.storm.utils.VersionInfo;
import org.apache.storm.utils.WrappedNotAliveException;
import org.jspecify.annotations.Nullable;

/**
 * Nimbus's read operations: the topologies and their status, in this process or in another. Nothing
 * here changes a topology. Any thread may call; no lock is held while a topology is queried.
 */
public abstract class NimbusQueries extends BlobNimbus {
    /** Storm's default (defaults.yaml). */
    private static final int DEFAULT_THRIFT_PORT = 6627;

    private final Map<String, Object> daemonConf;
    private final ThriftViews views;
    private final long startNs = Time.nanoTime();

    final Submissions submissions = new Submissions();

    /**
     * @param daemonConf copied
     * @param blobs called with the first request for a blob
     */
    protected NimbusQueries(Map<String, Object> daemonConf, Supplier<BlobStore> blobs) {
        super(blobs, daemonConf);
        this.daemonConf = Collections.unmodifiableMap(new HashMap<>(daemonConf)); // nulls allowed
        views = new ThriftViews(daemonConf);
    }

    /** Returns the configuration that Storm's daemons would have; unmodifiable. */
    protected final Map<String, Object> daemonConf() {
        return daemonConf;
    }

    @Override
    public NimbusSummary getLeader() {
        return new NimbusSummary(
                views.host(),
                ObjectReader.getInt(daemonConf.get(Config.NIMBUS_THRIFT_PORT), DEFAULT_THRIFT_PORT),
                uptimeSecs(),
                true,
                VersionInfo.getVersion());
    }

    /** Returns the factory of this cluster's Thrift structures. */
    protected final ThriftViews views() {
        return views;
    }

    /**
     * Returns the time of a topology's submission in seconds since 1970; 0 if the topology is over.
     */
    int launchTimeSecs(String id) {
        Submission submission = submissions.findById(id);
        return submission == null ? 0 : submission.topology().launchTimeSecs();
    }

    protected final int uptimeSecs() {
        return (int) TimeUnit.NANOSECONDS.toSeconds(Time.nanoTime() - startNs);
    }

    @Override
    public String getNimbusConf() {
        return JSONValue.toJSONString(daemonConf);
    }

    /**
     * Returns a summary of the cluster. Its supervisors are nominal: topologies run in the process
     * itself.
     */
    @Override
    public ClusterSummary getClusterInfo() {
        List<TopologySummary> topologies = getTopologySummaries();
        return new ClusterSummary(supervisors(topologies.size()), topologies, List.of(getLeader()));
    }

    /**
     * Returns the supervisors to report: this process as the only one, with a worker for each
     * topology.
     *
     * @param topologies the number of topologies
     */
    protected List<SupervisorSummary> supervisors(int topologies) {
        return List.of(
                views.supervisor("eyewall", Math.max(1, topologies), topologies, uptimeSecs()));
    }

    /**
     * Returns the topologies that are not over, and those that have failed and were not killed
     * since.
     */
    public List<RunningTopology> runningTopologies() {
        return submissions.list().stream().map(Submission::topology).toList();
    }

    @Override
    public List<TopologySummary> getTopologySummaries() {
        return submissions.list().stream().map(views::summary).toList();
    }

    @Override
    public TopologySummary getTopologySummaryByName(String name) throws NotAliveException {
        return views.summary(submissions.byName(name));
    }

    @Override
    public TopologySummary getTopologySummary(String id) throws NotAliveException {
        return views.summary(submissions.byId(id));
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
        return views.info(submissions.byId(id), errorChoice(options));
    }

    @Override
    public TopologyInfo getTopologyInfoByNameWithOpts(String name, GetInfoOptions options)
            throws NotAliveException {
        return views.info(submissions.byName(name), errorChoice(options));
    }

    private static NumErrorsChoice errorChoice(GetInfoOptions options) {
        NumErrorsChoice choice = options.get_num_err_choice();
        return choice == null ? NumErrorsChoice.ALL : choice;
    }

    @Override
    public TopologyPageInfo getTopologyPageInfo(String id, String window, boolean includeSystem)
            throws NotAliveException {
        Pages pages = createPages(submissions.byId(id), includeSystem);
        return pages.topology(window, pages.worker(supervisorOf(id)));
    }

    /**
     * @param componentId percent-encoded, as in a URL
     * @throws IllegalArgumentException if there is no such component
     */
    @Override
    public ComponentPageInfo getComponentPageInfo(
            String topologyId, String componentId, String window, boolean includeSystem)
            throws NotAliveException {
        return createPages(submissions.byId(topologyId), includeSystem)
                .component(URLDecoder.decode(componentId, StandardCharsets.UTF_8), window);
    }

    /**
     * @param id the id of a supervisor; null for all supervisors of {@code host}
     * @throws NotAliveException if there is none
     */
    @Override
    public SupervisorPageInfo getSupervisorPageInfo(String id, String host, boolean includeSystem)
            throws NotAliveException {
        SupervisorPageInfo page = new SupervisorPageInfo();
        for (SupervisorSummary supervisor : getClusterInfo().get_supervisors()) {
            String wanted = id == null ? host : id;
            String actual = id == null ? supervisor.get_host() : supervisor.get_supervisor_id();
            if (actual.equals(wanted)) {
                page.add_to_supervisor_summaries(supervisor);
            }
        }
        if (!page.is_set_supervisor_summaries()) {
            throw new WrappedNotAliveException(
                    "no supervisor " + (id == null ? "on host " + host : id));
        }
        for (Submission submission : submissions.list()) {
            String supervisorId = supervisorOf(submission.id());
            for (SupervisorSummary supervisor : page.get_supervisor_summaries()) {
                if (supervisor.get_supervisor_id().equals(supervisorId)) {
                    page.add_to_worker_summaries(
                            createPages(submission, includeSystem).worker(supervisorId));
                }
            }
        }
        return page;
    }

    private Pages createPages(Submission submission, boolean includeSystem) {
        return new Pages(
                submission.topology().plan(),
                submission.systemTopology(),
                views.info(submission, NumErrorsChoice.ALL),
                includeSystem);
    }

    /**
     * Returns the supervisor in whose slot a topology's worker runs: topologies fill the slots in
     * order. Null if there are more topologies than slots.
     */
    private @Nullable String supervisorOf(String topologyId) {
        List<String> ids = submissions.list().stream().map(Submission::id).toList();
        int slot = ids.indexOf(topologyId);
        for (SupervisorSummary supervisor : supervisors(ids.size())) {
            if (slot < supervisor.get_num_used_workers()) {
                return supervisor.get_supervisor_id();
            }
            slot -= supervisor.get_num_used_workers();
        }
        return null;
    }

    /** Returns the topology's configuration over the daemon's, as JSON. */
    @Override
    public String getTopologyConf(String id) throws NotAliveException {
        return JSONValue.toJSONString(submissions.byId(id).topology().plan().conf());
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
        return OwnerSummaries.summaries(getTopologySummaries(), owner);
    }
}
