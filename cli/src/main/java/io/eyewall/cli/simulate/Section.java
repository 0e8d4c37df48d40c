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
 * A mapping of a description. It records which keys were read. {@link #end} rejects all other keys,
 * so that a misspelled key is not silently ignored.
 */
final class Section {
    private final String file;
    private final String what;
    private final Node node;
    private final Map<String, NodeTuple> tuples = new LinkedHashMap<>();
    private final TreeSet<String> asked = new TreeSet<>();

    /**
     * Creates a section from a node.
     *
     * @param what the mapping's meaning, with its article, for messages
     * @throws DescriptionException if the node is not a mapping, or has a key twice
     */
    Section(String file, Node node, String what) throws DescriptionException {
        this.file = file;
        this.node = node;
        this.what = what;
        if (!(node instanceof MappingNode mapping)) {
            throw DescriptionException.at(
                    file, node, "expected " + what + " (KEY: VALUE ...), not " + text(node));
        }
        for (NodeTuple tuple : mapping.getValue()) {
            String key = keyOf(file, tuple);
            if (tuples.put(key, tuple) != null) {
                throw DescriptionException.at(
                        file, tuple.getKeyNode(), what + " has '" + key + "' twice; remove one");
            }
        }
    }

    private static String keyOf(String file, NodeTuple tuple) throws DescriptionException {
        if (tuple.getKeyNode() instanceof ScalarNode scalar) {
            return scalar.getValue();
        }
        throw DescriptionException.at(file, tuple.getKeyNode(), "expected a name as key");
    }

    private static String text(Node node) {
        return node instanceof ScalarNode scalar ? "'" + scalar.getValue() + "'" : "a list";
    }

    /**
     * Merges a mapping into another one: values of {@code above} replace those of {@code base};
     * where both are mappings, they are merged recursively.
     *
     * @throws DescriptionException if a key is not a name
     */
    static Node over(String file, Node base, Node above) throws DescriptionException {
        if (!(base instanceof MappingNode lower) || !(above instanceof MappingNode upper)) {
            return above;
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
                                    over(file, below.getValueNode(), tuple.getValueNode())));
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
        asked.add(key);
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
        asked.addAll(tuples.keySet());
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
            throw DescriptionException.at(file, value, "expected a list (- ...) for '" + key + "'");
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
                    throw DescriptionException.at(
                            file, element, "expected a word in '" + key + "'");
                }
                words.add(scalar.getValue());
            }
        } else if (value != null) {
            words.add(text(key, ""));
        }
        return words;
    }

    String text(String key, String usual) throws DescriptionException {
        Node value = value(key);
        if (value == null) {
            return usual;
        }
        if (value instanceof ScalarNode scalar) {
            return scalar.getValue();
        }
        throw DescriptionException.at(file, value, "expected one value for '" + key + "'");
    }

    /** Returns a number with a unit, converted to the quantity's base unit. */
    double quantity(String key, Quantity quantity, double usual) throws DescriptionException {
        if (!has(key)) {
            return usual;
        }
        String text = text(key, "");
        Double value = quantity.parse(text);
        if (value == null) {
            throw problem(key, "'" + key + "' is '" + text + "', expected " + quantity.form());
        }
        return value;
    }

    long durationNs(String key, double usualNs) throws DescriptionException {
        return Math.round(quantity(key, Quantity.DURATION, usualNs));
    }

    double number(String key, double usual) throws DescriptionException {
        return quantity(key, Quantity.NUMBER, usual);
    }

    int whole(String key, int usual, int least) throws DescriptionException {
        double value = number(key, usual);
        if (value != Math.rint(value) || value < least || value > Integer.MAX_VALUE) {
            throw problem(
                    key,
                    "'"
                            + key
                            + "' is '"
                            + text(key, "")
                            + "', expected a whole number from "
                            + least);
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
    <E extends Enum<E>> E word(String key, Class<E> type, E usual) throws DescriptionException {
        if (!has(key)) {
            return usual;
        }
        return parse(text(key, ""), type, key);
    }

    <E extends Enum<E>> E parse(String text, Class<E> type, String key)
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
    void end() throws DescriptionException {
        for (Map.Entry<String, NodeTuple> entry : tuples.entrySet()) {
            if (!asked.contains(entry.getKey())) {
                throw DescriptionException.at(
                        file,
                        entry.getValue().getKeyNode(),
                        what
                                + " has no key '"
                                + entry.getKey()
                                + "'; expected one of "
                                + String.join(", ", asked));
            }
        }
    }

    /** Creates an error at the value of a key, or at the mapping if the key is absent. */
    DescriptionException problem(String key, String message) {
        Node value = value(key);
        return DescriptionException.at(file, value == null ? node : value, message);
    }

    /** Creates an error at the mapping. */
    DescriptionException problem(String message) {
        return DescriptionException.at(file, node, message);
    }
}
