package io.eyewall.cli.flux;

import org.apache.storm.shade.org.yaml.snakeyaml.nodes.Node;

/** A definition is wrong; the message begins with {@code FILE:LINE:COLUMN: } where it is known. */
public final class FluxException extends Exception {
    FluxException(String message, Throwable cause) {
        super(message, cause);
    }

    FluxException(String message) {
        super(message);
    }

    static FluxException at(String file, Node node, String message) {
        return new FluxException(place(file, node) + ": " + message);
    }

    /** The same, with its cause. */
    FluxException because(Throwable cause) {
        initCause(cause);
        return this;
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
