package io.eyewall.cli.flux;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.storm.Thrift;
import org.apache.storm.generated.ComponentCommon;
import org.apache.storm.generated.GlobalStreamId;
import org.apache.storm.generated.Grouping;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.generated.StreamInfo;

/**
 * Compares the streams that components subscribe to with the streams that are declared. Requires a
 * topology that has been built.
 */
final class StreamLint {
    private final FluxDefinition definition;
    private final Map<String, ComponentCommon> components = new TreeMap<>();
    private final Findings findings;

    private StreamLint(FluxDefinition definition, StormTopology topology, Findings findings) {
        this.definition = definition;
        this.findings = findings;
        topology.get_spouts().forEach((id, spout) -> components.put(id, spout.get_common()));
        topology.get_bolts().forEach((id, bolt) -> components.put(id, bolt.get_common()));
    }

    static void check(FluxDefinition definition, StormTopology topology, Findings findings) {
        StreamLint lint = new StreamLint(definition, topology, findings);
        lint.components.forEach(
                (id, common) ->
                        common.get_inputs()
                                .forEach((stream, grouping) -> lint.check(id, stream, grouping)));
    }

    private void check(String to, GlobalStreamId id, Grouping grouping) {
        ComponentCommon source = components.get(id.get_componentId());
        if (source == null) {
            findings.add(
                    errorAtStream(
                            to,
                            id,
                            "'%s' subscribes to '%s', which does not exist; there are %s"
                                    .formatted(to, id.get_componentId(), components.keySet())));
            return;
        }
        Map<String, StreamInfo> streams = source.get_streams();
        StreamInfo stream = streams.get(id.get_streamId());
        if (stream == null) {
            findings.add(
                    errorAtStream(
                            to,
                            id,
                            "'%s' declares no stream '%s'%s; it has %s"
                                    .formatted(
                                            id.get_componentId(),
                                            id.get_streamId(),
                                            DidYouMean.suggestion(
                                                    id.get_streamId(), streams.keySet()),
                                            new TreeMap<>(streams).keySet())));
            return;
        }
        if (Thrift.groupingType(grouping) == Grouping._Fields.FIELDS) {
            checkFields(to, id, stream.get_output_fields(), Thrift.fieldGrouping(grouping));
        }
        boolean direct = Thrift.groupingType(grouping) == Grouping._Fields.DIRECT;
        if (direct != stream.is_direct()) {
            findings.add(
                    errorAtStream(
                            to,
                            id,
                            "stream '%s' of '%s' is %s; group it by %s"
                                    .formatted(
                                            id.get_streamId(),
                                            id.get_componentId(),
                                            direct ? "not direct" : "direct",
                                            direct ? "another grouping" : "DIRECT")));
        }
    }

    private void checkFields(
            String to, GlobalStreamId id, List<String> declared, List<String> groupingFields) {
        for (String field : groupingFields) {
            if (!declared.contains(field)) {
                findings.add(
                        errorAtStream(
                                to,
                                id,
                                "stream '%s' of '%s' has no field '%s'%s; it has %s"
                                        .formatted(
                                                id.get_streamId(),
                                                id.get_componentId(),
                                                field,
                                                DidYouMean.suggestion(field, declared),
                                                declared)));
            }
        }
    }

    /**
     * Creates an error at the stream in the file, or at the topology source if a class has defined
     * the stream.
     */
    private FluxException errorAtStream(String to, GlobalStreamId id, String message) {
        for (ShapeLint.Edge edge : ShapeLint.edges(definition)) {
            if (edge.to().equals(to)
                    && edge.from().equals(id.get_componentId())
                    && edge.streamId().equals(id.get_streamId())) {
                return edge.stream().problem("grouping", message);
            }
        }
        return definition.root().problem("topologySource", message);
    }
}
