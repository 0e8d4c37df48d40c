package io.eyewall.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Comments of main sources begin as field English does, and a class name stands for one class.
 * Numbers of what is still to be rewritten only fall: a module that has fewer than its row of
 * {@code prose.txt} allows fails, too, until the row says so.
 */
class ProseTest {
    /** A bare clause as the opening of a comment; see docs/glossary.md for the words to use. */
    private static final Pattern BARE_CLAUSE =
            Pattern.compile(
                    "(?m)(?:/\\*\\*\\s*(?:\\*\\s*)?|^\\s*// )"
                            + "(?:What|Who|Whose|Whoever|Whatever|Those|Where|Which|Why)\\b(?![^\\n]*\\?)");

    /** A bound that is not called MIN or MAX. */
    private static final Pattern OTHER_BOUND =
            Pattern.compile("\\b(?:MOST|LEAST|FEWEST)_[A-Z]\\w*");

    private static final Pattern ROW = Pattern.compile("(?m)^(\\S+) (\\d+)$");
    private static final String SAME_NAMES = "classes-with-the-same-name";

    @Test
    void commentsDoNotOpenWithABareClause() throws IOException {
        Map<String, Integer> found = new TreeMap<>();
        for (String module : Repository.modules().keySet()) {
            int count = 0;
            for (Path source : Repository.javaSources(module, "src/main/java")) {
                Matcher opening = BARE_CLAUSE.matcher(Files.readString(source));
                while (opening.find()) {
                    count++;
                }
            }
            found.put(module, count);
        }
        Map<String, Integer> allowed = new TreeMap<>(allowed());
        allowed.remove(SAME_NAMES);
        found.values().removeIf(count -> count == 0);
        assertThat(found)
                .as("comments that open with a bare clause, by module; keep prose.txt in step")
                .isEqualTo(allowed);
    }

    @Test
    void oneNameStandsForOneClass() throws IOException {
        Map<String, List<Path>> byName = new TreeMap<>();
        for (String module : Repository.modules().keySet()) {
            if (!module.contains("benchmarks") && !module.equals("differential")) {
                for (Path source : Repository.javaSources(module, "src/main/java")) {
                    String name = source.getFileName().toString();
                    if (!name.equals("package-info.java")) {
                        byName.computeIfAbsent(name, any -> new ArrayList<>()).add(source);
                    }
                }
            }
        }
        byName.values().removeIf(sources -> sources.size() == 1);
        assertThat(byName)
                .as("classes of the product with the same simple name; keep prose.txt in step")
                .hasSize(allowed().getOrDefault(SAME_NAMES, 0));
    }

    @Test
    void boundsAreCalledMinAndMax() throws IOException {
        List<String> found = new ArrayList<>();
        for (String module : Repository.modules().keySet()) {
            for (Path source : Repository.javaSources(module, "src/main/java")) {
                OTHER_BOUND
                        .matcher(Files.readString(source))
                        .results()
                        .forEach(each -> found.add(source.getFileName() + ": " + each.group()));
            }
        }
        assertThat(found).isEmpty();
    }

    private static Map<String, Integer> allowed() throws IOException {
        Map<String, Integer> rows = new LinkedHashMap<>();
        Matcher row = ROW.matcher(Repository.read("verification/architecture/prose.txt"));
        while (row.find()) {
            rows.put(row.group(1), Integer.valueOf(row.group(2)));
        }
        return rows;
    }
}
