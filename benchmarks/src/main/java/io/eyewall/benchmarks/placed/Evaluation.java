package io.eyewall.benchmarks.placed;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Compares one phase of a run with the same phase of the best static plan.
 *
 * @param run the run
 * @param place position in the scenario's timeline
 * @param tuplesPerSec throughput in the whole phase
 * @param toBest throughput in the whole phase relative to the best static plan
 * @param toBestAtEnd throughput in the last third of the phase relative to the best static plan
 * @param untilGoodSec seconds from the phase's beginning until throughput is {@link #GOOD} of that
 *     of the best static plan; empty if it never is
 * @param p50Ms median lateness of tuples in the last third: the median of its steps
 * @param p99Ms 99th percentile of lateness in the last third: the median of its steps
 * @param moves executors moved in the phase
 * @param cores cores in use at the end of the phase
 * @param executors executors of spouts and bolts at the end of the phase
 * @param cpuCores processor time of this process in the last third, in cores
 * @param otherCores processor time of other processes in the whole phase, in cores
 */
record Evaluation(
        Run run,
        int place,
        double tuplesPerSec,
        double toBest,
        double toBestAtEnd,
        OptionalDouble untilGoodSec,
        double p50Ms,
        double p99Ms,
        int moves,
        int cores,
        int executors,
        double cpuCores,
        double otherCores) {

    /** The share of the best static plan's throughput that counts as good. */
    static final double GOOD = 0.95;

    /**
     * The number of consecutive steps that must be good, since a single one may be good by chance.
     */
    private static final int STEPS_TO_BE_GOOD = 3;

    /** Compares a run with that of the best static plan, phase by phase. */
    static List<Evaluation> of(Run run, Run best) {
        List<Evaluation> all = new ArrayList<>();
        int movesBefore = 0;
        for (int place = 0; place < run.scenario().timeline().size(); place++) {
            Evaluation one = of(run, best, place, movesBefore);
            all.add(one);
            movesBefore += one.moves();
        }
        return all;
    }

    private static Evaluation of(Run run, Run best, int place, int movesBefore) {
        List<Sample> samples = run.phase(place);
        List<Sample> end = lastThird(samples);
        double bestRate = rate(best.phase(place));
        Sample last = samples.get(samples.size() - 1);
        return new Evaluation(
                run,
                place,
                rate(samples),
                rate(samples) / bestRate,
                rate(end) / rate(lastThird(best.phase(place))),
                secondsUntil(samples, GOOD * bestRate),
                middle(end.stream().map(Sample::p50Ms).toList()),
                middle(end.stream().map(Sample::p99Ms).toList()),
                last.moves() - movesBefore,
                last.cores(),
                last.executors(),
                end.stream().mapToDouble(Sample::cpuCores).average().orElse(0),
                samples.stream().mapToDouble(Sample::otherCores).average().orElse(-1));
    }

    static double rate(List<Sample> samples) {
        double tuples = samples.stream().mapToLong(Sample::tuples).sum();
        return tuples / samples.stream().mapToDouble(Sample::seconds).sum();
    }

    private static List<Sample> lastThird(List<Sample> samples) {
        return samples.subList(samples.size() * 2 / 3, samples.size());
    }

    private static double middle(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }

    /**
     * Returns when throughput first reaches a rate, both in one step and in the mean of that step
     * and the next two.
     *
     * @return seconds from the beginning of the first sample to that of this step
     */
    static OptionalDouble secondsUntil(List<Sample> samples, double tuplesPerSec) {
        for (int i = 0; i < samples.size(); i++) {
            List<Sample> next = samples.subList(i, Math.min(samples.size(), i + STEPS_TO_BE_GOOD));
            if (samples.get(i).tuplesPerSec() >= tuplesPerSec && rate(next) >= tuplesPerSec) {
                return OptionalDouble.of(samples.get(i).beginSec() - samples.get(0).beginSec());
            }
        }
        return OptionalDouble.empty();
    }
}
