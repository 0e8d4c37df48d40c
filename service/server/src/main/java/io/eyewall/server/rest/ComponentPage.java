package io.eyewall.server.rest;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.Constants;
import org.apache.storm.generated.ComponentPageInfo;
import org.apache.storm.generated.ComponentType;
import org.apache.storm.generated.ProfileAction;
import org.apache.storm.generated.ProfileRequest;
import org.apache.storm.thrift.TException;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;

/** The page of a component. */
final class ComponentPage {
    private ComponentPage() {}

    static Map<String, Object> answer(RestCall call) throws TException {
        String window = call.query().window();
        String windowHint = StatWindows.displayText(window);
        String component = call.variable("component");
        ComponentPageInfo info =
                call.nimbus()
                        .getComponentPageInfo(
                                call.topologyId(),
                                RestText.urlEncode(
                                        component), // Nimbus decodes it, as Storm's Nimbus does
                                window,
                                call.query().includesSystem());
        Map<String, Object> page = new HashMap<>();
        page.put("user", null);
        page.put("id", component);
        page.put("encodedId", RestText.urlEncode(component));
        page.put("window", window);
        page.put("windowHint", windowHint);
        page.put("schedulerDisplayResource", call.conf().displayResource());
        putTopology(page, info);
        page.put("executors", info.get_num_executors());
        page.put("tasks", info.get_num_tasks());
        putRequestedResources(page, info.get_resources_map());
        page.put("requestedGenericResources", RestText.genericResources(info.get_resources_map()));
        TopologyPage.putDebugOptions(page, info.get_debug_options());
        if (info.is_set_eventlog_host()) {
            page.put(
                    "eventLogLink",
                    call.conf()
                            .eventLogLink(
                                    info.get_eventlog_host(),
                                    info.get_eventlog_port(),
                                    call.topologyId()));
        }
        page.put("profilingAndDebuggingCapable", !Utils.isOnWindows());
        page.put("profileActionEnabled", call.conf().profilerEnabled());
        page.put("profilerActive", runningProfilers(call, component));
        page.put("componentErrors", ErrorRows.latest(call, info.get_errors()));
        ComponentTables.putTables(page, info, call.conf());
        return page;
    }

    private static void putTopology(Map<String, Object> page, ComponentPageInfo info) {
        boolean isSpout = info.get_component_type() == ComponentType.SPOUT;
        page.put("name", info.get_topology_name());
        page.put("topologyId", info.get_topology_id());
        page.put("encodedTopologyId", RestText.urlEncode(info.get_topology_id()));
        page.put("topologyStatus", info.get_topology_status());
        page.put("componentType", isSpout ? "spout" : "bolt");
    }

    /** Adds the resources that a component requests for each executor. */
    static void putRequestedResources(
            Map<String, Object> row, @Nullable Map<String, Double> resources) {
        Map<String, Double> known = ClusterPages.resources(resources);
        row.put(
                "requestedMemOnHeap",
                known.getOrDefault(Constants.COMMON_ONHEAP_MEMORY_RESOURCE_NAME, 0.0));
        row.put(
                "requestedMemOffHeap",
                known.getOrDefault(Constants.COMMON_OFFHEAP_MEMORY_RESOURCE_NAME, 0.0));
        row.put("requestedCpu", known.getOrDefault(Constants.COMMON_CPU_RESOURCE_NAME, 0.0));
    }

    /**
     * Returns the running profilers. The timestamp is the current time minus the end of the
     * profiling, hence negative, as in Storm's UI.
     */
    private static List<Map<String, Object>> runningProfilers(RestCall call, String component)
            throws TException {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (ProfileRequest request :
                call.nimbus()
                        .getComponentPendingProfileActions(
                                call.topologyId(), component, ProfileAction.JPROFILE_STOP)) {
            String host = request.get_nodeInfo().get_node();
            int port = request.get_nodeInfo().get_port_iterator().next().intValue();
            rows.add(
                    Map.of(
                            "host",
                            host,
                            "port",
                            Integer.toString(port),
                            "dumplink",
                            call.conf().dumpsLink(host, port, call.topologyId()),
                            "timestamp",
                            System.currentTimeMillis() - request.get_time_stamp()));
        }
        return rows;
    }
}
