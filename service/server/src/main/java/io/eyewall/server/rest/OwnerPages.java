package io.eyewall.server.rest;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.storm.generated.OwnerResourceSummary;
import org.apache.storm.thrift.TException;

/** The pages about users: their running topologies and resource guarantees. */
final class OwnerPages {
    private static final String NONE = "N/A";

    private OwnerPages() {}

    static Map<String, Object> listOwners(RestCall call) throws TException {
        List<Map<String, Object>> owners =
                call.nimbus().getOwnerResourceSummaries(null).stream()
                        .map(OwnerPages::row)
                        .toList();
        return Map.of("owners", owners, "schedulerDisplayResource", call.conf().displayResource());
    }

    static Map<String, Object> ownerPage(RestCall call) throws TException {
        String owner = call.variable("owner");
        OwnerResourceSummary summary =
                call.nimbus().getOwnerResourceSummaries(owner).stream()
                        .findFirst()
                        .orElseGet(() -> new OwnerResourceSummary(owner));
        Map<String, Object> page = row(summary);
        page.put(
                "topologies",
                call.nimbus().getTopologySummaries().stream()
                        .filter(topology -> Objects.equals(topology.get_owner(), owner))
                        .map(TopologySummaries::row)
                        .toList());
        page.put("schedulerDisplayResource", call.conf().displayResource());
        return page;
    }

    private static Map<String, Object> row(OwnerResourceSummary owner) {
        Map<String, Object> row = new HashMap<>();
        row.put("owner", owner.get_owner());
        row.put("totalTopologies", owner.get_total_topologies());
        row.put("totalExecutors", owner.get_total_executors());
        row.put("totalWorkers", owner.get_total_workers());
        row.put("totalTasks", owner.get_total_tasks());
        row.put("totalMemoryUsage", owner.get_memory_usage());
        row.put("totalCpuUsage", owner.get_cpu_usage());
        row.put("totalReqOnHeapMem", owner.get_requested_on_heap_memory());
        row.put("totalReqOffHeapMem", owner.get_requested_off_heap_memory());
        row.put("totalReqMem", owner.get_requested_total_memory());
        row.put("totalReqCpu", owner.get_requested_cpu());
        row.put("totalAssignedOnHeapMem", owner.get_assigned_on_heap_memory());
        row.put("totalAssignedOffHeapMem", owner.get_assigned_off_heap_memory());
        row.put(
                "memoryGuarantee",
                guarantee(owner.is_set_memory_guarantee(), owner.get_memory_guarantee()));
        row.put("cpuGuarantee", guarantee(owner.is_set_cpu_guarantee(), owner.get_cpu_guarantee()));
        row.put(
                "memoryGuaranteeRemaining",
                guarantee(
                        owner.is_set_memory_guarantee_remaining(),
                        owner.get_memory_guarantee_remaining()));
        row.put(
                "cpuGuaranteeRemaining",
                guarantee(
                        owner.is_set_cpu_guarantee_remaining(),
                        owner.get_cpu_guarantee_remaining()));
        row.put(
                "isolatedNodes",
                owner.is_set_isolated_node_guarantee() ? owner.get_isolated_node_guarantee() : -1);
        return row;
    }

    private static Object guarantee(boolean isSet, double amount) {
        return isSet ? (Object) amount : NONE;
    }
}
