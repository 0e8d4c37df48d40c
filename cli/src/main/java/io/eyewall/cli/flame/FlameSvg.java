package io.eyewall.cli.flame;

import io.eyewall.control.flame.FlameGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Writes a flame graph as an SVG picture; each frame's title has its name and share. */
final class FlameSvg {
    private static final int WIDTH_PX = 1200;
    private static final int ROW_PX = 18;
    private static final int HEADER_PX = 26;

    /** Narrower frames, and what they have called, are left out. */
    private static final double MIN_FRAME_PX = 0.3;

    /** The assumed width of a character. */
    private static final double CHARACTER_PX = 6.6;

    private static final int HUES = 360;

    /** The space between a frame's edge and its text. */
    private static final int TEXT_MARGIN_PX = 3;

    /** The text's base line below the top of its row. */
    private static final int BASELINE_PX = 13;

    /** A frame with room for fewer characters has no text. */
    private static final int MIN_CHARS = 3;

    private final FlameGraph graph;
    private final int[] totals;
    private final List<List<Integer>> children = new ArrayList<>();
    private final StringBuilder body = new StringBuilder();
    private int maxDepth;

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

    static String svg(FlameGraph graph) {
        return new FlameSvg(graph).draw();
    }

    private String draw() {
        List<Box> pending = new ArrayList<>(List.of(new Box(0, 0, 0, WIDTH_PX)));
        while (!pending.isEmpty()) {
            Box box = pending.remove(pending.size() - 1);
            appendFrame(box);
            double x = box.x();
            for (int child : children.get(box.node())) {
                double width = box.width() * totals[child] / Math.max(1, totals[box.node()]);
                if (width >= MIN_FRAME_PX) {
                    pending.add(new Box(child, box.depth() + 1, x, width));
                }
                x += width;
            }
        }
        int height = HEADER_PX + (maxDepth + 1) * ROW_PX + 4;
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
                .formatted(WIDTH_PX, height, WIDTH_PX, height, escape(head), body);
    }

    private void appendFrame(Box box) {
        maxDepth = Math.max(maxDepth, box.depth());
        String name = graph.name(box.node());
        double share = 100.0 * totals[box.node()] / Math.max(1, totals[0]);
        int y = HEADER_PX + box.depth() * ROW_PX;
        body.append(
                String.format(
                        Locale.ROOT,
                        "<g><title>%s: %d samples, %.1f %%</title><rect x=\"%.2f\" y=\"%d\""
                                + " width=\"%.2f\" height=\"%d\" fill=\"hsl(%d,55%%,82%%)\"/>",
                        escape(name),
                        totals[box.node()],
                        share,
                        box.x(),
                        y,
                        Math.max(MIN_FRAME_PX, box.width() - 0.5),
                        ROW_PX - 1,
                        hue(name)));
        int maxChars = (int) ((box.width() - 2 * TEXT_MARGIN_PX) / CHARACTER_PX);
        if (maxChars >= MIN_CHARS) {
            String text =
                    name.length() <= maxChars ? name : name.substring(name.length() - maxChars);
            body.append(
                    String.format(
                            Locale.ROOT,
                            "<text x=\"%.2f\" y=\"%d\">%s</text>",
                            box.x() + TEXT_MARGIN_PX,
                            y + BASELINE_PX,
                            escape(text)));
        }
        body.append("</g>\n");
    }

    /** Returns the hue of a frame: the same for all methods of a class. */
    private static int hue(String name) {
        return Math.floorMod(name.replaceAll("\\.[^.]*$", "").hashCode(), HUES);
    }

    private static String escape(String text) {
        StringBuilder escape = new StringBuilder();
        text.codePoints()
                .forEach(
                        c -> {
                            switch (c) {
                                case '<' -> escape.append("&lt;");
                                case '>' -> escape.append("&gt;");
                                case '&' -> escape.append("&amp;");
                                case '"' -> escape.append("&quot;");
                                default -> escape.appendCodePoint(isXmlCharacter(c) ? c : '?');
                            }
                        });
        return escape.toString();
    }

    private static boolean isXmlCharacter(int c) {
        return c >= ' ' && c != 0xFFFE && c != 0xFFFF && !(c >= 0xD800 && c <= 0xDFFF);
    }
}
