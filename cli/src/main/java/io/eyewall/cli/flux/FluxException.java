package io.eyewall.cli.flux;

import org.apache.storm.shade.org.yaml.snakeyaml.error.Mark;
import org.apache.storm.shade.org.yaml.snakeyaml.error.MarkedYAMLException;
import org.apache.storm.shade.org.yaml.snakeyaml.nodes.Node;
import org.jspecify.annotations.Nullable;

/** A definition is wrong; the message begins with {@code FILE:LINE:COLUMN: } where it is known. */
public final class FluxException extends Exception {
    private final transient Finding finding;

    FluxException(Finding finding, @Nullable Throwable cause) {
        this(finding);
        if (cause != null) {
            initCause(cause);
        }
    }

    FluxException(Finding finding) {
        super(finding.text());
        this.finding = finding;
    }

    /** Of a file as a whole. */
    public static FluxException of(String file, String message, @Nullable Throwable cause) {
        return new FluxException(Finding.error(file, 0, 0, message), cause);
    }

    /** At a part of a file. */
    public static FluxException at(String file, Node node, String message) {
        Mark mark = node.getStartMark();
        return at(file, mark.getLine(), mark.getColumn(), message);
    }

    /** At what SnakeYAML counts from 0. */
    static FluxException at(String file, int line, int column, String message) {
        return new FluxException(Finding.error(file, line + 1, column + 1, message));
    }

    /** What SnakeYAML itself finds wrong. */
    static FluxException of(String file, MarkedYAMLException e) {
        Mark mark = e.getProblemMark();
        String problem = String.valueOf(e.getProblem());
        return mark == null
                ? of(file, problem, e)
                : at(file, mark.getLine(), mark.getColumn(), problem).because(e);
    }

    /** The same, with its cause. */
    public FluxException because(Throwable cause) {
        initCause(cause);
        return this;
    }

    /** The same as data. */
    public Finding finding() {
        return finding;
    }

    /** {@code FILE:LINE:COLUMN}, counted from 1. */
    static String place(String file, Node node) {
        return place(file, node.getStartMark().getLine(), node.getStartMark().getColumn());
    }

    /** The same, from what SnakeYAML counts from 0. */
    static String place(String file, int line, int column) {
        return file + ":" + (line + 1) + ":" + (column + 1);
    }
}
