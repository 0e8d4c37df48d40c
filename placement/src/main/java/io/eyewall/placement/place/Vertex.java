package io.eyewall.placement.place;

import java.util.List;

/**
 * A vertex of the cost tree with all beneath it. A vertex without children is a place: executors
 * are put there.
 *
 * @param level how high it stands
 * @param id its name, unique in the tree; slots are named as Storm does, {@code node:port}
 * @param limits what all executors beneath it share
 * @param box whether it is an in-network box, which takes only executors that may run there
 * @param children the vertices beneath it
 */
public record Vertex(Level level, String id, Limits limits, boolean box, List<Vertex> children) {
    public Vertex {
        children = List.copyOf(children);
        if (box && !children.isEmpty()) {
            throw new IllegalArgumentException("box '" + id + "' must not have vertices beneath");
        }
        for (Vertex child : children) {
            if (child.level.compareTo(level) >= 0) {
                throw new IllegalArgumentException(
                        "vertex '"
                                + child.id
                                + "' ("
                                + child.level
                                + ") must stand lower than its parent '"
                                + id
                                + "' ("
                                + level
                                + ")");
            }
        }
    }

    /** A vertex without limits of its own. */
    public static Vertex of(Level level, String id, List<Vertex> children) {
        return new Vertex(level, id, Limits.NONE, false, children);
    }

    /** A vertex whose executors share some limits. */
    public static Vertex of(Level level, String id, Limits limits, List<Vertex> children) {
        return new Vertex(level, id, limits, false, children);
    }

    /** A place. */
    public static Vertex place(Level level, String id, Limits limits) {
        return new Vertex(level, id, limits, false, List.of());
    }

    /** An in-network box, to be hung beneath a rack or switch. */
    public static Vertex box(String id, Limits limits) {
        return new Vertex(Level.NODE, id, limits, true, List.of());
    }
}
