package io.eyewall.benchmarks.random;

import io.eyewall.benchmarks.scenario.runner.Summary;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The result of one run of a topology. Units are messages that are done: acked, or, if they are not
 * acked, executed by the bolt that is the farthest behind, since for the others they may only have
 * filled queues.
 *
 * @param unitsPerSecond messages done per second
 * @param cpuUs processor time of the whole process per unit, in microseconds
 * @param meanUs mean time from when a message was due until it was acked; 0 if not acked
 * @param p99Us 99th percentile of the time from when a message was due until it was acked
 * @param failed number of failed messages
 */
record Outcome(double unitsPerSecond, double cpuUs, double meanUs, double p99Us, double failed) {
    /** The beginning of the line that the parent JVM searches for. */
    static final String MARK = "OUTCOME ";

    /** Returns the line for the parent JVM. */
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

    /** Parses what {@link #line} returned. */
    static Outcome parse(String line) {
        double[] numbers =
                Arrays.stream(line.split(" ")).mapToDouble(Double::parseDouble).toArray();
        return new Outcome(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]);
    }

    /** Returns the median of each number separately. */
    static Outcome median(List<Outcome> outcomes) {
        return new Outcome(
                Summary.median(outcomes, Outcome::unitsPerSecond),
                Summary.median(outcomes, Outcome::cpuUs),
                Summary.median(outcomes, Outcome::meanUs),
                Summary.median(outcomes, Outcome::p99Us),
                Summary.median(outcomes, Outcome::failed));
    }
}
