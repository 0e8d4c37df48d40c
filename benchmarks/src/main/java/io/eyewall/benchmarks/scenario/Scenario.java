package io.eyewall.benchmarks.scenario;

import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One cell of the benchmark: a work, acked or not, at a parallelism.
 *
 * <p>Its name is {@code <work>[-p<parallelism>][-acked]}: {@code w1}, {@code w3-p2-acked}.
 *
 * @param work the computation
 * @param acked whether the spout emits with message ids and every emit is anchored and acked
 * @param parallelism executors (and tasks) of every component
 */
public record Scenario(Work work, boolean acked, int parallelism) {
    private static final int HIGHEST_PARALLELISM = 64;
    private static final Pattern NAME =
            Pattern.compile("(?<work>.+?)(-p(?<parallelism>[0-9]{1,4}))?(?<acked>-acked)?");

    /** Checks the parallelism. */
    public Scenario {
        if (parallelism < 1 || parallelism > HIGHEST_PARALLELISM) {
            throw new IllegalArgumentException(
                    "scenario "
                            + work.id()
                            + ": parallelism "
                            + parallelism
                            + " is not between 1 and "
                            + HIGHEST_PARALLELISM);
        }
        if (!work.hasParallelism() && parallelism > 1) {
            throw new IllegalArgumentException(
                    "scenario "
                            + work.id()
                            + " says itself how many executors there are; leave -p"
                            + parallelism
                            + " out");
        }
    }

    /**
     * Finds a scenario by its name.
     *
     * @throws IllegalArgumentException if no scenario has that name; the message says which have
     */
    public static Scenario parse(String name) {
        Matcher matcher = NAME.matcher(name.strip().toLowerCase(Locale.ROOT));
        if (matcher.matches()) {
            for (Work work : Work.values()) {
                if (work.id().equals(matcher.group("work"))) {
                    String parallelism = matcher.group("parallelism");
                    return new Scenario(
                            work,
                            matcher.group("acked") != null,
                            parallelism == null ? 1 : Integer.parseInt(parallelism));
                }
            }
        }
        throw unknown(name);
    }

    /**
     * Returns an error that lists the known names, including those of {@link ScenarioSelection}.
     */
    static IllegalArgumentException unknown(String name) {
        return new IllegalArgumentException(
                "unknown scenario '"
                        + name
                        + "'; expected <work>[-p<parallelism>][-acked], or -both instead of -acked,"
                        + " with a work of "
                        + Arrays.stream(Work.values()).map(Work::id).toList()
                        + ", or all");
    }

    /** Returns the name that {@link #parse} accepts. */
    public String name() {
        return work.id() + (parallelism == 1 ? "" : "-p" + parallelism) + (acked ? "-acked" : "");
    }

    @Override
    public String toString() {
        return name();
    }
}
