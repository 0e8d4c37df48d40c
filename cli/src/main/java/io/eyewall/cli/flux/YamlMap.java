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
public final class YamlMap {
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
    public static YamlMap of(String file, Node node, String what) throws FluxException {
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

    /** One error for each other key. */
    public List<FluxException> unknownKeys(String what, List<String> allowed) {
        List<FluxException> unknown = new ArrayList<>();
        for (Map.Entry<String, Node> key : keys.entrySet()) {
            if (!allowed.contains(key.getKey())) {
                unknown.add(
                        FluxException.at(
                                file,
                                key.getValue(),
                                what
                                        + " has no key '"
                                        + key.getKey()
                                        + "'"
                                        + DidYouMean.of(key.getKey(), allowed)
                                        + "; expected one of "
                                        + String.join(", ", allowed)));
            }
        }
        return unknown;
    }

    /** Whether this is its only key. */
    public boolean isOnly(String key) {
        return values.size() == 1 && has(key);
    }

    /** Whether it has a value, and not null. */
    public boolean has(String key) {
        return value(key) != null;
    }

    /** Null if it is absent or null. */
    public @Nullable Node value(String key) {
        Node value = values.get(key);
        return value == null || value.getTag().equals(Tag.NULL) ? null : value;
    }

    /** Text of a scalar; null if absent. */
    public @Nullable String text(String key) throws FluxException {
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
    public String required(String what, String key) throws FluxException {
        String text = text(key);
        if (text == null) {
            throw problem(what + " has no '" + key + "'");
        }
        return text;
    }

    /** Elements of a list; none if absent. */
    public List<Node> list(String key) throws FluxException {
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
    public List<YamlMap> maps(String key, String what) throws FluxException {
        List<YamlMap> maps = new ArrayList<>();
        for (Node element : list(key)) {
            maps.add(of(file, element, what));
        }
        return maps;
    }

    /** Null if absent. */
    public @Nullable YamlMap map(String key, String what) throws FluxException {
        Node value = value(key);
        return value == null ? null : of(file, value, what);
    }

    /** {@code FILE:LINE:COLUMN} of the mapping. */
    public String place() {
        return FluxException.place(file, node);
    }

    /** As it was named. */
    public String file() {
        return file;
    }

    /** Returns the node it was made of. */
    public Node node() {
        return node;
    }

    /** Names of its keys, in their order. */
    public List<String> keys() {
        return List.copyOf(keys.keySet());
    }

    /** At a key; at the mapping if there is none. */
    public FluxException problemAtKey(String key, String message) {
        Node at = keys.get(key);
        return at == null ? problem(message) : FluxException.at(file, at, message);
    }

    /** An error at the mapping. */
    public FluxException problem(String message) {
        return FluxException.at(file, node, message);
    }

    /** At the value of a key; at the mapping if there is none. */
    public FluxException problem(String key, String message) {
        Node value = values.get(key);
        return value == null ? problem(message) : FluxException.at(file, value, message);
    }
}
