package io.eyewall.benchmarks.scenario;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;

/**
 * A summary of latencies, to three digits.
 *
 * @param samples number of latencies; if 0, the other values are meaningless
 * @param p50Ns the median
 * @param p99Ns the 99th percentile
 * @param p999Ns the 99.9th percentile
 * @param maxNs the highest
 */
public record Latency(long samples, long p50Ns, long p99Ns, long p999Ns, long maxNs) {
    /** The latency of works that measure none. */
    public static final Latency NONE = new Latency(0, 0, 0, 0, 0);

    private static final String SEPARATOR = " ";

    static Latency of(Histogram histogram) {
        return histogram.getTotalCount() == 0
                ? NONE
                : new Latency(
                        histogram.getTotalCount(),
                        histogram.getValueAtPercentile(50),
                        histogram.getValueAtPercentile(99),
                        histogram.getValueAtPercentile(99.9),
                        histogram.getMaxValue());
    }

    /** Returns the summary as one line, for {@link #parse}. */
    public String format() {
        return LongStream.of(samples, p50Ns, p99Ns, p999Ns, maxNs)
                .mapToObj(Long::toString)
                .collect(Collectors.joining(SEPARATOR));
    }

    /**
     * Reads what {@link #format} wrote.
     *
     * @throws IllegalArgumentException if that is something else
     */
    public static Latency parse(String line) {
        List<Long> numbers = Arrays.stream(line.split(SEPARATOR)).map(Long::valueOf).toList();
        if (numbers.size() != 5) {
            throw new IllegalArgumentException("not the five numbers of a latency: " + line);
        }
        return new Latency(
                numbers.get(0), numbers.get(1), numbers.get(2), numbers.get(3), numbers.get(4));
    }
}
