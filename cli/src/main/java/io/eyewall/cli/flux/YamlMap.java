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

/** A mapping in a YAML file that knows the position of each of its parts. */
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
     * Returns the mapping at a node, with merged mappings included.
     *
     * @param kind the mapping's meaning, with its article, for the message
     * @throws FluxException if the node is not a mapping
     */
    public static YamlMap fromNode(String file, Node node, String kind) throws FluxException {
        if (!(node instanceof MappingNode mapping)) {
            throw FluxException.atNode(file, node, "expected " + kind + " (KEY: VALUE ...)");
        }
        YamlMap map = new YamlMap(file, node);
        for (NodeTuple tuple : mapping.getValue()) {
            if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
                throw FluxException.atNode(file, tuple.getKeyNode(), "a key that is not a name");
            }
            if (key.getTag().equals(Tag.MERGE) && tuple.getValueNode() instanceof MappingNode) {
                YamlMap merged = fromNode(file, tuple.getValueNode(), kind);
                merged.values.forEach(map.values::putIfAbsent);
                merged.keys.forEach(map.keys::putIfAbsent);
            } else {
                map.values.put(key.getValue(), tuple.getValueNode());
                map.keys.put(key.getValue(), key);
            }
        }
        return map;
    }

    /** Returns one error for each key that is not allowed. */
    public List<FluxException> unknownKeys(String kind, List<String> allowed) {
        List<FluxException> unknown = new ArrayList<>();
        for (Map.Entry<String, Node> key : keys.entrySet()) {
            if (!allowed.contains(key.getKey())) {
                unknown.add(
                        FluxException.atNode(
                                file,
                                key.getValue(),
                                kind
                                        + " has no key '"
                                        + key.getKey()
                                        + "'"
                                        + DidYouMean.suggestion(key.getKey(), allowed)
                                        + "; expected one of "
                                        + String.join(", ", allowed)));
            }
        }
        return unknown;
    }

    /** Returns whether the mapping has this key and no other. */
    public boolean isOnly(String key) {
        return values.size() == 1 && has(key);
    }

    /** Returns whether a key has a value that is not null. */
    public boolean has(String key) {
        return value(key) != null;
    }

    /** Returns the value of a key; null if it is absent or null. */
    public @Nullable Node value(String key) {
        Node value = values.get(key);
        return value == null || value.getTag().equals(Tag.NULL) ? null : value;
    }

    /** Returns the text of a scalar; null if it is absent. */
    public @Nullable String text(String key) throws FluxException {
        Node value = value(key);
        if (value == null) {
            return null;
        }
        if (value instanceof ScalarNode scalar) {
            return scalar.getValue();
        }
        throw FluxException.atNode(file, value, "expected one value for '" + key + "'");
    }

    /** Returns the text of a scalar that must be present. */
    public String required(String kind, String key) throws FluxException {
        String text = text(key);
        if (text == null) {
            throw problem(kind + " has no '" + key + "'");
        }
        return text;
    }

    /** Returns the elements of a list; an empty list if it is absent. */
    public List<Node> list(String key) throws FluxException {
        Node value = value(key);
        if (value == null) {
            return List.of();
        }
        if (value instanceof SequenceNode sequence) {
            return sequence.getValue();
        }
        throw FluxException.atNode(file, value, "expected a list (- ...) for '" + key + "'");
    }

    /** Returns the elements of a list of mappings; an empty list if it is absent. */
    public List<YamlMap> maps(String key, String kind) throws FluxException {
        List<YamlMap> maps = new ArrayList<>();
        for (Node element : list(key)) {
            maps.add(fromNode(file, element, kind));
        }
        return maps;
    }

    /** Returns the mapping at a key; null if it is absent. */
    public @Nullable YamlMap map(String key, String kind) throws FluxException {
        Node value = value(key);
        return value == null ? null : fromNode(file, value, kind);
    }

    /** Returns the mapping's position as {@code FILE:LINE:COLUMN}. */
    public String position() {
        return FluxException.position(file, node);
    }

    /** Returns the file's name as the user gave it. */
    public String file() {
        return file;
    }

    /** Returns the node of this mapping. */
    public Node node() {
        return node;
    }

    /** Returns the mapping's keys in their order in the file. */
    public List<String> keys() {
        return List.copyOf(keys.keySet());
    }

    /** Creates an error at a key, or at the mapping if the key is absent. */
    public FluxException problemAtKey(String key, String message) {
        Node keyNode = keys.get(key);
        return keyNode == null ? problem(message) : FluxException.atNode(file, keyNode, message);
    }

    /** Creates an error at the mapping. */
    public FluxException problem(String message) {
        return FluxException.atNode(file, node, message);
    }

    /** Creates an error at the value of a key, or at the mapping if the key is absent. */
    public FluxException problem(String key, String message) {
        Node value = values.get(key);
        return value == null ? problem(message) : FluxException.atNode(file, value, message);
    }
}
