package io.eyewall.cli.flame;

import io.eyewall.control.flame.FlameGraph;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Writes a flame graph as lines of the form {@code caller;called;called 12}, which other tools
 * read.
 */
final class FlameText {
    private FlameText() {}

    static List<String> foldedLines(FlameGraph graph) {
        List<String> lines = new ArrayList<>();
        for (int i = 1; i < graph.nodes().size(); i++) {
            int self = graph.nodes().get(i).self();
            if (self > 0) {
                lines.add(path(graph, i) + " " + self);
            }
        }
        lines.sort(null);
        return lines;
    }

    private static String path(FlameGraph graph, int node) {
        Deque<String> names = new ArrayDeque<>();
        for (int caller = node; caller > 0; caller = graph.nodes().get(caller).parent()) {
            names.addFirst(withoutSeparators(graph.name(caller)));
        }
        return String.join(";", names);
    }

    /**
     * Replaces separators and control characters, which names of components and threads may
     * contain.
     */
    private static String withoutSeparators(String name) {
        return name.replaceAll("[;\\p{Cntrl}]", "_");
    }
}
