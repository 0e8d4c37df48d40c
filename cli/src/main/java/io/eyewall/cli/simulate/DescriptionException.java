package io.eyewall.cli.simulate;

import org.apache.storm.shade.org.yaml.snakeyaml.error.Mark;
import org.apache.storm.shade.org.yaml.snakeyaml.nodes.Node;

/**
 * Reports a description that can't be simulated. The message begins with {@code FILE:LINE:COLUMN}
 * if the position is known.
 */
final class DescriptionException extends Exception {
    private static final long serialVersionUID = 1L;

    DescriptionException(String message) {
        super(message);
    }

    static DescriptionException atNode(String file, Node node, String message) {
        Mark mark = node.getStartMark();
        return new DescriptionException(
                "%s:%d:%d: %s".formatted(file, mark.getLine() + 1, mark.getColumn() + 1, message));
    }
}
