package io.eyewall.differential.compatibility;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Which of Storm's classes the JVM initialised while all programs ran on Eyewall. A run of all
 * programs writes down what it saw, and fails if a class of the committed list was not among it.
 */
public final class ClassesThatRan {
    private static final String RESOURCE = "classes-that-ran.txt";

    /** As {@code -Xlog:class+init} writes it. */
    private static final Pattern INITIALISED =
            Pattern.compile("Initializing '(org/apache/storm/[\\w/$]+)'");

    private ClassesThatRan() {}

    /** The option that makes a JVM write such a log. */
    public static String option(Path log) {
        return "-Xlog:class+init=info:file=" + log;
    }

    /** The committed list. */
    static Set<String> recorded() throws IOException {
        Set<String> names = new TreeSet<>();
        for (List<String> row : Rows.of(RESOURCE, 1)) {
            names.add(row.get(0));
        }
        return names;
    }

    /** Names of the public classes of Storm's jar that a log names and no rule is for. */
    static Set<String> in(Path log) throws IOException {
        Set<String> known = new TreeSet<>();
        ClassRules rules = ClassRules.read();
        for (StormClass type : StormClasses.ofJar()) {
            if (rules.forClass(type).isEmpty()) {
                known.add(type.name());
            }
        }
        Set<String> names = new TreeSet<>();
        try (Stream<String> lines = Files.lines(log)) {
            lines.forEach(
                    line -> {
                        Matcher matcher = INITIALISED.matcher(line);
                        if (matcher.find()) {
                            names.add(StormClasses.importName(matcher.group(1)));
                        }
                    });
        }
        names.retainAll(known);
        return names;
    }

    /**
     * Compares a run of all programs with the committed list.
     *
     * @param log of that run's JVM
     * @param seen where to write what ran, in the form of the committed list
     * @return names of the list that did not run
     */
    public static Set<String> missing(Path log, Path seen) throws IOException {
        Set<String> ran = in(log);
        Files.writeString(seen, String.join("\n", ran) + "\n");
        Set<String> missing = new TreeSet<>(recorded());
        missing.removeAll(ran);
        return missing;
    }
}
