package io.eyewall.cli.flux;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.shade.org.yaml.snakeyaml.nodes.MappingNode;
import org.apache.storm.shade.org.yaml.snakeyaml.nodes.Node;
import org.apache.storm.shade.org.yaml.snakeyaml.nodes.NodeTuple;
import org.apache.storm.shade.org.yaml.snakeyaml.nodes.ScalarNode;
import org.apache.storm.shade.org.yaml.snakeyaml.nodes.SequenceNode;
import org.apache.storm.shade.org.yaml.snakeyaml.nodes.Tag;
import org.jspecify.annotations.Nullable;

/** A mapping in a YAML file, whose every part knows its place. */
final class YamlMap {
    private final String file;
    private final Node node;
    private final Map<String, Node> values = new LinkedHashMap<>();
    private final Map<String, Node> keys = new LinkedHashMap<>();

    private YamlMap(String file, Node node) {
        this.file = file;
        this.node = node;
    }

    /**
     * @param what the mapping stands for, with its article, for the message
     * @throws FluxException if it is something else
     */
    static YamlMap of(String file, Node node, String what) throws FluxException {
        if (!(node instanceof MappingNode mapping)) {
            throw FluxException.at(file, node, "expected " + what + " (KEY: VALUE ...)");
        }
        YamlMap map = new YamlMap(file, node);
        for (NodeTuple tuple : mapping.getValue()) {
            if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
                throw FluxException.at(file, tuple.getKeyNode(), "a key that is not a name");
            }
            if (key.getTag().equals(Tag.MERGE) && tuple.getValueNode() instanceof MappingNode) {
                YamlMap merged = of(file, tuple.getValueNode(), what);
                merged.values.forEach(map.values::putIfAbsent);
                merged.keys.forEach(map.keys::putIfAbsent);
            } else {
                map.values.put(key.getValue(), tuple.getValueNode());
                map.keys.put(key.getValue(), key);
            }
        }
        return map;
    }

    /** Refuses other keys, which Flux does too. */
    void allow(String what, List<String> allowed) throws FluxException {
        for (Map.Entry<String, Node> key : keys.entrySet()) {
            if (!allowed.contains(key.getKey())) {
                throw FluxException.at(
                        file,
                        key.getValue(),
                        what
                                + " has no key '"
                                + key.getKey()
                                + "'; expected one of "
                                + String.join(", ", allowed));
            }
        }
    }

    /** Whether this is its only key. */
    boolean isOnly(String key) {
        return values.size() == 1 && has(key);
    }

    boolean has(String key) {
        return value(key) != null;
    }

    /** Null if it is absent or null. */
    @Nullable Node value(String key) {
        Node value = values.get(key);
        return value == null || value.getTag().equals(Tag.NULL) ? null : value;
    }

    /** Text of a scalar; null if absent. */
    @Nullable String text(String key) throws FluxException {
        Node value = value(key);
        if (value == null) {
            return null;
        }
        if (value instanceof ScalarNode scalar) {
            return scalar.getValue();
        }
        throw FluxException.at(file, value, "expected one value for '" + key + "'");
    }

    /** Text of a scalar that has to be there. */
    String required(String what, String key) throws FluxException {
        String text = text(key);
        if (text == null) {
            throw problem(what + " has no '" + key + "'");
        }
        return text;
    }

    /** Elements of a list; none if absent. */
    List<Node> list(String key) throws FluxException {
        Node value = value(key);
        if (value == null) {
            return List.of();
        }
        if (value instanceof SequenceNode sequence) {
            return sequence.getValue();
        }
        throw FluxException.at(file, value, "expected a list (- ...) for '" + key + "'");
    }

    /** Elements of a list of mappings; none if absent. */
    List<YamlMap> maps(String key, String what) throws FluxException {
        List<YamlMap> maps = new ArrayList<>();
        for (Node element : list(key)) {
            maps.add(of(file, element, what));
        }
        return maps;
    }

    /** Null if absent. */
    @Nullable YamlMap map(String key, String what) throws FluxException {
        Node value = value(key);
        return value == null ? null : of(file, value, what);
    }

    /** {@code FILE:LINE:COLUMN} of the mapping. */
    String place() {
        return FluxException.place(file, node);
    }

    String file() {
        return file;
    }

    FluxException problem(String message) {
        return FluxException.at(file, node, message);
    }

    /** At the value of a key; at the mapping if there is none. */
    FluxException problem(String key, String message) {
        Node value = values.get(key);
        return value == null ? problem(message) : FluxException.at(file, value, message);
    }
}
