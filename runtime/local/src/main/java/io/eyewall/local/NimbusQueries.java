package io.eyewall.local;

import io.eyewall.local.page.Pages;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.storm.Config;
import org.apache.storm.generated.ClusterSummary;
import org.apache.storm.generated.ComponentPageInfo;
import org.apache.storm.generated.GetInfoOptions;
import org.apache.storm.generated.NimbusSummary;
import org.apache.storm.generated.NotAliveException;
import org.apache.storm.generated.NumErrorsChoice;
import org.apache.storm.generated.OwnerResourceSummary;
import org.apache.storm.generated.SupervisorPageInfo;
import org.apache.storm.generated.SupervisorSummary;
import org.apache.storm.generated.TopologyInfo;
import org.apache.storm.generated.TopologyPageInfo;
import org.apache.storm.generated.TopologySummary;
import org.apache.storm.utils.ObjectReader;
import org.apache.storm.utils.Time;
import org.apache.storm.utils.VersionInfo;
import org.apache.storm.utils.WrappedNotAliveException;
import org.jspecify.annotations.Nullable;

/**
 * Answers Nimbus's calls that read: the topologies and their status, in this process or in another.
 * Nothing here changes a topology. Any thread may call; no lock is held while a topology is
 * queried.
 */
final class NimbusQueries {
    /** Storm's default (defaults.yaml). */
    private static final int DEFAULT_THRIFT_PORT = 6627;

    private final Map<String, Object> daemonConf;
    private final Submissions submissions;
    private final @Nullable SupervisorList supervisors;
    private final ThriftViews views;
    private final long startNs = Time.nanoTime();

    /**
     * @param supervisors the supervisors to report; null to report this process as the only one,
     *     with a worker for each topology
     */
    NimbusQueries(
            Map<String, Object> daemonConf,
            Submissions submissions,
            @Nullable SupervisorList supervisors) {
        this.daemonConf = daemonConf;
        this.submissions = submissions;
        this.supervisors = supervisors;
        views = new ThriftViews(daemonConf);
    }

    NimbusSummary leader() {
        return new NimbusSummary(
                views.host(),
                ObjectReader.getInt(daemonConf.get(Config.NIMBUS_THRIFT_PORT), DEFAULT_THRIFT_PORT),
                uptimeSecs(),
                true,
                VersionInfo.getVersion());
    }

    private int uptimeSecs() {
        return (int) TimeUnit.NANOSECONDS.toSeconds(Time.nanoTime() - startNs);
    }

    /**
     * Returns a summary of the cluster. Its supervisors are nominal: topologies run in the process
     * itself.
     */
    ClusterSummary cluster(NimbusSummary leader) {
        List<TopologySummary> topologies = summaries();
        return new ClusterSummary(supervisors(topologies.size()), topologies, List.of(leader));
    }

    private List<SupervisorSummary> supervisors(int topologies) {
        return supervisors == null
                ? List.of(
                        views.supervisor(
                                "eyewall", Math.max(1, topologies), topologies, uptimeSecs()))
                : supervisors.summaries(views, topologies);
    }

    List<TopologySummary> summaries() {
        return submissions.list().stream().map(views::summary).toList();
    }

    TopologySummary summary(Submission submission) {
        return views.summary(submission);
    }

    TopologyInfo info(Submission submission, GetInfoOptions options) {
        NumErrorsChoice choice = options.get_num_err_choice();
        return views.info(submission, choice == null ? NumErrorsChoice.ALL : choice);
    }

    TopologyPageInfo topologyPage(String id, String window, boolean includeSystem)
            throws NotAliveException {
        Pages pages = createPages(submissions.byId(id), includeSystem);
        return pages.topology(window, pages.worker(supervisorOf(id)));
    }

    /**
     * @param componentId percent-encoded, as in a URL
     * @throws IllegalArgumentException if there is no such component
     */
    ComponentPageInfo componentPage(
            String topologyId, String componentId, String window, boolean includeSystem)
            throws NotAliveException {
        return createPages(submissions.byId(topologyId), includeSystem)
                .component(URLDecoder.decode(componentId, StandardCharsets.UTF_8), window);
    }

    /**
     * @param id the id of a supervisor; null for all supervisors of {@code host}
     * @throws NotAliveException if there is none
     */
    SupervisorPageInfo supervisorPage(
            @Nullable String id, @Nullable String host, boolean includeSystem)
            throws NotAliveException {
        SupervisorPageInfo page = new SupervisorPageInfo();
        for (SupervisorSummary supervisor : supervisors(submissions.list().size())) {
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

    List<OwnerResourceSummary> ownerSummaries(@Nullable String owner) {
        return OwnerSummaries.summaries(summaries(), owner);
    }
}
