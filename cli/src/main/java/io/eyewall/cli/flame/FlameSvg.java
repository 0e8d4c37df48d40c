package io.eyewall.cli.flame;

import io.eyewall.control.flame.FlameGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Writes a flame graph as an SVG picture; each frame's title has its name and share. */
final class FlameSvg {
    private static final int WIDTH_PX = 1200;
    private static final int ROW_PX = 18;
    private static final int HEAD_PX = 26;
    private static final double MIN_FRAME_PX = 0.3;
    private static final double CHARACTER_PX = 6.6;
    private static final int HUES = 360;

    private final FlameGraph graph;
    private final int[] totals;
    private final List<List<Integer>> children = new ArrayList<>();
    private final StringBuilder body = new StringBuilder();
    private int deepest;

    private FlameSvg(FlameGraph graph) {
        this.graph = graph;
        this.totals = graph.totals();
        for (int i = 0; i < graph.nodes().size(); i++) {
            children.add(new ArrayList<>());
            int parent = graph.nodes().get(i).parent();
            if (parent >= 0) {
                children.get(parent).add(i);
            }
        }
        children.forEach(each -> each.sort((a, b) -> Integer.compare(totals[b], totals[a])));
    }

    /** The position of a node in the picture. */
    private record Box(int node, int depth, double x, double width) {}

    static String of(FlameGraph graph) {
        return new FlameSvg(graph).draw();
    }

    private String draw() {
        List<Box> todo = new ArrayList<>(List.of(new Box(0, 0, 0, WIDTH_PX)));
        while (!todo.isEmpty()) {
            Box box = todo.remove(todo.size() - 1);
            add(box);
            double x = box.x();
            for (int child : children.get(box.node())) {
                double width = box.width() * totals[child] / Math.max(1, totals[box.node()]);
                if (width >= MIN_FRAME_PX) {
                    todo.add(new Box(child, box.depth() + 1, x, width));
                }
                x += width;
            }
        }
        int height = HEAD_PX + (deepest + 1) * ROW_PX + 4;
        String head =
                "%s: %d samples in %d s, one each %d ms"
                        .formatted(
                                graph.title(), graph.samples(), graph.seconds(), graph.periodMs());
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" \
                font-family="sans-serif" font-size="11">
                <rect width="100%%" height="100%%" fill="#fff"/>
                <text x="4" y="17" font-size="13">%s</text>
                %s</svg>
                """
                .formatted(WIDTH_PX, height, WIDTH_PX, height, escaped(head), body);
    }

    private void add(Box box) {
        deepest = Math.max(deepest, box.depth());
        String name = graph.name(box.node());
        double share = 100.0 * totals[box.node()] / Math.max(1, totals[0]);
        int y = HEAD_PX + box.depth() * ROW_PX;
        body.append(
                String.format(
                        Locale.ROOT,
                        "<g><title>%s: %d samples, %.1f %%</title><rect x=\"%.2f\" y=\"%d\""
                                + " width=\"%.2f\" height=\"%d\" fill=\"hsl(%d,55%%,82%%)\"/>",
                        escaped(name),
                        totals[box.node()],
                        share,
                        box.x(),
                        y,
                        Math.max(MIN_FRAME_PX, box.width() - 0.5),
                        ROW_PX - 1,
                        hue(name)));
        int maxChars = (int) ((box.width() - 6) / CHARACTER_PX);
        if (maxChars >= 3) {
            String text =
                    name.length() <= maxChars ? name : name.substring(name.length() - maxChars);
            body.append(
                    String.format(
                            Locale.ROOT,
                            "<text x=\"%.2f\" y=\"%d\">%s</text>",
                            box.x() + 3,
                            y + 13,
                            escaped(text)));
        }
        body.append("</g>\n");
    }

    /** Returns the hue of a frame: the same for all methods of a class. */
    private static int hue(String name) {
        return Math.floorMod(name.replaceAll("\\.[^.]*$", "").hashCode(), HUES);
    }

    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        text.codePoints()
                .forEach(
                        c -> {
                            switch (c) {
                                case '<' -> escaped.append("&lt;");
                                case '>' -> escaped.append("&gt;");
                                case '&' -> escaped.append("&amp;");
                                case '"' -> escaped.append("&quot;");
                                default -> escaped.appendCodePoint(isXml(c) ? c : '?');
                            }
                        });
        return escaped.toString();
    }

    private static boolean isXml(int c) {
        return c >= ' ' && c != 0xFFFE && c != 0xFFFF && !(c >= 0xD800 && c <= 0xDFFF);
    }
}
