package io.eyewall.placement.place;

import java.util.List;

/**
 * A vertex of the cost tree with all vertices beneath it. A vertex without children is a place, at
 * which executors run. Immutable.
 *
 * @param level its level
 * @param id its name, unique in the tree; slots have Storm's names, {@code node:port}
 * @param limits the resources that all executors beneath it share
 * @param box whether it is an in-network box, on which only executors run whose component {@code
 *     Rules.inNetwork} or {@code Rules.allowedPlaces} admits
 * @param children the vertices beneath it
 */
public record Vertex(Level level, String id, Limits limits, boolean box, List<Vertex> children) {
    public Vertex {
        children = List.copyOf(children);
        if (box && !children.isEmpty()) {
            throw new IllegalArgumentException("box '" + id + "' must not have children");
        }
        for (Vertex child : children) {
            if (child.level.compareTo(level) >= 0) {
                throw new IllegalArgumentException(
                        "vertex '"
                                + child.id
                                + "' ("
                                + child.level
                                + ") must be lower than its parent '"
                                + id
                                + "' ("
                                + level
                                + ")");
            }
        }
    }

    /** Returns a vertex without limits of its own. */
    public static Vertex of(Level level, String id, List<Vertex> children) {
        return new Vertex(level, id, Limits.NONE, false, children);
    }

    /** Returns a vertex whose executors share limits. */
    public static Vertex of(Level level, String id, Limits limits, List<Vertex> children) {
        return new Vertex(level, id, limits, false, children);
    }

    /** Returns a place. */
    public static Vertex place(Level level, String id, Limits limits) {
        return new Vertex(level, id, limits, false, List.of());
    }

    /** Returns an in-network box, to be placed beneath a rack or switch. */
    public static Vertex box(String id, Limits limits) {
        return new Vertex(Level.NODE, id, limits, true, List.of());
    }
}
