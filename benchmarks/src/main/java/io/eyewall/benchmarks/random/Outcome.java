package io.eyewall.benchmarks.random;

import io.eyewall.benchmarks.scenario.runner.Summary;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * What one run of a topology came to. Units are messages where they are acked, else tuples that
 * bolts executed to which nobody subscribes: others may only have filled queues.
 *
 * @param unitsPerSecond acked or executed
 * @param cpuUs processor time of the whole process for each unit, in microseconds
 * @param meanUs from when a message was due until it was acked; 0 if not acked
 * @param p99Us the same, 99% are quicker
 * @param failed messages that failed
 */
record Outcome(double unitsPerSecond, double cpuUs, double meanUs, double p99Us, double failed) {
    /** Begins the line that the parent JVM looks for. */
    static final String MARK = "OUTCOME ";

    /** For the parent JVM. */
    String line() {
        return String.format(
                Locale.ROOT,
                "%.3f %.3f %.1f %.1f %.0f",
                unitsPerSecond,
                cpuUs,
                meanUs,
                p99Us,
                failed);
    }

    /** What {@link #line} has written. */
    static Outcome parse(String line) {
        double[] numbers =
                Arrays.stream(line.split(" ")).mapToDouble(Double::parseDouble).toArray();
        return new Outcome(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]);
    }

    /** Each number's median of its own. */
    static Outcome median(List<Outcome> outcomes) {
        return new Outcome(
                median(outcomes, Outcome::unitsPerSecond),
                median(outcomes, Outcome::cpuUs),
                median(outcomes, Outcome::meanUs),
                median(outcomes, Outcome::p99Us),
                median(outcomes, Outcome::failed));
    }

    private static double median(List<Outcome> outcomes, ToDoubleFunction<Outcome> number) {
        return Summary.median(outcomes.stream().map(one -> number.applyAsDouble(one)).toList());
    }
}
