package io.eyewall.benchmarks.report;

import java.util.Locale;

/**
 * Builds an SVG picture, in pixels from its upper left corner. Its colours and fonts come from the
 * CSS classes in {@link HtmlReport}'s style sheet.
 */
final class Svg {
    /** The point of a text that lies at the given position. */
    enum Anchor {
        /** The beginning of the text. */
        START,
        /** The middle of the text. */
        MIDDLE,
        /** The end of the text. */
        END
    }

    private final StringBuilder out = new StringBuilder();

    /**
     * Begins a picture.
     *
     * @param title description for people who can't see the picture
     */
    Svg(double width, double height, String title) {
        add(
                "<svg viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" height=\"%.0f\" role=\"img\">%n",
                width, height, width, height);
        out.append("<title>").append(escape(title)).append("</title>\n");
    }

    void rect(String style, double x, double y, double width, double height) {
        add(
                "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"2\"/>%n",
                style, x, y, Math.max(0, width), height);
    }

    void line(String style, double fromX, double fromY, double toX, double toY) {
        add(
                "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>%n",
                style, fromX, fromY, toX, toY);
    }

    void circle(String style, double x, double y, double radius) {
        add("<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>%n", style, x, y, radius);
    }

    void text(String style, Anchor anchor, double x, double y, String text) {
        add(
                "<text class=\"%s\" text-anchor=\"%s\" x=\"%.1f\" y=\"%.1f\">%s</text>%n",
                style, anchor.name().toLowerCase(Locale.ROOT), x, y, escape(text));
    }

    /** Ends the picture and returns it. */
    String end() {
        return out.append("</svg>\n").toString();
    }

    /** Escapes a text for HTML and SVG. */
    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    private void add(String format, Object... arguments) {
        out.append(String.format(Locale.ROOT, format, arguments));
    }
}
