package io.eyewall.server.rest;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.storm.Constants;
import org.apache.storm.generated.ClusterSummary;
import org.apache.storm.generated.NimbusSummary;
import org.apache.storm.generated.SupervisorSummary;
import org.apache.storm.generated.TopologySummary;
import org.apache.storm.thrift.TException;
import org.apache.storm.utils.Utils;
import org.apache.storm.utils.VersionInfo;
import org.jspecify.annotations.Nullable;

/** The pages about the cluster as a whole. */
final class ClusterPages {
    private static final String NOT_APPLICABLE = "Not applicable";

    private ClusterPages() {}

    static Map<String, Object> configuration(RestCall call) throws TException {
        return Utils.parseJson(call.nimbus().getNimbusConf());
    }

    static Map<String, Object> history(RestCall call) throws TException {
        return Map.of("topo-history", call.nimbus().getTopologyHistory(null).get_topo_ids());
    }

    static Map<String, Object> summary(RestCall call) throws TException {
        ClusterSummary cluster = call.nimbus().getClusterInfo();
        Map<String, Object> page = new HashMap<>();
        page.put("user", null);
        page.put("stormVersion", VersionInfo.getVersion());
        page.put("stormVersionInfo", versionInfo());
        page.put("supervisors", cluster.get_supervisors_size());
        page.put("topologies", cluster.get_topologies_size());
        putSlots(page, cluster.get_supervisors());
        putResources(page, cluster.get_supervisors());
        int executors = 0;
        int tasks = 0;
        for (TopologySummary topology : cluster.get_topologies()) {
            executors += topology.get_num_executors();
            tasks += topology.get_num_tasks();
        }
        page.put("executorsTotal", executors);
        page.put("tasksTotal", tasks);
        page.put("schedulerDisplayResource", call.conf().displayResource());
        page.put("bugtracker-url", call.conf().bugTrackerUrl());
        page.put("central-log-url", call.conf().centralLogUrl());
        return page;
    }

    private static Map<String, Object> versionInfo() {
        return Map.of(
                "version", VersionInfo.getVersion(),
                "revision", VersionInfo.getRevision(),
                "branch", VersionInfo.getBranch(),
                "date", VersionInfo.getDate(),
                "srcChecksum", VersionInfo.getSrcChecksum());
    }

    private static void putSlots(Map<String, Object> page, List<SupervisorSummary> supervisors) {
        int slots = 0;
        int used = 0;
        for (SupervisorSummary supervisor : supervisors) {
            slots += supervisor.get_num_workers();
            used += supervisor.get_num_used_workers();
        }
        page.put("slotsTotal", slots);
        page.put("slotsUsed", used);
        page.put("slotsFree", slots - used);
    }

    private static void putResources(
            Map<String, Object> page, List<SupervisorSummary> supervisors) {
        double memory = 0;
        double usedMemory = 0;
        double fragmentedMemory = 0;
        double cpu = 0;
        double usedCpu = 0;
        double fragmentedCpu = 0;
        Map<String, Double> generic = new HashMap<>();
        Map<String, Double> available = new HashMap<>();
        for (SupervisorSummary supervisor : supervisors) {
            Map<String, Double> total = resources(supervisor.get_total_resources());
            memory += total.getOrDefault(Constants.COMMON_TOTAL_MEMORY_RESOURCE_NAME, 0.0);
            cpu += total.getOrDefault(Constants.COMMON_CPU_RESOURCE_NAME, 0.0);
            usedMemory += supervisor.get_used_mem();
            usedCpu += supervisor.get_used_cpu();
            fragmentedMemory += supervisor.get_fragmented_mem();
            fragmentedCpu += supervisor.get_fragmented_cpu();
            total.forEach(
                    (name, amount) -> {
                        generic.merge(name, amount, Double::sum);
                        available.merge(name, amount, Double::sum);
                    });
            resources(supervisor.get_used_generic_resources())
                    .forEach((name, amount) -> available.merge(name, -amount, Double::sum));
        }
        page.put("totalMem", memory);
        page.put("availMem", memory - usedMemory);
        page.put("totalCpu", cpu);
        page.put("availCpu", cpu - usedCpu);
        page.put("fragmentedMem", fragmentedMemory);
        page.put("fragmentedCpu", fragmentedCpu);
        page.put("memAssignedPercentUtil", percent(usedMemory, memory));
        page.put("cpuAssignedPercentUtil", percent(usedCpu, cpu));
        page.put("totalGenerics", RestText.genericResources(generic));
        page.put("availGenerics", RestText.genericResources(available));
    }

    /** Returns the resources, or none if they are unknown. */
    static Map<String, Double> resources(@Nullable Map<String, Double> resources) {
        return resources == null ? Map.of() : resources;
    }

    private static String percent(double used, double total) {
        return total > 0 ? RestText.decimal(100 * used / total) : "0.0";
    }

    /** Returns the Nimbuses that exist, and the configured hosts that lack one. */
    static Map<String, Object> nimbuses(RestCall call) throws TException {
        List<Map<String, Object>> nimbuses = new ArrayList<>();
        Set<String> hosts = new HashSet<>(Set.of("localhost", "127.0.0.1", "0:0:0:0:0:0:0:1"));
        for (NimbusSummary nimbus : call.nimbus().getClusterInfo().get_nimbuses()) {
            hosts.add(nimbus.get_host());
            Map<String, Object> row = nimbusRow(nimbus.get_host(), call.conf());
            row.put("port", nimbus.get_port());
            row.put("status", nimbus.is_isLeader() ? "Leader" : "Not a Leader");
            row.put("version", nimbus.get_version());
            row.put("nimbusUpTime", RestText.duration(nimbus.get_uptime_secs()));
            row.put("nimbusUpTimeSeconds", nimbus.get_uptime_secs());
            nimbuses.add(row);
        }
        for (String seed : call.conf().nimbusSeeds()) {
            if (hosts.add(seed)) {
                Map<String, Object> row = nimbusRow(seed, call.conf());
                // Text, as in Storm's UI.
                row.put("port", Integer.toString(call.conf().nimbusPort()));
                row.put("status", "Offline");
                row.put("version", NOT_APPLICABLE);
                row.put("nimbusUpTime", NOT_APPLICABLE);
                row.put("nimbusUpTimeSeconds", NOT_APPLICABLE);
                nimbuses.add(row);
            }
        }
        return Map.of("nimbuses", nimbuses);
    }

    private static Map<String, Object> nimbusRow(String host, UiConf conf) {
        Map<String, Object> row = new HashMap<>();
        row.put("host", host);
        row.put("nimbusLogLink", conf.daemonLogLink(host, "nimbus.log"));
        return row;
    }
}
