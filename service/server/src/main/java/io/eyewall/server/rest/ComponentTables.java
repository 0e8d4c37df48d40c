package io.eyewall.server.rest;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.generated.BoltAggregateStats;
import org.apache.storm.generated.CommonAggregateStats;
import org.apache.storm.generated.ComponentAggregateStats;
import org.apache.storm.generated.ComponentPageInfo;
import org.apache.storm.generated.ComponentType;
import org.apache.storm.generated.ExecutorAggregateStats;
import org.apache.storm.generated.ExecutorInfo;
import org.apache.storm.generated.ExecutorSummary;
import org.jspecify.annotations.Nullable;

/** Makes the tables of a component's page: by window, stream and executor. */
final class ComponentTables {
    private ComponentTables() {}

    static void putTables(Map<String, Object> page, ComponentPageInfo info, UiConf conf) {
        boolean isSpout = info.get_component_type() == ComponentType.SPOUT;
        page.put(isSpout ? "spoutSummary" : "boltStats", windowRows(info, isSpout));
        page.put("outputStats", outputRows(info, isSpout));
        if (!isSpout) {
            page.put("inputStats", inputRows(info));
        }
        page.put("executorStats", executorRows(info, isSpout, conf));
    }

    private static List<Map<String, Object>> windowRows(ComponentPageInfo info, boolean isSpout) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (String window : StatWindows.OF_COMPONENT) {
            ComponentAggregateStats stats = orEmpty(info.get_window_to_stats()).get(window);
            if (stats == null) {
                continue; // a hidden system component has no statistics
            }
            Map<String, Object> row = new HashMap<>();
            row.put("window", window);
            row.put("windowPretty", StatWindows.displayText(window));
            putEmitted(row, stats.get_common_stats());
            putAckedAndFailed(row, stats.get_common_stats());
            if (isSpout) {
                // Storm's UI writes a number here and text elsewhere.
                row.put("completeLatency", completeLatencyMs(stats));
                row.put("lastError", "");
            } else {
                putBoltLatencies(row, stats);
                row.put(
                        "capacity",
                        RestText.decimal(stats.get_specific_stats().get_bolt().get_capacity()));
            }
            rows.add(row);
        }
        return rows;
    }

    private static List<Map<String, Object>> outputRows(ComponentPageInfo info, boolean isSpout) {
        List<Map<String, Object>> rows = new ArrayList<>();
        orEmpty(info.get_sid_to_output_stats())
                .forEach(
                        (stream, stats) -> {
                            Map<String, Object> row = new HashMap<>();
                            row.put("stream", stream);
                            putEmitted(row, stats.get_common_stats());
                            if (isSpout) {
                                row.put(
                                        "completeLatency",
                                        RestText.decimal(completeLatencyMs(stats)));
                                putAckedAndFailed(row, stats.get_common_stats());
                            }
                            rows.add(row);
                        });
        return rows;
    }

    private static List<Map<String, Object>> inputRows(ComponentPageInfo info) {
        List<Map<String, Object>> rows = new ArrayList<>();
        orEmpty(info.get_gsid_to_input_stats())
                .forEach(
                        (stream, stats) -> {
                            Map<String, Object> row = new HashMap<>();
                            row.put("component", stream.get_componentId());
                            row.put(
                                    "encodedComponentId",
                                    RestText.urlEncode(stream.get_componentId()));
                            row.put("stream", stream.get_streamId());
                            putBoltLatencies(row, stats);
                            putAckedAndFailed(row, stats.get_common_stats());
                            rows.add(row);
                        });
        return rows;
    }

    private static List<Map<String, Object>> executorRows(
            ComponentPageInfo info, boolean isSpout, UiConf conf) {
        List<Map<String, Object>> rows = new ArrayList<>();
        if (info.get_exec_stats() == null) {
            return rows;
        }
        for (ExecutorAggregateStats executor : info.get_exec_stats()) {
            ComponentAggregateStats stats = executor.get_stats();
            Map<String, Object> row =
                    executorRow(executor.get_exec_summary(), info.get_topology_id(), conf);
            putEmitted(row, stats.get_common_stats());
            putAckedAndFailed(row, stats.get_common_stats());
            if (isSpout) {
                row.put("completeLatency", RestText.decimal(completeLatencyMs(stats)));
            } else {
                putBoltLatencies(row, stats);
                row.put(
                        "capacity",
                        RestText.decimal(stats.get_specific_stats().get_bolt().get_capacity()));
            }
            rows.add(row);
        }
        return rows;
    }

    private static Map<String, Object> executorRow(
            ExecutorSummary executor, String topologyId, UiConf conf) {
        ExecutorInfo tasks = executor.get_executor_info();
        String id = "[" + tasks.get_task_start() + "-" + tasks.get_task_end() + "]";
        Map<String, Object> row = new HashMap<>();
        row.put("id", id);
        row.put("encodedId", RestText.urlEncode(id));
        row.put("host", executor.get_host());
        row.put("port", executor.get_port());
        row.put("uptime", RestText.duration(executor.get_uptime_secs()));
        row.put("uptimeSeconds", executor.get_uptime_secs());
        row.put(
                "workerLogLink",
                conf.workerLogLink(executor.get_host(), executor.get_port(), topologyId));
        return row;
    }

    private static void putEmitted(Map<String, Object> row, CommonAggregateStats stats) {
        row.put("emitted", stats.get_emitted());
        row.put("transferred", stats.get_transferred());
    }

    private static void putAckedAndFailed(Map<String, Object> row, CommonAggregateStats stats) {
        row.put("acked", stats.get_acked());
        row.put("failed", stats.get_failed());
    }

    private static void putBoltLatencies(Map<String, Object> row, ComponentAggregateStats stats) {
        BoltAggregateStats bolt = stats.get_specific_stats().get_bolt();
        row.put("executed", bolt.get_executed());
        row.put("executeLatency", RestText.decimal(bolt.get_execute_latency_ms()));
        row.put("processLatency", RestText.decimal(bolt.get_process_latency_ms()));
    }

    private static double completeLatencyMs(ComponentAggregateStats stats) {
        return stats.get_specific_stats().get_spout().get_complete_latency_ms();
    }

    private static <K, V> Map<K, V> orEmpty(@Nullable Map<K, V> map) {
        return map == null ? Map.of() : map;
    }
}
