package io.eyewall.server.rest;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.generated.ComponentCommon;
import org.apache.storm.generated.ExecutorStats;
import org.apache.storm.generated.ExecutorSummary;
import org.apache.storm.generated.GetInfoOptions;
import org.apache.storm.generated.GlobalStreamId;
import org.apache.storm.generated.Grouping;
import org.apache.storm.generated.NumErrorsChoice;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.thrift.TException;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;

/** The graph of a topology with the rates of its components and streams. */
final class Visualization {
    private Visualization() {}

    static Map<String, Object> answer(RestCall call) throws TException {
        GetInfoOptions options = new GetInfoOptions();
        options.set_num_err_choice(NumErrorsChoice.ONE);
        Map<String, List<ExecutorSummary>> executors = new HashMap<>();
        for (ExecutorSummary executor :
                call.nimbus().getTopologyInfoWithOpts(call.topologyId(), options).get_executors()) {
            executors
                    .computeIfAbsent(executor.get_component_id(), id -> new ArrayList<>())
                    .add(executor);
        }
        StormTopology topology = call.nimbus().getTopology(call.topologyId());
        Map<String, Object> graph = new HashMap<>();
        topology.get_spouts()
                .forEach(
                        (id, spout) ->
                                putComponent(graph, call, id, spout.get_common(), executors));
        topology.get_bolts()
                .forEach((id, bolt) -> putComponent(graph, call, id, bolt.get_common(), executors));
        boolean includesSystem = call.query().includesSystem();
        graph.keySet().removeIf(id -> !includesSystem && Utils.isSystemId(id));
        return graph;
    }

    /** Adds a component; one without executors is left out. */
    private static void putComponent(
            Map<String, Object> graph,
            RestCall call,
            String id,
            ComponentCommon common,
            Map<String, List<ExecutorSummary>> executors) {
        List<ExecutorSummary> ownExecutors = executors.get(id);
        if (ownExecutors == null) {
            return;
        }
        boolean includesSystem = call.query().includesSystem();
        ComponentFlow flow = ComponentFlow.sum(ownExecutors, call.query().window(), includesSystem);
        Map<String, Object> node = new HashMap<>();
        node.put(":type", flow.isSpout() ? "spout" : "bolt");
        node.put(":capacity", flow.isSpout() ? (Object) 0 : (Object) flow.capacity());
        node.put(":latency", flow.latencyMs());
        node.put(":transferred", flow.transferred());
        node.put(
                ":link",
                "/component.html?id="
                        + RestText.urlEncode(id)
                        + "&topology_id="
                        + RestText.urlEncode(call.topologyId()));
        node.put(":inputs", inputs(common));
        node.put(":stats", ownExecutors.stream().map(e -> executorRow(e, includesSystem)).toList());
        graph.put(id, node);
    }

    private static List<Map<String, Object>> inputs(ComponentCommon common) {
        List<Map<String, Object>> inputs = new ArrayList<>();
        for (Map.Entry<GlobalStreamId, Grouping> input : common.get_inputs().entrySet()) {
            GlobalStreamId stream = input.getKey();
            inputs.add(
                    Map.of(
                            ":component", stream.get_componentId(),
                            ":stream", stream.get_streamId(),
                            ":sani-stream", identifier(stream.get_streamId()),
                            ":grouping", input.getValue().getSetField().getFieldName()));
        }
        return inputs;
    }

    private static Map<String, Object> executorRow(
            ExecutorSummary executor, boolean includesSystem) {
        Map<String, Object> row = new HashMap<>();
        row.put(":host", executor.get_host());
        row.put(":port", executor.get_port());
        row.put(":uptime_secs", executor.get_uptime_secs());
        row.put(":transferred", transferred(executor.get_stats(), includesSystem));
        return row;
    }

    private static @Nullable Map<String, Object> transferred(
            @Nullable ExecutorStats stats, boolean includesSystem) {
        if (stats == null) {
            return null;
        }
        Map<String, Object> windows = new HashMap<>();
        stats.get_transferred()
                .forEach(
                        (window, streams) -> {
                            Map<String, Long> counts = new HashMap<>();
                            streams.forEach(
                                    (stream, count) -> {
                                        if (includesSystem || !Utils.isSystemId(stream)) {
                                            counts.merge(identifier(stream), count, Long::sum);
                                        }
                                    });
                            windows.put(window, counts);
                        });
        return windows;
    }

    /**
     * Returns the stream's name with characters that the page's scripts can use in an identifier.
     */
    static String identifier(String stream) {
        String name = stream.replaceAll("[^A-Za-z_.\\-]", "_");
        boolean isLetter = !name.isEmpty() && Character.isLetter(name.charAt(0));
        return isLetter ? name : "_s" + name;
    }
}
