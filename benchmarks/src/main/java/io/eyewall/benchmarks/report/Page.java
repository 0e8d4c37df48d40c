package io.eyewall.benchmarks.report;

import io.eyewall.benchmarks.scenario.runner.Environment;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** Pieces of HTML that all reports share; the style is embedded, and there are no scripts. */
public final class Page {
    private static final String STYLE = "report.css";

    private Page() {}

    /** Returns the HTML from the beginning to the main heading; {@link #end} ends the page. */
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

    /** Returns the end of the page. */
    public static String end() {
        return "</main>\n</html>\n";
    }

    /** Returns the facts about the machine and commit of a run, for {@link #facts}. */
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

    /** Returns a table of facts by their names. */
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

    /** Escapes a text for HTML. */
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
