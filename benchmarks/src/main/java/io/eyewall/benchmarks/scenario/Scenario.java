package io.eyewall.benchmarks.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One cell of the benchmark: a work, acked or not, at a parallelism.
 *
 * <p>Its name is {@code <work>[-p<parallelism>][-acked]}: {@code w1}, {@code w3-p2-acked}.
 *
 * @param work what is computed
 * @param acked whether the spout gives message ids and every emit is anchored and acked
 * @param parallelism executors (and tasks) of every component
 */
public record Scenario(Work work, boolean acked, int parallelism) {

    /** The parallelisms that are measured on a machine of two cores. */
    private static final int[] PARALLELISMS = {1, 2};

    /** Checks the parallelism. */
    public Scenario {
        if (parallelism < 1) {
            throw new IllegalArgumentException(
                    "scenario " + work.id() + ": parallelism " + parallelism + " is below 1");
        }
    }

    /** Every scenario of this version: each work at parallelism 1 and 2, unacked and acked. */
    public static List<Scenario> all() {
        List<Scenario> scenarios = new ArrayList<>();
        for (Work work : Work.values()) {
            for (int parallelism : PARALLELISMS) {
                scenarios.add(new Scenario(work, false, parallelism));
                scenarios.add(new Scenario(work, true, parallelism));
            }
        }
        return scenarios;
    }

    /**
     * Finds a scenario by its name.
     *
     * @throws IllegalArgumentException if no scenario has that name; the message lists all names
     */
    public static Scenario parse(String name) {
        String wanted = name.strip().toLowerCase(Locale.ROOT);
        for (Scenario scenario : all()) {
            if (scenario.name().equals(wanted)) {
                return scenario;
            }
        }
        throw new IllegalArgumentException(
                "unknown scenario '"
                        + name
                        + "'; expected one of "
                        + all().stream().map(Scenario::name).toList());
    }

    /** The name that {@link #parse} accepts. */
    public String name() {
        return work.id() + (parallelism == 1 ? "" : "-p" + parallelism) + (acked ? "-acked" : "");
    }

    @Override
    public String toString() {
        return name();
    }
}
