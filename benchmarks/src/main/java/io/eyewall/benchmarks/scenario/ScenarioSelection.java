package io.eyewall.benchmarks.scenario;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Selects scenarios by names on the command line: a scenario's name; {@code all}; a work with all
 * of its sizes, such as {@code w4}; {@code native}, the word counts in all languages; a work with
 * the suffix {@code -both}, unacked and acked.
 */
public final class ScenarioSelection {
    private static final String ALL = "all";
    private static final String NATIVE = "native";
    private static final String BOTH = "-both";
    private static final String ACKED = "-acked";
    private static final Pattern GROUP =
            Pattern.compile("(?<work>w[0-9]+|micro|native)(?<rest>(-p[0-9]+)?(-acked)?)");

    private ScenarioSelection() {}

    /**
     * Returns the scenarios of several names, each once, in the order of the names.
     *
     * @param parallelisms the parallelisms of names that contain none
     * @throws IllegalArgumentException if there is no such scenario
     */
    public static List<Scenario> of(List<String> names, List<Integer> parallelisms) {
        Set<Scenario> scenarios = new LinkedHashSet<>();
        for (String name : names) {
            add(name.strip().toLowerCase(Locale.ROOT), parallelisms, scenarios);
        }
        return List.copyOf(scenarios);
    }

    private static void add(String name, List<Integer> parallelisms, Set<Scenario> scenarios) {
        if (name.equals(ALL)) {
            for (Work work : Work.values()) {
                add(work.id() + BOTH, parallelisms, scenarios);
            }
        } else if (name.endsWith(BOTH)) {
            String work = name.substring(0, name.length() - BOTH.length());
            if (work.isEmpty() || work.endsWith(ACKED) || work.endsWith(BOTH)) {
                throw Scenario.unknown(name);
            }
            add(work, parallelisms, scenarios);
            add(work + ACKED, parallelisms, scenarios);
        } else {
            addPlain(name, parallelisms, scenarios);
        }
    }

    private static void addPlain(String name, List<Integer> parallelisms, Set<Scenario> scenarios) {
        Matcher group = GROUP.matcher(name);
        List<Work> sizes = group.matches() ? sizes(group.group("work")) : List.of();
        for (Work work : sizes) {
            String sized = work.id() + group.group("rest");
            addOne(Scenario.parse(sized), sized, parallelisms, scenarios);
        }
        if (sizes.isEmpty()) {
            addOne(Scenario.parse(name), name, parallelisms, scenarios);
        }
    }

    private static void addOne(
            Scenario scenario, String name, List<Integer> parallelisms, Set<Scenario> scenarios) {
        boolean says = name.matches(".*-p[0-9]+(-acked)?");
        if (says || !scenario.work().hasParallelism()) {
            scenarios.add(scenario);
            return;
        }
        for (int parallelism : parallelisms) {
            scenarios.add(new Scenario(scenario.work(), scenario.acked(), parallelism));
        }
    }

    /**
     * Returns the works of several sizes that a name stands for; none if the name is itself a work.
     */
    private static List<Work> sizes(String name) {
        List<Work> works = Arrays.asList(Work.values());
        if (name.equals(NATIVE)) {
            return works.stream().filter(work -> work == Work.W1 || work.isMultilang()).toList();
        }
        return works.stream().anyMatch(work -> work.id().equals(name))
                ? List.of()
                : works.stream().filter(work -> work.id().startsWith(name + "-")).toList();
    }
}
