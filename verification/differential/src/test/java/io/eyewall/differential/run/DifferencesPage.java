package io.eyewall.differential.run;

import io.eyewall.differential.program.Program;
import io.eyewall.topology.config.MarkdownItem;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The page that lists where Eyewall differs from Storm on purpose, by the marks on the programs.
 */
final class DifferencesPage {
    private DifferencesPage() {}

    /** The page for these programs, in Markdown. */
    static String text(List<Program> programs) {
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
        page.append("Every item is shown by programs in `differential` that run on both.\n");
        page.append("In everything else that those programs look at, the two must agree.\n");
        page.append(
                "Generated from the programs' marks by `DifferencesPageTest` of `differential`,");
        page.append(" which says how to renew it.\n\n");
        programsByReason.forEach(
                (reason, shownBy) -> page.append(MarkdownItem.of(reason + " " + shown(shownBy))));
        return page.toString();
    }

    private static String shown(Map<String, String> by) {
        return by.entrySet().stream()
                .map(program -> "`" + program.getKey() + "`: " + program.getValue())
                .collect(Collectors.joining(" ", "(", ")"));
    }
}
