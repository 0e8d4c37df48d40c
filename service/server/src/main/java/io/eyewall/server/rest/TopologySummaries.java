package io.eyewall.server.rest;

import java.util.HashMap;
import java.util.Map;
import org.apache.storm.generated.TopologySummary;
import org.apache.storm.thrift.TException;

/** The list of topologies. */
final class TopologySummaries {
    private TopologySummaries() {}

    static Map<String, Object> listTopologies(RestCall call) throws TException {
        return Map.of(
                "topologies",
                call.nimbus().getTopologySummaries().stream()
                        .map(each -> rowWithHealth(call, each))
                        .toList(),
                "schedulerDisplayResource",
                call.conf().displayResource());
    }

    private static Map<String, Object> rowWithHealth(RestCall call, TopologySummary topology) {
        Map<String, Object> row = row(topology);
        call.putHealth(row, topology.get_id());
        return row;
    }

    /**
     * Makes a topology's row. The requested total adds the assigned on-heap memory, as Storm's UI
     * does.
     */
    static Map<String, Object> row(TopologySummary topology) {
        Map<String, Object> row = new HashMap<>();
        row.put("id", topology.get_id());
        row.put("encodedId", RestText.urlEncode(topology.get_id()));
        row.put("name", topology.get_name());
        row.put("owner", topology.get_owner());
        row.put("status", topology.get_status());
        row.put("stormVersion", topology.get_storm_version());
        row.put("topologyVersion", topology.get_topology_version());
        row.put("uptime", RestText.duration(topology.get_uptime_secs()));
        row.put("uptimeSeconds", topology.get_uptime_secs());
        row.put("tasksTotal", topology.get_num_tasks());
        row.put("workersTotal", topology.get_num_workers());
        row.put("executorsTotal", topology.get_num_executors());
        row.put("replicationCount", topology.get_replication_count());
        row.put("schedulerInfo", topology.get_sched_status());
        row.put("requestedMemOnHeap", topology.get_requested_memonheap());
        row.put("requestedMemOffHeap", topology.get_requested_memoffheap());
        row.put(
                "requestedTotalMem",
                topology.get_requested_memoffheap() + topology.get_assigned_memonheap());
        row.put("requestedCpu", topology.get_requested_cpu());
        row.put(
                "requestedGenericResources",
                RestText.genericResources(topology.get_requested_generic_resources()));
        row.put("assignedMemOnHeap", topology.get_assigned_memonheap());
        row.put("assignedMemOffHeap", topology.get_assigned_memoffheap());
        row.put(
                "assignedTotalMem",
                topology.get_assigned_memonheap() + topology.get_assigned_memoffheap());
        row.put("assignedCpu", topology.get_assigned_cpu());
        row.put(
                "assignedGenericResources",
                RestText.genericResources(topology.get_assigned_generic_resources()));
        return row;
    }
}
