package io.eyewall.cli.flux;

import io.eyewall.cli.finding.LintFinding;
import io.eyewall.cli.finding.YamlProblem;
import org.apache.storm.shade.org.yaml.snakeyaml.error.Mark;
import org.apache.storm.shade.org.yaml.snakeyaml.error.YAMLException;
import org.apache.storm.shade.org.yaml.snakeyaml.nodes.Node;
import org.jspecify.annotations.Nullable;

/**
 * Reports an error in a definition. The message begins with {@code FILE:LINE:COLUMN: } if the
 * position is known.
 */
public final class FluxException extends Exception {
    private final transient LintFinding finding;

    FluxException(LintFinding finding, @Nullable Throwable cause) {
        this(finding);
        if (cause != null) {
            initCause(cause);
        }
    }

    FluxException(LintFinding finding) {
        super(finding.toText());
        this.finding = finding;
    }

    /** Creates an error of a file as a whole. */
    public static FluxException inFile(String file, String message, @Nullable Throwable cause) {
        return new FluxException(LintFinding.error(file, 0, 0, message), cause);
    }

    /** Creates an error at a node of a file. */
    public static FluxException atNode(String file, Node node, String message) {
        Mark mark = node.getStartMark();
        return atPosition(file, mark.getLine(), mark.getColumn(), message);
    }

    /** Creates an error at a line and column that count from 0, as SnakeYAML's do. */
    static FluxException atPosition(String file, int line, int column, String message) {
        return new FluxException(LintFinding.error(file, line + 1, column + 1, message));
    }

    /** Creates an error from an exception that SnakeYAML has thrown. */
    static FluxException fromYaml(String file, YAMLException e) {
        return new FluxException(YamlProblem.toFinding(file, e), e);
    }

    /** Sets the cause and returns this exception. */
    public FluxException withCause(Throwable cause) {
        initCause(cause);
        return this;
    }

    /** Returns the error as a finding. */
    public LintFinding finding() {
        return finding;
    }

    /** Returns {@code FILE:LINE:COLUMN}, counted from 1. */
    static String position(String file, Node node) {
        return position(file, node.getStartMark().getLine(), node.getStartMark().getColumn());
    }

    /**
     * Returns {@code FILE:LINE:COLUMN}, counted from 1, for a line and column that count from 0.
     */
    static String position(String file, int line, int column) {
        return file + ":" + (line + 1) + ":" + (column + 1);
    }
}
