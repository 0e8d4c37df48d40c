package io.eyewall.differential.compatibility;

import io.eyewall.differential.program.Program;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * What programs and tests say about Storm's classes and keys. All of them pass, or the build fails.
 *
 * @param programs by program, in their order
 * @param tests by test or example
 * @param ran classes whose code ran with us while the programs did
 */
record Evidence(
        List<Program> all,
        Map<String, References> programs,
        Map<String, References> tests,
        Set<String> ran) {
    /** More names would say no more. */
    private static final int MAX_NAMES = 3;

    static Evidence collect(List<Program> all, Path root) throws IOException {
        Map<String, References> programs = new LinkedHashMap<>();
        for (Program program : all) {
            if (!isNotYet(program)) {
                programs.put(program.name(), ProgramReferences.of(program));
            }
        }
        return new Evidence(
                all,
                programs,
                TestReferences.in(root, ConfigTable.keysByConstant()),
                ClassesThatRan.recorded());
    }

    /** Whether the program does not come to its end here. */
    private static boolean isNotYet(Program program) {
        return program.differences().containsKey(Program.END_FACT);
    }

    /** Who uses a class, or an empty text: programs if any do, else tests. */
    String users(StormClass type) {
        return users(References::classes, type.name());
    }

    /** Who sets a configuration key, or an empty text. */
    String setters(String key) {
        return users(References::texts, key);
    }

    private String users(Function<References, Set<String>> what, String name) {
        List<String> users = users(programs, what, name);
        return String.join(", ", users.isEmpty() ? users(tests, what, name) : users);
    }

    private static List<String> users(
            Map<String, References> by, Function<References, Set<String>> what, String name) {
        return by.entrySet().stream()
                .filter(entry -> what.apply(entry.getValue()).contains(name))
                .map(entry -> "`" + entry.getKey() + "`")
                .limit(MAX_NAMES)
                .toList();
    }

    /** Whether the class's own code, or that of a class that has its type, ran. */
    boolean hasRun(StormClass type, Collection<StormClass> all) {
        return ran.contains(type.name())
                || (type.isInterface()
                        && all.stream()
                                .anyMatch(
                                        other ->
                                                ran.contains(other.name())
                                                        && other.supertypes()
                                                                .contains(type.name())));
    }

    /** In what ways the class differs on purpose, by the marks of programs about it. */
    Set<String> differences(StormClass type) {
        Set<String> reasons = new LinkedHashSet<>();
        boolean outermost = type.shortName().indexOf('.') < 0;
        for (Program program : all) {
            List<String> source = new ArrayList<>(List.of(program.source().split("[ ,]+")));
            if (outermost && source.get(0).equals(type.sourceFile()) && isOfClient(source)) {
                program.differences()
                        .forEach(
                                (fact, difference) ->
                                        reasons.add(
                                                difference.reason()
                                                        + " (`"
                                                        + program.name()
                                                        + "`)"));
            }
        }
        return reasons;
    }

    private static boolean isOfClient(List<String> source) {
        return source.size() == 1 || !source.get(1).startsWith("(storm-");
    }
}
