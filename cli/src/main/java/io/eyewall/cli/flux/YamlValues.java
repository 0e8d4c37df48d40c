package io.eyewall.cli.flux;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.apache.storm.shade.org.yaml.snakeyaml.LoaderOptions;
import org.apache.storm.shade.org.yaml.snakeyaml.constructor.AbstractConstruct;
import org.apache.storm.shade.org.yaml.snakeyaml.constructor.SafeConstructor;
import org.apache.storm.shade.org.yaml.snakeyaml.error.YAMLException;
import org.apache.storm.shade.org.yaml.snakeyaml.nodes.Node;
import org.apache.storm.shade.org.yaml.snakeyaml.nodes.ScalarNode;
import org.apache.storm.shade.org.yaml.snakeyaml.nodes.Tag;
import org.jspecify.annotations.Nullable;

/**
 * Converts YAML nodes to Java values. Whole numbers become {@code Integer}, or {@code Long} if they
 * are too large. Tags select types that YAML lacks: {@code !long 5}, {@code !short}, {@code !byte},
 * {@code !float}, {@code !decimal}, {@code !bytes text}. A date becomes its text unless it is
 * tagged.
 */
public final class YamlValues extends SafeConstructor {
    private YamlValues() {
        super(new LoaderOptions());
        addTag("!long", Long::valueOf);
        addTag("!short", Short::valueOf);
        addTag("!byte", Byte::valueOf);
        addTag("!float", Float::valueOf);
        addTag("!decimal", BigDecimal::new);
        addTag("!bytes", text -> text.getBytes(StandardCharsets.UTF_8));
    }

    private void addTag(String name, Function<String, Object> parse) {
        yamlConstructors.put(
                new Tag(name),
                new AbstractConstruct() {
                    @Override
                    public Object construct(Node node) {
                        return parse.apply(((ScalarNode) node).getValue());
                    }
                });
    }

    /**
     * Returns the value of a node.
     *
     * @throws FluxException at the node if it has no value of its type
     */
    public static @Nullable Object toValue(String file, Node node) throws FluxException {
        return toValue(file, node, Map.of());
    }

    /**
     * Returns the value of a node that may have further tags.
     *
     * @param tags by name such as {@code !any}, functions that convert a text to a value
     */
    public static @Nullable Object toValue(
            String file, Node node, Map<String, Function<String, Object>> tags)
            throws FluxException {
        try {
            YamlValues values = new YamlValues();
            tags.forEach(values::addTag);
            Object value = values.constructDocument(node);
            return value instanceof Date && node instanceof ScalarNode text
                    ? text.getValue()
                    : value;
        } catch (YAMLException | IllegalArgumentException | ClassCastException e) {
            throw FluxException.atNode(file, node, "is not a value: " + e.getMessage())
                    .withCause(e);
        }
    }

    /** Returns the values of a mapping; an empty map if the key is absent. */
    public static Map<String, @Nullable Object> toValues(YamlMap holder, String key)
            throws FluxException {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        YamlMap map = holder.map(key, "a mapping");
        if (map != null) {
            for (String name : map.keys()) {
                Node value = map.value(name);
                values.put(name, value == null ? null : toValue(holder.file(), value));
            }
        }
        return values;
    }
}
