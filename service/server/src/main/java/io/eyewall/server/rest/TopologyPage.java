package io.eyewall.server.rest;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.generated.BoltAggregateStats;
import org.apache.storm.generated.CommonAggregateStats;
import org.apache.storm.generated.ComponentAggregateStats;
import org.apache.storm.generated.DebugOptions;
import org.apache.storm.generated.TopologyPageInfo;
import org.apache.storm.generated.TopologyStats;
import org.apache.storm.thrift.TException;
import org.apache.storm.utils.ObjectReader;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;

/** The page of a topology. */
final class TopologyPage {
    private static final int DEFAULT_TIMEOUT_SECS = 30;

    private TopologyPage() {}

    static Map<String, Object> answer(RestCall call) throws TException {
        String window = call.query().window();
        String windowHint = StatWindows.displayText(window);
        TopologyPageInfo info =
                call.nimbus()
                        .getTopologyPageInfo(
                                call.topologyId(), window, call.query().includesSystem());
        Map<String, Object> conf = Utils.parseJson(info.get_topology_conf());
        Map<String, Object> page = new HashMap<>();
        page.put("user", null);
        page.put("window", window);
        page.put("windowHint", windowHint);
        page.put("configuration", conf);
        page.put(
                "msgTimeout",
                ObjectReader.getInt(
                        conf.get(Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS), DEFAULT_TIMEOUT_SECS));
        putTopology(page, info);
        call.putHealth(page, info.get_id());
        putResources(page, info);
        putDebugOptions(page, info.get_debug_options());
        page.put("workers", SupervisorPages.workerRows(info.get_workers(), call.conf()));
        page.put("topologyStats", windowRows(info.get_topology_stats()));
        page.put("spouts", spoutRows(call, info));
        page.put("bolts", boltRows(call, info));
        page.put("visualizationTable", List.of());
        page.put("schedulerDisplayResource", call.conf().displayResource());
        page.put("bugtracker-url", call.conf().bugTrackerUrl());
        page.put("central-log-url", call.conf().centralLogUrl());
        return page;
    }

    private static void putTopology(Map<String, Object> page, TopologyPageInfo info) {
        page.put("id", info.get_id());
        page.put("encodedId", RestText.urlEncode(info.get_id()));
        page.put("name", info.get_name());
        page.put("owner", info.get_owner());
        page.put("status", info.get_status());
        page.put("stormVersion", info.get_storm_version());
        page.put("topologyVersion", info.get_topology_version());
        page.put("uptime", RestText.duration(info.get_uptime_secs()));
        page.put("uptimeSeconds", info.get_uptime_secs());
        page.put("tasksTotal", info.get_num_tasks());
        page.put("workersTotal", info.get_num_workers());
        page.put("executorsTotal", info.get_num_executors());
        page.put("replicationCount", info.get_replication_count());
        page.put("schedulerInfo", info.get_sched_status());
    }

    private static void putResources(Map<String, Object> page, TopologyPageInfo info) {
        page.put("requestedMemOnHeap", info.get_requested_memonheap());
        page.put("requestedMemOffHeap", info.get_requested_memoffheap());
        page.put(
                "requestedTotalMem",
                info.get_requested_memonheap() + info.get_requested_memoffheap());
        page.put("requestedCpu", info.get_requested_cpu());
        page.put("requestedRegularOnHeapMem", info.get_requested_regular_on_heap_memory());
        page.put("requestedSharedOnHeapMem", info.get_requested_shared_on_heap_memory());
        page.put("requestedRegularOffHeapMem", info.get_requested_regular_off_heap_memory());
        page.put("requestedSharedOffHeapMem", info.get_requested_shared_off_heap_memory());
        page.put(
                "requestedGenericResources",
                genericResources(info.get_requested_generic_resources()));
        page.put("assignedMemOnHeap", info.get_assigned_memonheap());
        page.put("assignedMemOffHeap", info.get_assigned_memoffheap());
        page.put(
                "assignedTotalMem", info.get_assigned_memonheap() + info.get_assigned_memoffheap());
        page.put("assignedCpu", info.get_assigned_cpu());
        page.put("assignedRegularOnHeapMem", info.get_assigned_regular_on_heap_memory());
        page.put("assignedSharedOnHeapMem", info.get_assigned_shared_on_heap_memory());
        page.put("assignedRegularOffHeapMem", info.get_assigned_regular_off_heap_memory());
        page.put("assignedSharedOffHeapMem", info.get_assigned_shared_off_heap_memory());
        page.put(
                "assignedGenericResources",
                genericResources(info.get_assigned_generic_resources()));
    }

    private static @Nullable String genericResources(@Nullable Map<String, Double> resources) {
        return resources == null ? null : RestText.genericResources(resources);
    }

    /** Adds whether events are logged, and the sampled percentage of tuples; 10 by default. */
    static void putDebugOptions(Map<String, Object> page, @Nullable DebugOptions options) {
        DebugOptions optionsOrDefaults = options == null ? new DebugOptions() : options;
        page.put("debug", optionsOrDefaults.is_enable());
        page.put(
                "samplingPct",
                optionsOrDefaults.is_set_samplingpct()
                        ? optionsOrDefaults.get_samplingpct()
                        : 10.0);
    }

    private static List<Map<String, Object>> windowRows(@Nullable TopologyStats stats) {
        List<Map<String, Object>> rows = new ArrayList<>();
        if (stats == null || stats.get_window_to_emitted_size() == 0) {
            return rows; // no worker has reported yet
        }
        for (String window : StatWindows.OF_TOPOLOGY) {
            Map<String, Object> row = new HashMap<>();
            row.put("window", window);
            row.put("windowPretty", StatWindows.displayText(window));
            row.put("emitted", count(stats.get_window_to_emitted(), window));
            row.put("transferred", count(stats.get_window_to_transferred(), window));
            row.put("acked", count(stats.get_window_to_acked(), window));
            row.put("failed", count(stats.get_window_to_failed(), window));
            Map<String, Double> latencies = stats.get_window_to_complete_latencies_ms();
            row.put(
                    "completeLatency",
                    RestText.decimal(latencies == null ? 0 : latencies.getOrDefault(window, 0.0)));
            rows.add(row);
        }
        return rows;
    }

    private static long count(@Nullable Map<String, Long> counts, String window) {
        return counts == null ? 0 : counts.getOrDefault(window, 0L);
    }

    private static List<Map<String, Object>> spoutRows(RestCall call, TopologyPageInfo info) {
        List<Map<String, Object>> rows = new ArrayList<>();
        info.get_id_to_spout_agg_stats()
                .forEach(
                        (id, stats) -> {
                            Map<String, Object> row = componentRow(call, stats);
                            row.put("spoutId", id);
                            row.put("encodedSpoutId", RestText.urlEncode(id));
                            row.put(
                                    "completeLatency",
                                    RestText.decimal(
                                            stats.get_specific_stats()
                                                    .get_spout()
                                                    .get_complete_latency_ms()));
                            rows.add(row);
                        });
        return rows;
    }

    private static List<Map<String, Object>> boltRows(RestCall call, TopologyPageInfo info) {
        List<Map<String, Object>> rows = new ArrayList<>();
        info.get_id_to_bolt_agg_stats()
                .forEach(
                        (id, stats) -> {
                            BoltAggregateStats bolt = stats.get_specific_stats().get_bolt();
                            Map<String, Object> row = componentRow(call, stats);
                            row.put("boltId", id);
                            row.put("encodedBoltId", RestText.urlEncode(id));
                            row.put("executed", bolt.get_executed());
                            row.put(
                                    "executeLatency",
                                    RestText.decimal(bolt.get_execute_latency_ms()));
                            row.put(
                                    "processLatency",
                                    RestText.decimal(bolt.get_process_latency_ms()));
                            row.put("capacity", RestText.decimal(bolt.get_capacity()));
                            rows.add(row);
                        });
        return rows;
    }

    private static Map<String, Object> componentRow(RestCall call, ComponentAggregateStats stats) {
        CommonAggregateStats common = stats.get_common_stats();
        Map<String, Object> row = new HashMap<>();
        row.put("executors", common.get_num_executors());
        row.put("tasks", common.get_num_tasks());
        row.put("emitted", common.get_emitted());
        row.put("transferred", common.get_transferred());
        row.put("acked", common.get_acked());
        row.put("failed", common.get_failed());
        row.put(
                "requestedGenericResourcesComp",
                RestText.genericResources(common.get_resources_map()));
        ComponentPage.putRequestedResources(row, common.get_resources_map());
        row.putAll(ErrorRows.lastErrorFields(call, stats.get_last_error()));
        return row;
    }
}
