package io.eyewall.local.page;

import io.eyewall.topology.TopologyPlan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.daemon.StormCommon;
import org.apache.storm.generated.ComponentAggregateStats;
import org.apache.storm.generated.ComponentPageInfo;
import org.apache.storm.generated.ComponentType;
import org.apache.storm.generated.ErrorInfo;
import org.apache.storm.generated.ExecutorAggregateStats;
import org.apache.storm.generated.ExecutorSummary;
import org.apache.storm.generated.GlobalStreamId;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.generated.TopologyInfo;
import org.apache.storm.generated.TopologyPageInfo;
import org.apache.storm.generated.TopologyStats;
import org.apache.storm.generated.WorkerSummary;
import org.apache.storm.shade.net.minidev.json.JSONValue;
import org.apache.storm.utils.TupleUtils;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * The pages of Storm's UI for one topology. Any thread may call.
 *
 * @param plan the topology's plan
 * @param systemTopology the plan's system topology, with the resources that rebalances have changed
 * @param info the topology's current state, with all errors
 * @param includeSystem whether to include Storm's system components and streams
 */
public record Pages(
        TopologyPlan plan, StormTopology systemTopology, TopologyInfo info, boolean includeSystem) {

    /**
     * Returns the page of the topology.
     *
     * @param window seconds as text, or {@code :all-time}; an unknown window has zeros
     * @param worker the topology's worker, see {@link #worker}
     */
    public TopologyPageInfo topology(String window, WorkerSummary worker) {
        TopologyPageInfo page = new TopologyPageInfo(info.get_id());
        page.set_name(info.get_name());
        page.set_uptime_secs(info.get_uptime_secs());
        page.set_status(info.get_status());
        page.set_owner(info.get_owner());
        page.set_storm_version(info.get_storm_version());
        page.set_sched_status(info.get_sched_status());
        page.set_replication_count(info.get_replication_count());
        page.set_topology_conf(JSONValue.toJSONString(plan.conf()));
        page.set_num_tasks(plan.taskToComponent().size());
        page.set_num_executors(info.get_executors_size());
        page.set_num_workers(1);
        page.set_workers(List.of(worker));
        page.set_topology_stats(topologyStats());
        page.set_id_to_spout_agg_stats(componentStats(ComponentType.SPOUT, window));
        page.set_id_to_bolt_agg_stats(componentStats(ComponentType.BOLT, window));
        if (info.is_set_component_debug()) {
            page.set_debug_options(info.get_component_debug().get(info.get_id()));
        }
        return page;
    }

    /**
     * Returns the topology's statistics. Acked and failed messages are those of spouts; other
     * numbers are sums over all components.
     */
    private TopologyStats topologyStats() {
        Map<String, Long> emitted = new HashMap<>();
        Map<String, Long> transferred = new HashMap<>();
        Map<String, Long> acked = new HashMap<>();
        Map<String, Long> failed = new HashMap<>();
        Map<String, StatisticsTotals> spouts = new HashMap<>();
        for (ExecutorTotals executor : executors(null)) {
            for (String window : executor.windows()) {
                StatisticsTotals totals = executor.sumOfAllStreams(window);
                emitted.merge(window, totals.emitted, Long::sum);
                transferred.merge(window, totals.transferred, Long::sum);
                if (executor.type() == ComponentType.SPOUT) {
                    acked.merge(window, totals.acked, Long::sum);
                    failed.merge(window, totals.failed, Long::sum);
                    spouts.computeIfAbsent(window, w -> new StatisticsTotals()).add(totals);
                }
            }
        }
        Map<String, Double> completeLatenciesMs = new HashMap<>();
        spouts.forEach(
                (window, totals) -> {
                    if (totals.acked > 0) {
                        completeLatenciesMs.put(window, totals.completeLatencyMs());
                    }
                });
        TopologyStats stats = new TopologyStats();
        stats.set_window_to_emitted(emitted);
        stats.set_window_to_transferred(transferred);
        stats.set_window_to_acked(acked);
        stats.set_window_to_failed(failed);
        stats.set_window_to_complete_latencies_ms(completeLatenciesMs);
        return stats;
    }

    private Map<String, ComponentAggregateStats> componentStats(ComponentType type, String window) {
        Map<String, StatisticsTotals> byComponent = new HashMap<>();
        for (ExecutorTotals executor : executors(null)) {
            if (executor.type() == type) {
                byComponent
                        .computeIfAbsent(
                                executor.summary().get_component_id(), id -> new StatisticsTotals())
                        .add(executor.sumOfAllStreams(window));
            }
        }
        Map<String, ComponentAggregateStats> stats = new HashMap<>();
        byComponent.forEach(
                (id, totals) -> {
                    List<ErrorInfo> errors = errors(id);
                    ComponentAggregateStats aggregate =
                            totals.toStormStats(type, errors.isEmpty() ? null : errors.get(0));
                    aggregate.get_common_stats().set_resources_map(resources(id));
                    stats.put(id, aggregate);
                });
        return stats;
    }

    /**
     * Returns the page of a component.
     *
     * @param window as in {@link #topology}
     * @throws IllegalArgumentException if there is no component with that id
     */
    public ComponentPageInfo component(String componentId, String window) {
        plan.component(componentId);
        ComponentType type = typeOf(componentId);
        ComponentPageInfo page = new ComponentPageInfo(componentId, type);
        page.set_topology_id(info.get_id());
        page.set_topology_name(info.get_name());
        page.set_topology_status(info.get_status());
        page.set_errors(errors(componentId));
        page.set_resources_map(resources(componentId));

        List<ExecutorTotals> executors = executors(componentId);
        StatisticsTotals componentTotals = new StatisticsTotals();
        Map<String, StatisticsTotals> byWindow = new HashMap<>();
        Map<String, StatisticsTotals> outputs = new HashMap<>();
        Map<GlobalStreamId, StatisticsTotals> inputs = new HashMap<>();
        List<ExecutorAggregateStats> executorStats = new ArrayList<>();
        for (ExecutorTotals executor : executors) {
            StatisticsTotals totals = executor.sumOfAllStreams(window);
            componentTotals.add(totals);
            addAll(outputs, executor.outputTotals(window));
            addAll(inputs, executor.inputTotals(window));
            for (String otherWindow : executor.windows()) {
                StatisticsTotals windowTotals =
                        byWindow.computeIfAbsent(otherWindow, w -> new StatisticsTotals());
                executor.outputTotals(otherWindow).values().forEach(windowTotals::add);
                executor.inputTotals(otherWindow).values().forEach(windowTotals::add);
            }
            executorStats.add(executorStats(executor.summary(), totals, type));
        }
        page.set_num_executors(componentTotals.executors);
        page.set_num_tasks(componentTotals.tasks);
        page.set_window_to_stats(toStormStats(byWindow, type));
        page.set_sid_to_output_stats(toStormStats(outputs, type));
        if (type == ComponentType.BOLT) {
            page.set_gsid_to_input_stats(toStormStats(inputs, type));
        }
        page.set_exec_stats(executorStats);
        if (info.is_set_component_debug()) {
            page.set_debug_options(info.get_component_debug().get(componentId));
        }
        addEventLogger(page);
        return page;
    }

    private static ExecutorAggregateStats executorStats(
            ExecutorSummary summary, StatisticsTotals totals, ComponentType type) {
        ExecutorSummary summaryWithoutStats = summary.deepCopy();
        summaryWithoutStats.unset_stats(); // the aggregated statistics are set below
        totals.executors = 0; // Storm reports no counts of executors and tasks for one executor
        totals.tasks = 0;
        ExecutorAggregateStats stats = new ExecutorAggregateStats();
        stats.set_exec_summary(summaryWithoutStats);
        stats.set_stats(totals.toStormStats(type, null));
        return stats;
    }

    /** Adds the port of the event logger to which the component's events go, if there is one. */
    private void addEventLogger(ComponentPageInfo page) {
        List<Integer> loggers =
                plan.componentToTasks()
                        .getOrDefault(StormCommon.EVENTLOGGER_COMPONENT_ID, List.of());
        if (loggers.isEmpty()) {
            return;
        }
        int task =
                loggers.get(
                        TupleUtils.chooseTaskIndex(
                                List.of(page.get_component_id()), loggers.size()));
        for (ExecutorSummary executor : info.get_executors()) {
            if (executor.get_executor_info().get_task_start() <= task
                    && task <= executor.get_executor_info().get_task_end()) {
                page.set_eventlog_host(executor.get_host());
                page.set_eventlog_port(executor.get_port());
            }
        }
    }

    /**
     * Returns the logical worker that runs all executors.
     *
     * @param supervisorId the supervisor of the worker's slot; null if no slot is left
     */
    public WorkerSummary worker(@Nullable String supervisorId) {
        ExecutorSummary first = info.get_executors().get(0);
        WorkerSummary worker = new WorkerSummary();
        worker.set_supervisor_id(supervisorId);
        worker.set_host(first.get_host());
        worker.set_port(first.get_port());
        worker.set_topology_id(info.get_id());
        worker.set_topology_name(info.get_name());
        worker.set_num_executors(info.get_executors_size());
        worker.set_owner(info.get_owner());
        worker.set_uptime_secs(info.get_uptime_secs());
        Map<String, Long> tasks = new HashMap<>();
        for (String componentId : plan.taskToComponent().values()) {
            if (includeSystem || !Utils.isSystemId(componentId)) {
                tasks.merge(componentId, 1L, Long::sum);
            }
        }
        worker.set_component_to_num_tasks(tasks);
        ResourceTotals resources = ResourceTotals.sumOf(plan, systemTopology);
        worker.set_assigned_memonheap(resources.onHeapMb());
        worker.set_assigned_memoffheap(resources.offHeapMb());
        worker.set_assigned_cpu(resources.cpuPercent());
        return worker;
    }

    /**
     * Returns the totals of a component's executors.
     *
     * @param componentId null for all components that are included
     */
    private List<ExecutorTotals> executors(@Nullable String componentId) {
        List<ExecutorTotals> executors = new ArrayList<>();
        for (ExecutorSummary executor : info.get_executors()) {
            String id = executor.get_component_id();
            if ((componentId == null || componentId.equals(id))
                    && (includeSystem || !Utils.isSystemId(id))) {
                executors.add(new ExecutorTotals(executor, typeOf(id), includeSystem));
            }
        }
        return executors;
    }

    private ComponentType typeOf(String componentId) {
        return Utils.isSystemId(componentId)
                        || plan.userTopology().get_bolts().containsKey(componentId)
                ? ComponentType.BOLT
                : ComponentType.SPOUT;
    }

    /** Returns a component's errors, newest first. */
    private List<ErrorInfo> errors(String componentId) {
        return info.get_errors().getOrDefault(componentId, List.of());
    }

    private Map<String, Double> resources(String componentId) {
        return ComponentResources.requestedBy(
                componentId, ResourceTotals.findCommon(systemTopology, componentId), plan.conf());
    }

    private static <K> void addAll(
            Map<K, StatisticsTotals> target, Map<K, StatisticsTotals> added) {
        added.forEach(
                (key, totals) ->
                        target.computeIfAbsent(key, k -> new StatisticsTotals()).add(totals));
    }

    private static <K> Map<K, ComponentAggregateStats> toStormStats(
            Map<K, StatisticsTotals> totals, ComponentType type) {
        Map<K, ComponentAggregateStats> stats = new HashMap<>();
        totals.forEach((key, sum) -> stats.put(key, sum.toStormStats(type, null)));
        return stats;
    }
}
