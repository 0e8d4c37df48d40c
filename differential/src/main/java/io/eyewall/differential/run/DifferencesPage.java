package io.eyewall.differential.run;

import io.eyewall.differential.program.Program;
import io.eyewall.differential.program.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes the page that lists where Eyewall differs from Storm on purpose, from the marks on the
 * programs: {@code DifferencesPage FILE}. A test compares the committed page with it.
 */
public final class DifferencesPage {
    private DifferencesPage() {}

    public static void main(String[] args) throws IOException {
        Files.writeString(Path.of(args[0]), text(Programs.all()));
    }

    /** The page for these programs, in Markdown. */
    public static String text(List<Program> programs) {
        Map<String, Map<String, String>> programsByReason = new LinkedHashMap<>();
        for (Program program : programs) {
            program.differences()
                    .forEach(
                            (fact, difference) ->
                                    programsByReason
                                            .computeIfAbsent(
                                                    difference.reason(), r -> new TreeMap<>())
                                            .put(program.name(), program.shows()));
        }
        StringBuilder page = new StringBuilder();
        page.append("# Where Eyewall differs from Apache Storm on purpose\n\n");
        page.append("Every row is shown by programs in `differential/` that run on both.\n");
        page.append("In everything else that those ").append(programs.size());
        page.append(" programs look at, the two must agree.\n");
        page.append("Generated from the programs' marks by\n");
        page.append("`io.eyewall.differential.run.DifferencesPage`.\n\n");
        page.append("| What differs, and why | Shown by |\n|---|---|\n");
        programsByReason.forEach(
                (reason, shownBy) ->
                        page.append("| ")
                                .append(reason)
                                .append(" | ")
                                .append(cells(shownBy))
                                .append(" |\n"));
        return page.toString();
    }

    private static String cells(Map<String, String> shownBy) {
        StringBuilder cells = new StringBuilder();
        shownBy.forEach(
                (name, shows) ->
                        cells.append(cells.isEmpty() ? "" : "<br>")
                                .append('`')
                                .append(name)
                                .append("`: ")
                                .append(shows));
        return cells.toString();
    }
}
