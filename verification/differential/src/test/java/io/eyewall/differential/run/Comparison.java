package io.eyewall.differential.run;

import io.eyewall.differential.program.Program;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;

/** Compares what one program saw on Storm and on Eyewall. */
final class Comparison {
    private static final int MAX_LINES = 30;

    private final List<String> problems = new ArrayList<>();

    private Comparison() {}

    /** What is wrong, one text per fact; empty if the two agree where they must. */
    static List<String> problems(
            Program program, Observations.Program storm, Observations.Program eyewall) {
        Comparison comparison = new Comparison();
        comparison.checkEnd("Storm", storm);
        if (program.differences().containsKey(Program.END_FACT)) {
            if (eyewall != null && eyewall.failure() == null) {
                comparison.problems.add("it is marked as not ending here yet, but it did");
            }
            return comparison.problems;
        }
        comparison.checkEnd("Eyewall", eyewall);
        if (comparison.problems.isEmpty()) {
            comparison.compare(program, storm.facts(), eyewall.facts());
        }
        return comparison.problems;
    }

    private void checkEnd(String system, Observations.Program seen) {
        if (seen == null) {
            problems.add("on " + system + " it did not run: the process ended before, see its log");
        } else if (seen.failure() != null) {
            problems.add("on " + system + " it did not come to its end: " + seen.failure());
        }
    }

    private void compare(Program program, Map<String, Object> storm, Map<String, Object> eyewall) {
        TreeSet<String> facts = new TreeSet<>(eyewall.keySet());
        facts.addAll(storm.keySet());
        facts.addAll(program.differences().keySet());
        if (program.place() == Program.Place.ENDS_STORMS_PROCESS) {
            // Storm's process did not live to write down more.
            facts.retainAll(List.of(Program.PROCESS_FACT));
        }
        for (String fact : facts) {
            boolean same =
                    storm.containsKey(fact) == eyewall.containsKey(fact)
                            && Objects.equals(storm.get(fact), eyewall.get(fact));
            Program.Difference difference = program.differences().get(fact);
            if (same && difference != null && difference.always()) {
                problems.add(
                        "fact '%s' is marked as different (%s) but is the same on both: %s"
                                .formatted(fact, difference.reason(), storm.get(fact)));
            } else if (!same && difference == null) {
                List<String> lines = new ArrayList<>();
                diff(fact, storm.get(fact), eyewall.get(fact), lines);
                if (lines.size() > MAX_LINES) {
                    int more = lines.size() - MAX_LINES;
                    lines = new ArrayList<>(lines.subList(0, MAX_LINES));
                    lines.add("... and " + more + " more");
                }
                problems.add("fact '" + fact + "' differs\n    " + String.join("\n    ", lines));
            }
        }
    }

    /** One line per differing leaf. */
    private static void diff(String path, Object storm, Object eyewall, List<String> lines) {
        if (storm instanceof Map<?, ?> a && eyewall instanceof Map<?, ?> b) {
            TreeSet<String> keys = new TreeSet<>();
            a.keySet().forEach(key -> keys.add((String) key));
            b.keySet().forEach(key -> keys.add((String) key));
            for (String key : keys) {
                String inner = path + " / " + key;
                if (!b.containsKey(key)) {
                    lines.add(inner + "\n        Storm:   " + a.get(key) + "\n        Eyewall: -");
                } else if (!a.containsKey(key)) {
                    lines.add(inner + "\n        Storm:   -\n        Eyewall: " + b.get(key));
                } else {
                    diff(inner, a.get(key), b.get(key), lines);
                }
            }
        } else if (storm instanceof List<?> a && eyewall instanceof List<?> b && isLong(a)) {
            List<?> onlyStorm = a.stream().filter(item -> !b.contains(item)).toList();
            List<?> onlyEyewall = b.stream().filter(item -> !a.contains(item)).toList();
            if (!a.equals(b)) {
                String sizes = " (Storm: %d items, Eyewall: %d)".formatted(a.size(), b.size());
                lines.add(
                        path
                                + sizes
                                + "\n        only Storm:   "
                                + onlyStorm
                                + "\n        only Eyewall: "
                                + onlyEyewall);
            }
        } else if (!Objects.equals(storm, eyewall)) {
            lines.add(path + "\n        Storm:   " + storm + "\n        Eyewall: " + eyewall);
        }
    }

    private static boolean isLong(List<?> list) {
        return list.size() > 20;
    }
}
