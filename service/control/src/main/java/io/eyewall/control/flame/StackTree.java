package io.eyewall.control.flame;

import io.eyewall.control.flame.FlameGraph.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Combines samples into a tree of at most {@value #MAX_NODES} nodes. For one thread. */
final class StackTree {
    static final int MAX_NODES = 20_000;

    /** The name of the node that collects samples whose frames exceed the limit of nodes. */
    static final String MORE = "(more)";

    private static final int MAX_NAME_CHARS = 300;

    private final Map<String, Integer> nameIndexes = new HashMap<>();
    private final List<String> names = new ArrayList<>();
    private final List<Building> nodes = new ArrayList<>();
    private int samples;

    /** A node under construction. */
    private static final class Building {
        final int parent;
        final int name;
        final Map<Integer, Integer> children = new HashMap<>(); // nodes by name
        int self;

        Building(int parent, int name) {
            this.parent = parent;
            this.name = name;
        }
    }

    StackTree() {
        nodes.add(new Building(-1, nameOf("all")));
    }

    /**
     * Adds a sample.
     *
     * @param frames stack frames, callers before their callees
     */
    void add(List<String> frames) {
        int at = 0;
        for (String frame : frames) {
            int next = child(at, frame);
            if (next < 0) {
                at = Math.max(at, child(at, MORE));
                break;
            }
            at = next;
        }
        nodes.get(at).self++;
        samples++;
    }

    /** Returns the node of a frame below another node; -1 if the tree is full. */
    private int child(int parent, String frame) {
        boolean isFull = nodes.size() >= MAX_NODES;
        Integer known = nameIndexes.get(cut(frame));
        Integer node = known == null ? null : nodes.get(parent).children.get(known);
        if (node != null) {
            return node;
        } else if (isFull) {
            return -1;
        }
        int name = nameOf(frame);
        nodes.get(parent).children.put(name, nodes.size());
        nodes.add(new Building(parent, name));
        return nodes.size() - 1;
    }

    private int nameOf(String text) {
        return nameIndexes.computeIfAbsent(
                cut(text),
                name -> {
                    names.add(name);
                    return names.size() - 1;
                });
    }

    private static String cut(String name) {
        return name.length() <= MAX_NAME_CHARS ? name : name.substring(0, MAX_NAME_CHARS);
    }

    FlameGraph graph(String title, int seconds, int periodMs) {
        return new FlameGraph(
                title,
                seconds,
                periodMs,
                samples,
                names,
                nodes.stream().map(node -> new Node(node.parent, node.name, node.self)).toList());
    }
}
