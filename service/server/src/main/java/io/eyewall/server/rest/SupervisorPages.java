package io.eyewall.server.rest;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.storm.Constants;
import org.apache.storm.generated.SupervisorPageInfo;
import org.apache.storm.generated.SupervisorSummary;
import org.apache.storm.generated.WorkerSummary;
import org.apache.storm.thrift.TException;
import org.apache.storm.utils.VersionInfo;
import org.jspecify.annotations.Nullable;

/** The pages about supervisors and their workers. */
final class SupervisorPages {
    private SupervisorPages() {}

    static Map<String, Object> summary(RestCall call) throws TException {
        return page(call, call.nimbus().getClusterInfo().get_supervisors());
    }

    /** Returns the page of one supervisor, or of all supervisors on a host. */
    static Map<String, Object> page(RestCall call) throws TException {
        String id = call.query().get("id");
        String host = call.query().get("host");
        if (id == null && host == null) {
            throw new IllegalArgumentException("give a supervisor's id or host");
        }
        SupervisorPageInfo info =
                call.nimbus().getSupervisorPageInfo(id, host, call.query().includesSystem());
        Map<String, Object> page = page(call, info.get_supervisor_summaries());
        page.put("workers", workerRows(info.get_worker_summaries(), call.conf()));
        return page;
    }

    private static Map<String, Object> page(RestCall call, List<SupervisorSummary> supervisors) {
        Map<String, Object> page = new HashMap<>();
        page.put("supervisors", supervisors.stream().map(s -> row(s, call.conf())).toList());
        page.put("schedulerDisplayResource", call.conf().displayResource());
        page.put("logviewerPort", call.conf().logviewerPort());
        page.put("logviewerScheme", call.conf().logviewerScheme());
        return page;
    }

    private static Map<String, Object> row(SupervisorSummary supervisor, UiConf conf) {
        Map<String, Double> total = ClusterPages.resources(supervisor.get_total_resources());
        Map<String, Double> used = ClusterPages.resources(supervisor.get_used_generic_resources());
        double memory = total.getOrDefault(Constants.COMMON_TOTAL_MEMORY_RESOURCE_NAME, 0.0);
        double cpu = total.getOrDefault(Constants.COMMON_CPU_RESOURCE_NAME, 0.0);
        Map<String, Double> available = new HashMap<>(total);
        used.forEach((name, amount) -> available.merge(name, -amount, Double::sum));
        int slots = supervisor.get_num_workers();
        int usedSlots = supervisor.get_num_used_workers();

        Map<String, Object> row = new HashMap<>();
        row.put("id", supervisor.get_supervisor_id());
        row.put("host", supervisor.get_host());
        row.put(
                "version",
                Objects.requireNonNullElse(supervisor.get_version(), VersionInfo.getVersion()));
        row.put("logLink", conf.daemonLogLink(supervisor.get_host(), "supervisor.log"));
        row.put("uptime", RestText.duration(supervisor.get_uptime_secs()));
        row.put("uptimeSeconds", supervisor.get_uptime_secs());
        row.put("blacklisted", supervisor.is_blacklisted());
        row.put("slotsTotal", slots);
        row.put("slotsUsed", usedSlots);
        row.put("slotsFree", Math.max(0, slots - usedSlots));
        row.put("totalMem", memory);
        row.put("usedMem", supervisor.get_used_mem());
        row.put("availMem", memory - supervisor.get_used_mem());
        row.put("totalCpu", cpu);
        row.put("usedCpu", supervisor.get_used_cpu());
        row.put("availCpu", cpu - supervisor.get_used_cpu());
        row.put("totalGenericResources", RestText.genericResources(total));
        row.put("availGenericResources", RestText.genericResources(available));
        row.put(
                "usedGenericResources",
                supervisor.is_set_used_generic_resources()
                        ? RestText.genericResources(used)
                        : null);
        return row;
    }

    static List<Map<String, Object>> workerRows(
            @Nullable List<WorkerSummary> workers, UiConf conf) {
        return workers == null ? List.of() : workers.stream().map(w -> workerRow(w, conf)).toList();
    }

    private static Map<String, Object> workerRow(WorkerSummary worker, UiConf conf) {
        Map<String, Object> row = new HashMap<>();
        row.put("supervisorId", worker.get_supervisor_id());
        row.put("host", worker.get_host());
        row.put("port", worker.get_port());
        row.put("topologyId", worker.get_topology_id());
        row.put("topologyName", worker.get_topology_name());
        row.put("owner", worker.get_owner());
        row.put("executorsTotal", worker.get_num_executors());
        row.put("assignedMemOnHeap", worker.get_assigned_memonheap());
        row.put("assignedMemOffHeap", worker.get_assigned_memoffheap());
        row.put("assignedCpu", worker.get_assigned_cpu());
        row.put("componentNumTasks", worker.get_component_to_num_tasks());
        row.put("uptime", RestText.duration(worker.get_uptime_secs()));
        row.put("uptimeSeconds", worker.get_uptime_secs());
        row.put(
                "workerLogLink",
                conf.workerLogLink(worker.get_host(), worker.get_port(), worker.get_topology_id()));
        return row;
    }
}
