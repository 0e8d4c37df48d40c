package io.eyewall.cli.simulate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.apache.storm.shade.org.yaml.snakeyaml.nodes.MappingNode;
import org.apache.storm.shade.org.yaml.snakeyaml.nodes.Node;
import org.apache.storm.shade.org.yaml.snakeyaml.nodes.NodeTuple;
import org.apache.storm.shade.org.yaml.snakeyaml.nodes.ScalarNode;
import org.apache.storm.shade.org.yaml.snakeyaml.nodes.SequenceNode;
import org.apache.storm.shade.org.yaml.snakeyaml.nodes.Tag;
import org.jspecify.annotations.Nullable;

/**
 * A mapping of a description. It records which keys were read. {@link #rejectUnreadKeys} rejects
 * all other keys, so that a misspelled key is not silently ignored.
 */
final class Section {
    private final String file;
    private final String description;
    private final Node node;
    private final Map<String, NodeTuple> tuples = new LinkedHashMap<>();
    private final TreeSet<String> readKeys = new TreeSet<>();

    /**
     * Creates a section from a node.
     *
     * @param description the mapping's meaning, with its article, for messages
     * @throws DescriptionException if the node is not a mapping, or has a key twice
     */
    Section(String file, Node node, String description) throws DescriptionException {
        this.file = file;
        this.node = node;
        this.description = description;
        if (!(node instanceof MappingNode mapping)) {
            throw DescriptionException.atNode(
                    file,
                    node,
                    "expected " + description + " (KEY: VALUE ...), not " + describe(node));
        }
        for (NodeTuple tuple : mapping.getValue()) {
            String key = keyOf(file, tuple);
            if (tuples.put(key, tuple) != null) {
                throw DescriptionException.atNode(
                        file,
                        tuple.getKeyNode(),
                        description + " has '" + key + "' twice; remove one");
            }
        }
    }

    private static String keyOf(String file, NodeTuple tuple) throws DescriptionException {
        if (tuple.getKeyNode() instanceof ScalarNode scalar) {
            return scalar.getValue();
        }
        throw DescriptionException.atNode(file, tuple.getKeyNode(), "expected a name as key");
    }

    private static String describe(Node node) {
        return node instanceof ScalarNode scalar ? "'" + scalar.getValue() + "'" : "a list";
    }

    /**
     * Merges a mapping into another one: values of {@code variant} replace those of {@code base};
     * where both are mappings, they are merged recursively.
     *
     * @throws DescriptionException if a key is not a name
     */
    static Node merge(String file, Node base, Node variant) throws DescriptionException {
        if (!(base instanceof MappingNode lower) || !(variant instanceof MappingNode upper)) {
            return variant;
        }
        Map<String, NodeTuple> merged = new LinkedHashMap<>();
        for (NodeTuple tuple : lower.getValue()) {
            merged.put(keyOf(file, tuple), tuple);
        }
        for (NodeTuple tuple : upper.getValue()) {
            String key = keyOf(file, tuple);
            NodeTuple below = merged.get(key);
            merged.put(
                    key,
                    below == null
                            ? tuple
                            : new NodeTuple(
                                    tuple.getKeyNode(),
                                    merge(file, below.getValueNode(), tuple.getValueNode())));
        }
        return new MappingNode(
                Tag.MAP,
                true,
                new ArrayList<>(merged.values()),
                lower.getStartMark(),
                lower.getEndMark(),
                lower.getFlowStyle());
    }

    /** Returns the value of a key; null if it is absent or null. */
    @Nullable Node value(String key) {
        readKeys.add(key);
        NodeTuple tuple = tuples.get(key);
        return tuple == null || tuple.getValueNode().getTag().equals(Tag.NULL)
                ? null
                : tuple.getValueNode();
    }

    boolean has(String key) {
        return value(key) != null;
    }

    /** Returns the names of all keys and counts each of them as read. */
    List<String> names() {
        readKeys.addAll(tuples.keySet());
        return List.copyOf(tuples.keySet());
    }

    /** Returns the section at a key; an empty section if it is absent. */
    Section section(String key) throws DescriptionException {
        Node value = value(key);
        if (value == null) {
            MappingNode empty =
                    new MappingNode(
                            Tag.MAP,
                            true,
                            new ArrayList<>(),
                            node.getStartMark(),
                            node.getEndMark(),
                            ((MappingNode) node).getFlowStyle());
            return new Section(file, empty, "'" + key + "'");
        }
        return new Section(file, value, "'" + key + "'");
    }

    /** Returns the sections of a list; an empty list if it is absent. */
    List<Section> list(String key) throws DescriptionException {
        Node value = value(key);
        List<Section> sections = new ArrayList<>();
        if (value instanceof SequenceNode sequence) {
            for (Node element : sequence.getValue()) {
                sections.add(new Section(file, element, "an element of '" + key + "'"));
            }
        } else if (value != null) {
            throw DescriptionException.atNode(
                    file, value, "expected a list (- ...) for '" + key + "'");
        }
        return sections;
    }

    /** Returns a list of words, also for a single word; an empty list if it is absent. */
    List<String> words(String key) throws DescriptionException {
        Node value = value(key);
        List<String> words = new ArrayList<>();
        if (value instanceof SequenceNode sequence) {
            for (Node element : sequence.getValue()) {
                if (!(element instanceof ScalarNode scalar)) {
                    throw DescriptionException.atNode(
                            file, element, "expected a word in '" + key + "'");
                }
                words.add(scalar.getValue());
            }
        } else if (value != null) {
            words.add(text(key, ""));
        }
        return words;
    }

    String text(String key, String defaultValue) throws DescriptionException {
        Node value = value(key);
        if (value == null) {
            return defaultValue;
        }
        if (value instanceof ScalarNode scalar) {
            return scalar.getValue();
        }
        throw DescriptionException.atNode(file, value, "expected one value for '" + key + "'");
    }

    /** Returns a number with a unit, converted to the quantity's base unit. */
    double quantity(String key, Quantity quantity, double defaultValue)
            throws DescriptionException {
        if (!has(key)) {
            return defaultValue;
        }
        String text = text(key, "");
        Double value = quantity.parse(text);
        if (value == null) {
            throw problem(
                    key, "'" + key + "' is '" + text + "', expected " + quantity.expectedForm());
        }
        return value;
    }

    long durationNs(String key, double defaultNs) throws DescriptionException {
        return Math.round(quantity(key, Quantity.DURATION, defaultNs));
    }

    double number(String key, double defaultValue) throws DescriptionException {
        return quantity(key, Quantity.NUMBER, defaultValue);
    }

    int wholeNumber(String key, int defaultValue, int min) throws DescriptionException {
        double value = number(key, defaultValue);
        if (value != Math.rint(value) || value < min || value > Integer.MAX_VALUE) {
            throw problem(
                    key,
                    "'"
                            + key
                            + "' is '"
                            + text(key, "")
                            + "', expected a whole number from "
                            + min);
        }
        return (int) value;
    }

    boolean flag(String key) throws DescriptionException {
        String text = text(key, "false");
        if (!text.equals("true") && !text.equals("false")) {
            throw problem(key, "'" + key + "' is '" + text + "', expected true or false");
        }
        return text.equals("true");
    }

    /** Returns a constant of an enum, which the file writes {@code like-this}. */
    <E extends Enum<E>> E enumConstant(String key, Class<E> type, E defaultValue)
            throws DescriptionException {
        if (!has(key)) {
            return defaultValue;
        }
        return parseEnum(text(key, ""), type, key);
    }

    <E extends Enum<E>> E parseEnum(String text, Class<E> type, String key)
            throws DescriptionException {
        List<String> names = new ArrayList<>();
        for (E constant : type.getEnumConstants()) {
            String name = constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
            if (name.equals(text)) {
                return constant;
            }
            names.add(name);
        }
        throw problem(
                key,
                "'" + key + "' is '" + text + "', expected one of " + String.join(", ", names));
    }

    /** Returns the numbers at a key by their names. */
    Map<String, Double> numbers(String key) throws DescriptionException {
        Section inner = section(key);
        Map<String, Double> numbers = new LinkedHashMap<>();
        for (String name : inner.names()) {
            numbers.put(name, inner.number(name, 0));
        }
        return numbers;
    }

    /** Rejects keys that were not read. */
    void rejectUnreadKeys() throws DescriptionException {
        for (Map.Entry<String, NodeTuple> entry : tuples.entrySet()) {
            if (!readKeys.contains(entry.getKey())) {
                throw DescriptionException.atNode(
                        file,
                        entry.getValue().getKeyNode(),
                        description
                                + " has no key '"
                                + entry.getKey()
                                + "'; expected one of "
                                + String.join(", ", readKeys));
            }
        }
    }

    /** Creates an error at the value of a key, or at the mapping if the key is absent. */
    DescriptionException problem(String key, String message) {
        Node value = value(key);
        return DescriptionException.atNode(file, value == null ? node : value, message);
    }

    /** Creates an error at the mapping. */
    DescriptionException problem(String message) {
        return DescriptionException.atNode(file, node, message);
    }
}
