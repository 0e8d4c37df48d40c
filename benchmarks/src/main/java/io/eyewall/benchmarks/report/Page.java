package io.eyewall.benchmarks.report;

import io.eyewall.benchmarks.scenario.runner.Environment;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** What all reports have in common: pieces of HTML, with the style inside and no script. */
public final class Page {
    private static final String STYLE = "report.css";

    private Page() {}

    /** From the beginning to the main heading; ends with {@link #end}. */
    public static String head(String title, String heading) throws IOException {
        return "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
                + "<meta name=\"viewport\" content=\"width=device-width\">\n<title>"
                + escape(title)
                + "</title>\n<style>\n"
                + style()
                + "</style>\n<main>\n<h1>"
                + escape(heading)
                + "</h1>\n";
    }

    /** What ends the page. */
    public static String end() {
        return "</main>\n</html>\n";
    }

    /** Where a run was made, for {@link #facts}. */
    public static Map<String, String> machine(Environment environment) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("Started", environment.startedAt());
        facts.put("Commit", environment.commit());
        facts.put("Processor", environment.cpu() + ", " + environment.cores() + " cores");
        facts.put("Memory", String.format("%,d MiB", environment.memoryMib()));
        facts.put("System", environment.operatingSystem());
        facts.put("Load before", Axis.label(environment.loadAverage()));
        facts.put("Java", environment.java());
        return facts;
    }

    /** A table of names and what is to be said of them. */
    public static String facts(Map<String, String> facts) {
        StringBuilder out = new StringBuilder("<table class=\"facts\">\n");
        facts.forEach(
                (name, value) ->
                        out.append("<tr><th>")
                                .append(escape(name))
                                .append("<td>")
                                .append(escape(value))
                                .append('\n'));
        return out.append("</table>\n").toString();
    }

    /** A text as HTML wants it. */
    public static String escape(String text) {
        return Svg.escape(text);
    }

    static String style() throws IOException {
        try (InputStream style =
                Objects.requireNonNull(Page.class.getResourceAsStream(STYLE), STYLE)) {
            return new String(style.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
