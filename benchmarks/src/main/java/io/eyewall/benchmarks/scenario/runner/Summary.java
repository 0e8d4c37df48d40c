package io.eyewall.benchmarks.scenario.runner;

import io.eyewall.benchmarks.scenario.Latency;
import io.eyewall.benchmarks.scenario.Peer;
import io.eyewall.benchmarks.scenario.PeerKind;
import io.eyewall.benchmarks.scenario.PeerKind.Family;
import io.eyewall.benchmarks.scenario.Scenario;
import io.eyewall.benchmarks.scenario.Work.Shape;
import io.eyewall.benchmarks.scenario.child.Measurement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * The medians over the rounds of each system on each scenario, and their ratios to reference
 * systems.
 *
 * <p>The hand-written rate of a scenario is that of the fastest hand-written system that gives the
 * same answer at the same parallelism. Hand-written code has no acks, so acked scenarios are
 * compared with it, too. Our rate is that of {@code eyewall} with its default number of cores.
 */
public final class Summary {
    /**
     * The medians of one system on one scenario; a ratio is absent if its reference was not
     * measured.
     *
     * @param scenario the scenario
     * @param peer the system
     * @param goodRounds number of rounds with a right answer; the medians are over these rounds
     * @param failedRounds number of rounds without a right answer
     * @param millionUnitsPerSec median rate
     * @param lowest lowest rate
     * @param highest highest rate
     * @param cpuSecPerMillionUnits median CPU time of the process per million units
     * @param coresUsed median CPU time per time
     * @param coresOfOthers median of the cores that other processes kept busy; NaN if unknown
     * @param rssMib median resident memory at the window's end
     * @param threads median of live Java threads
     * @param firstUnitSec median time from the JVM's launch to the first unit counted
     * @param fromDue latency of tuples since they were due
     * @param fromEmit latency of tuples since they were emitted
     * @param toHandwritten rate as a multiple of the hand-written one
     * @param toOurs rate as a multiple of ours
     * @param cpuToOurs CPU time per unit as a multiple of ours
     * @param toHost median of the rates as multiples of the rate of hand-written code around the
     *     same round
     * @param unsteadyRounds good rounds in which the host's rate has changed nevertheless
     */
    public record Row(
            Scenario scenario,
            Peer peer,
            int goodRounds,
            int failedRounds,
            double millionUnitsPerSec,
            double lowest,
            double highest,
            double cpuSecPerMillionUnits,
            double coresUsed,
            double coresOfOthers,
            double rssMib,
            double threads,
            double firstUnitSec,
            LatencyUs fromDue,
            LatencyUs fromEmit,
            OptionalDouble toHandwritten,
            OptionalDouble toOurs,
            OptionalDouble cpuToOurs,
            OptionalDouble toHost,
            int unsteadyRounds) {

        /**
         * Returns the maximum relative distance of a round's rate from the median; absent if there
         * are fewer than two rounds.
         */
        public OptionalDouble spread() {
            double farthest = Math.max(highest - millionUnitsPerSec, millionUnitsPerSec - lowest);
            return goodRounds < 2
                    ? OptionalDouble.empty()
                    : ratio(farthest, OptionalDouble.of(millionUnitsPerSec));
        }

        /** Returns whether the scenario measures latencies and at least one round was good. */
        public boolean hasLatency() {
            return !Double.isNaN(fromDue.p50());
        }
    }

    /**
     * Medians of latencies in microseconds; NaN if none were measured.
     *
     * @param p50 median of the medians
     * @param p99 median of the 99th percentiles
     * @param p999 median of the 99.9th percentiles
     */
    public record LatencyUs(double p50, double p99, double p999) {
        private static final double NS_PER_US = 1e3;

        static LatencyUs of(List<Latency> latencies) {
            List<Latency> measured =
                    latencies.stream().filter(latency -> latency.samples() > 0).toList();
            return new LatencyUs(
                    median(measured.stream().map(latency -> latency.p50Ns() / NS_PER_US).toList()),
                    median(measured.stream().map(latency -> latency.p99Ns() / NS_PER_US).toList()),
                    median(
                            measured.stream()
                                    .map(latency -> latency.p999Ns() / NS_PER_US)
                                    .toList()));
        }
    }

    private final List<RunResult> results;

    /** Creates the summary of all results of a run. */
    public Summary(List<RunResult> results) {
        this.results = List.copyOf(results);
    }

    /** Returns one row for each system that was tried on each scenario, in the order of the run. */
    public List<Row> rows() {
        return results.stream()
                .map(result -> result.step())
                .map(step -> new Cell(step.scenario(), step.peer()))
                .distinct()
                .map(this::row)
                .toList();
    }

    /**
     * Returns the median; the mean of the two middle values if their number is even; NaN if there
     * are none.
     */
    public static double median(List<Double> values) {
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        if (sorted.length == 0) {
            return Double.NaN;
        }
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /** Returns the median of a number of each value, as {@link #median(List)} does. */
    public static <T> double median(List<T> values, ToDoubleFunction<T> number) {
        return median(values.stream().map(number::applyAsDouble).toList());
    }

    private record Cell(Scenario scenario, Peer peer) {}

    private Row row(Cell cell) {
        List<Measurement> good = good(cell);
        long tried = results.stream().filter(result -> belongs(result, cell)).count();
        List<Double> rates = values(good, Measurement::millionUnitsPerSec);
        double rate = median(rates);
        double cpu = median(values(good, Measurement::cpuSecPerMillionUnits));
        return new Row(
                cell.scenario(),
                cell.peer(),
                good.size(),
                (int) tried - good.size(),
                rate,
                rates.stream().mapToDouble(Double::doubleValue).min().orElse(Double.NaN),
                rates.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN),
                cpu,
                median(values(good, Measurement::coresUsed)),
                median(values(good, Measurement::coresOfOthers)),
                median(values(good, measurement -> measurement.rssKib() / 1024.0)),
                median(values(good, Measurement::javaThreads)),
                median(values(good, measurement -> measurement.firstUnitMs() / 1e3)),
                LatencyUs.of(good.stream().map(Measurement::fromDue).toList()),
                LatencyUs.of(good.stream().map(Measurement::fromEmit).toList()),
                ratio(rate, handwrittenRate(cell.scenario())),
                ratio(rate, ours(cell.scenario(), Measurement::millionUnitsPerSec)),
                ratio(cpu, ours(cell.scenario(), Measurement::cpuSecPerMillionUnits)),
                toHost(cell),
                (int) hosts(cell).filter(host -> !host.isSteady()).count());
    }

    private OptionalDouble toHost(Cell cell) {
        List<Double> ratios = new ArrayList<>();
        for (RunResult result : results) {
            Measurement measurement = result.measurement();
            HostReading host = result.host();
            if (belongs(result, cell) && result.isGood() && measurement != null && host != null) {
                ratios.add(measurement.millionUnitsPerSec() / host.mean());
            }
        }
        return ratios.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(median(ratios));
    }

    private Stream<HostReading> hosts(Cell cell) {
        return results.stream()
                .filter(result -> belongs(result, cell) && result.isGood())
                .map(RunResult::host)
                .flatMap(Stream::ofNullable);
    }

    private OptionalDouble handwrittenRate(Scenario scenario) {
        Scenario unacked = new Scenario(scenario.work(), false, scenario.parallelism());
        boolean isKeyed = scenario.work().shape() == Shape.WORD_COUNT;
        return fastest(
                unacked,
                peer ->
                        peer.kind().family() == Family.HANDWRITTEN
                                && (!isKeyed || peer.kind().isKeyed(unacked)));
    }

    private OptionalDouble ours(Scenario scenario, ToDoubleFunction<Measurement> value) {
        List<Measurement> good = good(new Cell(scenario, new Peer(PeerKind.EYEWALL, 0)));
        return good.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(median(values(good, value)));
    }

    private OptionalDouble fastest(Scenario scenario, Predicate<Peer> isMeant) {
        return results.stream()
                .map(result -> result.step())
                .filter(step -> step.scenario().equals(scenario) && isMeant.test(step.peer()))
                .map(step -> new Cell(step.scenario(), step.peer()))
                .distinct()
                .map(cell -> values(good(cell), Measurement::millionUnitsPerSec))
                .filter(rates -> !rates.isEmpty())
                .mapToDouble(Summary::median)
                .max();
    }

    private List<Measurement> good(Cell cell) {
        List<Measurement> good = new ArrayList<>();
        for (RunResult result : results) {
            Measurement measurement = result.measurement();
            if (belongs(result, cell) && result.isGood() && measurement != null) {
                good.add(measurement);
            }
        }
        return good;
    }

    private static boolean belongs(RunResult result, Cell cell) {
        return result.step().scenario().equals(cell.scenario())
                && result.step().peer().equals(cell.peer());
    }

    private static List<Double> values(
            List<Measurement> measurements, ToDoubleFunction<Measurement> value) {
        return measurements.stream().map(value::applyAsDouble).toList();
    }

    private static OptionalDouble ratio(double rate, OptionalDouble reference) {
        double ratio = rate / reference.orElse(Double.NaN);
        return Double.isFinite(ratio) ? OptionalDouble.of(ratio) : OptionalDouble.empty();
    }
}
