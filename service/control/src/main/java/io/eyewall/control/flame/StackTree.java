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
    static final String OTHER_FRAMES = "(more)";

    private static final int MAX_NAME_CHARS = 300;

    private final Map<String, Integer> nameIndexes = new HashMap<>();
    private final List<String> names = new ArrayList<>();
    private final List<MutableNode> nodes = new ArrayList<>();
    private int samples;

    /** A node under construction. */
    private static final class MutableNode {
        final int parent;
        final int name;
        final Map<Integer, Integer> children = new HashMap<>(); // nodes by name
        int self;

        MutableNode(int parent, int name) {
            this.parent = parent;
            this.name = name;
        }
    }

    StackTree() {
        nodes.add(new MutableNode(-1, nameIndex("all")));
    }

    /**
     * Adds a sample.
     *
     * @param frames stack frames, callers before their callees
     */
    void add(List<String> frames) {
        int node = 0;
        for (String frame : frames) {
            int child = childOf(node, frame);
            if (child < 0) {
                node = Math.max(node, childOf(node, OTHER_FRAMES));
                break;
            }
            node = child;
        }
        nodes.get(node).self++;
        samples++;
    }

    /** Returns the node of a frame below another node; -1 if the tree is full. */
    private int childOf(int parent, String frame) {
        boolean isFull = nodes.size() >= MAX_NODES;
        Integer knownName = nameIndexes.get(truncate(frame));
        Integer node = knownName == null ? null : nodes.get(parent).children.get(knownName);
        if (node != null) {
            return node;
        } else if (isFull) {
            return -1;
        }
        int name = nameIndex(frame);
        nodes.get(parent).children.put(name, nodes.size());
        nodes.add(new MutableNode(parent, name));
        return nodes.size() - 1;
    }

    private int nameIndex(String text) {
        return nameIndexes.computeIfAbsent(
                truncate(text),
                name -> {
                    names.add(name);
                    return names.size() - 1;
                });
    }

    private static String truncate(String name) {
        return name.length() <= MAX_NAME_CHARS ? name : name.substring(0, MAX_NAME_CHARS);
    }

    FlameGraph toGraph(String title, int seconds, int periodMs) {
        return new FlameGraph(
                title,
                seconds,
                periodMs,
                samples,
                names,
                nodes.stream().map(node -> new Node(node.parent, node.name, node.self)).toList());
    }
}
