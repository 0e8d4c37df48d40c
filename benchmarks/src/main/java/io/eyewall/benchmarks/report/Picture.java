package io.eyewall.benchmarks.report;

import java.io.IOException;

/** A plot as an SVG file with its style embedded. */
public final class Picture {
    private Picture() {}

    /**
     * Returns the content of the file.
     *
     * @param svg SVG as the plots return it for pages
     */
    public static String of(String svg) throws IOException {
        int end = svg.indexOf('>') + 1;
        return svg.substring(0, end)
                        .replaceFirst("<svg ", "<svg xmlns=\"http://www.w3.org/2000/svg\" ")
                + "\n<style>\n"
                + Page.style()
                + "svg { background: #fff; }\n</style>\n"
                + svg.substring(end).stripLeading();
    }
}
