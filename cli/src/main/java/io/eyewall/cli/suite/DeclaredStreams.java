package io.eyewall.cli.suite;

import io.eyewall.cli.flux.DidYouMean;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.storm.generated.ComponentCommon;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.generated.StreamInfo;
import org.jspecify.annotations.Nullable;

/** The streams and fields that a topology's components declare. Rejects tests that name others. */
final class DeclaredStreams {
    /** Reports that a test names a component, stream or field that the topology does not have. */
    static final class UnknownNameException extends Exception {
        UnknownNameException(String message) {
            super(message);
        }
    }

    private final Map<String, ComponentCommon> components = new TreeMap<>();

    DeclaredStreams(StormTopology topology) {
        topology.get_spouts().forEach((id, spout) -> components.put(id, spout.get_common()));
        topology.get_bolts().forEach((id, bolt) -> components.put(id, bolt.get_common()));
    }

    /** Returns the fields of a stream. */
    List<String> fields(String component, String stream) throws UnknownNameException {
        ComponentCommon common = components.get(component);
        if (common == null) {
            throw new UnknownNameException(
                    "no spout or bolt '%s'%s; there are %s"
                            .formatted(
                                    component,
                                    DidYouMean.suggestion(component, components.keySet()),
                                    components.keySet()));
        }
        StreamInfo info = common.get_streams().get(stream);
        if (info == null) {
            throw new UnknownNameException(
                    "'%s' declares no stream '%s'%s; it has %s"
                            .formatted(
                                    component,
                                    stream,
                                    DidYouMean.suggestion(stream, common.get_streams().keySet()),
                                    new TreeMap<>(common.get_streams()).keySet()));
        }
        return info.get_output_fields();
    }

    /** Returns the values of a tuple that is fed: all fields, in their order. */
    static List<@Nullable Object> allValues(List<String> declared, TestSuite.Row row)
            throws UnknownNameException {
        Map<String, @Nullable Object> byField = valuesByField(declared, List.of(), row);
        List<@Nullable Object> values = new ArrayList<>();
        for (String field : declared) {
            if (!byField.containsKey(field)) {
                throw new UnknownNameException(
                        "the tuple has no value for field '" + field + "'; null would be a value");
            }
            values.add(byField.get(field));
        }
        return values;
    }

    /**
     * Returns the values of a tuple by field.
     *
     * @param listedFields the fields that a list of values stands for; empty for all fields
     */
    static Map<String, @Nullable Object> valuesByField(
            List<String> declared, List<String> listedFields, TestSuite.Row row)
            throws UnknownNameException {
        List<String> fields = listedFields.isEmpty() ? declared : listedFields;
        List<Object> values = row.list();
        Map<String, @Nullable Object> named = new LinkedHashMap<>(row.named());
        if (values != null) {
            if (values.size() != fields.size()) {
                throw new UnknownNameException(
                        "the tuple has %d values; expected %d, for the fields %s"
                                .formatted(values.size(), fields.size(), fields));
            }
            for (int i = 0; i < fields.size(); i++) {
                named.put(fields.get(i), values.get(i));
            }
        }
        for (String field : named.keySet()) {
            if (!declared.contains(field)) {
                throw new UnknownNameException(
                        "no field '%s'%s; the stream has %s"
                                .formatted(
                                        field, DidYouMean.suggestion(field, declared), declared));
            }
        }
        return Collections.unmodifiableMap(named);
    }
}
