package io.eyewall.cli.flux;

import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.apache.storm.shade.org.yaml.snakeyaml.nodes.MappingNode;
import org.apache.storm.shade.org.yaml.snakeyaml.nodes.Node;
import org.apache.storm.shade.org.yaml.snakeyaml.nodes.NodeTuple;
import org.apache.storm.shade.org.yaml.snakeyaml.nodes.ScalarNode;
import org.apache.storm.shade.org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * Warns about keys that occur twice in a mapping: the YAML parser uses the last one and reports
 * nothing.
 */
public final class DuplicateKeys {
    private final String file;
    private final Findings findings;
    private final Set<Node> visited = Collections.newSetFromMap(new IdentityHashMap<>());

    private DuplicateKeys(String file, Findings findings) {
        this.file = file;
        this.findings = findings;
    }

    /** Adds a warning for each duplicate key of a file. */
    public static void check(YamlMap root, Findings findings) {
        new DuplicateKeys(root.file(), findings).visit(root.node());
    }

    private void visit(Node node) {
        if (!visited.add(node)) {
            return; // an alias, visited before
        }
        if (node instanceof SequenceNode sequence) {
            sequence.getValue().forEach(this::visit);
        } else if (node instanceof MappingNode mapping) {
            Map<String, Node> keys = new HashMap<>();
            for (NodeTuple tuple : mapping.getValue()) {
                if (tuple.getKeyNode() instanceof ScalarNode key) {
                    Node earlier = keys.put(key.getValue(), key);
                    if (earlier != null) {
                        findings.warn(
                                FluxException.atNode(
                                        file,
                                        key,
                                        "key '"
                                                + key.getValue()
                                                + "' is also at "
                                                + FluxException.position(file, earlier)
                                                + "; the value here is used"));
                    }
                }
                visit(tuple.getValueNode());
            }
        }
    }
}
