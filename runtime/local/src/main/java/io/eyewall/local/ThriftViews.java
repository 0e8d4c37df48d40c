package io.eyewall.local;

import io.eyewall.engine.ErrorReport;
import io.eyewall.engine.metrics.ExecutorMetrics;
import io.eyewall.local.page.ResourceTotals;
import io.eyewall.topology.ExecutorPlan;
import io.eyewall.topology.TopologyPlan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.Constants;
import org.apache.storm.generated.ErrorInfo;
import org.apache.storm.generated.ExecutorInfo;
import org.apache.storm.generated.ExecutorSummary;
import org.apache.storm.generated.NumErrorsChoice;
import org.apache.storm.generated.SupervisorSummary;
import org.apache.storm.generated.TopologyInfo;
import org.apache.storm.generated.TopologySummary;
import org.apache.storm.utils.ObjectReader;
import org.apache.storm.utils.VersionInfo;
import org.jspecify.annotations.Nullable;

/** Creates Storm's Thrift structures from the engine's view of a topology. Any thread may call. */
public final class ThriftViews {
    /**
     * The port reported for a topology's only worker: Storm's LocalCluster begins with this port.
     */
    private static final int WORKER_PORT = 1024;

    /** Keys of the capacity that a supervisor reports; it has no effect here. */
    private static final String CPU_CAPACITY = "supervisor.cpu.capacity";

    private static final String MEMORY_CAPACITY = "supervisor.memory.capacity.mb";

    /** The key of a cluster's scheduler class; it only affects the reported status here. */
    private static final String SCHEDULER = "storm.scheduler";

    private final String host;
    private final String scheduler;
    private final Map<String, Double> supervisorResources;

    /**
     * @param daemonConf may have the host's name, the scheduler's class and the supervisor's
     *     capacity
     */
    ThriftViews(Map<String, Object> daemonConf) {
        Object configured = daemonConf.get(Config.STORM_LOCAL_HOSTNAME);
        // The real name is not looked up: without a name service the lookup can take seconds.
        host = configured == null ? "localhost" : configured.toString();
        scheduler = String.valueOf(daemonConf.get(SCHEDULER));
        supervisorResources =
                Map.of(
                        Constants.COMMON_CPU_RESOURCE_NAME,
                        ObjectReader.getDouble(daemonConf.get(CPU_CAPACITY), 0.0),
                        Constants.COMMON_TOTAL_MEMORY_RESOURCE_NAME,
                        ObjectReader.getDouble(daemonConf.get(MEMORY_CAPACITY), 0.0));
    }

    String host() {
        return host;
    }

    TopologySummary summary(Submission submission) {
        TopologyPlan plan = submission.topology().plan();
        TopologySummary summary =
                new TopologySummary(
                        plan.id(),
                        plan.name(),
                        plan.taskToComponent().size(),
                        executorsWithoutSystem(plan).size(),
                        1,
                        submission.topology().uptimeSecs(),
                        submission.stormStatus());
        summary.set_owner(owner(plan));
        summary.set_replication_count(1);
        summary.set_storm_version(stormVersion(plan));
        summary.set_sched_status(schedulerStatus(plan));
        setResources(summary, submission.resourceTotals());
        return summary;
    }

    /**
     * Returns what Storm's configured scheduler would report, given that resources always suffice;
     * null for the default scheduler, which reports nothing (Storm:
     * scheduler/resource/ResourceAwareScheduler.java, scheduler/multitenant/DefaultPool.java).
     */
    private @Nullable String schedulerStatus(TopologyPlan plan) {
        if (scheduler.endsWith("ResourceAwareScheduler")) {
            String strategy = String.valueOf(plan.conf().get(Config.TOPOLOGY_SCHEDULER_STRATEGY));
            return "Running - Fully Scheduled by "
                    + strategy.substring(strategy.lastIndexOf('.') + 1);
        }
        return scheduler.endsWith("MultitenantScheduler") ? "Fully Scheduled" : null;
    }

    /** Reports the requested resources as assigned: resources never run short here. */
    private static void setResources(TopologySummary summary, ResourceTotals resources) {
        summary.set_requested_memonheap(resources.onHeapMb());
        summary.set_requested_memoffheap(resources.offHeapMb());
        summary.set_requested_cpu(resources.cpuPercent());
        summary.set_requested_generic_resources(Map.of());
        summary.set_assigned_memonheap(resources.onHeapMb());
        summary.set_assigned_memoffheap(resources.offHeapMb());
        summary.set_assigned_cpu(resources.cpuPercent());
        summary.set_assigned_generic_resources(Map.of());
    }

    TopologyInfo info(Submission submission, NumErrorsChoice errorChoice) {
        TopologyPlan plan = submission.topology().plan();
        TopologyInfo info =
                new TopologyInfo(
                        plan.id(),
                        plan.name(),
                        submission.topology().uptimeSecs(),
                        executorSummaries(submission),
                        submission.stormStatus(),
                        errors(submission, errorChoice));
        info.set_component_debug(submission.debugOptions());
        info.set_owner(owner(plan));
        info.set_replication_count(1);
        info.set_storm_version(stormVersion(plan));
        info.set_sched_status(schedulerStatus(plan));
        return info;
    }

    /**
     * Returns a supervisor on this host.
     *
     * @param slots the number of worker slots
     * @param usedSlots the number of slots in use
     */
    public SupervisorSummary supervisor(String id, int slots, int usedSlots, int uptimeSecs) {
        SupervisorSummary summary = new SupervisorSummary(host, uptimeSecs, slots, usedSlots, id);
        summary.set_version(VersionInfo.getVersion());
        summary.set_total_resources(supervisorResources);
        return summary;
    }

    private List<ExecutorSummary> executorSummaries(Submission submission) {
        Map<ExecutorPlan, ExecutorMetrics> metrics = new HashMap<>();
        for (ExecutorMetrics executor : submission.topology().recent().metrics().executors()) {
            metrics.put(executor.executor(), executor);
        }
        List<ExecutorSummary> summaries = new ArrayList<>();
        for (ExecutorPlan executor : executorsWithoutSystem(submission.topology().plan())) {
            ExecutorMetrics measured = metrics.get(executor);
            ExecutorSummary summary =
                    new ExecutorSummary(
                            new ExecutorInfo(executor.firstTask(), executor.lastTask()),
                            executor.componentId(),
                            host,
                            WORKER_PORT,
                            measured == null ? 0 : measured.uptimeSecs());
            if (measured != null) {
                summary.set_stats(measured.stats());
            }
            summaries.add(summary);
        }
        return summaries;
    }

    /**
     * Returns all executors but the system executor, which Storm's Nimbus does not report either.
     */
    private static List<ExecutorPlan> executorsWithoutSystem(TopologyPlan plan) {
        return plan.executors().stream().filter(executor -> executor.firstTask() > 0).toList();
    }

    /**
     * Returns the errors by component, newest first; components without errors have an empty list.
     */
    private Map<String, List<ErrorInfo>> errors(Submission submission, NumErrorsChoice choice) {
        Map<String, List<ErrorInfo>> byComponent = new HashMap<>();
        for (String componentId : submission.topology().plan().components().keySet()) {
            byComponent.put(componentId, new ArrayList<>());
        }
        if (choice == NumErrorsChoice.NONE) {
            return byComponent;
        }
        for (ErrorReport report : submission.topology().errors()) {
            ErrorInfo error = new ErrorInfo(report.stackTrace(), report.timeSecs());
            error.set_host(host);
            error.set_port(WORKER_PORT);
            byComponent.computeIfAbsent(report.componentId(), id -> new ArrayList<>()).add(error);
        }
        for (List<ErrorInfo> errors : byComponent.values()) {
            errors.sort(Comparator.comparingInt(ErrorInfo::get_error_time_secs).reversed());
            if (choice == NumErrorsChoice.ONE && errors.size() > 1) {
                errors.subList(1, errors.size()).clear();
            }
        }
        return byComponent;
    }

    private static @Nullable String owner(TopologyPlan plan) {
        return (String) plan.conf().get(Config.TOPOLOGY_SUBMITTER_USER);
    }

    private static String stormVersion(TopologyPlan plan) {
        String version = plan.userTopology().get_storm_version();
        return version == null ? VersionInfo.getVersion() : version;
    }
}
