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
    private final Set<Node> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    private DuplicateKeys(String file, Findings findings) {
        this.file = file;
        this.findings = findings;
    }

    /** Adds a warning for each duplicate key of a file. */
    public static void find(YamlMap root, Findings findings) {
        new DuplicateKeys(root.file(), findings).visit(root.node());
    }

    private void visit(Node node) {
        if (!seen.add(node)) {
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
                                FluxException.at(
                                        file,
                                        key,
                                        "key '"
                                                + key.getValue()
                                                + "' stands at "
                                                + FluxException.place(file, earlier)
                                                + ", too; this one counts"));
                    }
                }
                visit(tuple.getValueNode());
            }
        }
    }
}
