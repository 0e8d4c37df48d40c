package io.eyewall.engine.lifecycle;

import java.util.HashMap;
import java.util.Map;
import org.apache.storm.metric.internal.MultiCountStat;
import org.jspecify.annotations.Nullable;

/**
 * Mean times in Storm's windows, each over all tuples of its window. Storm's own latencies are
 * means of the recorded values, which are recorded once a second here: a second with one long call
 * would weigh as much as a second with a thousand short calls. One thread adds; any thread reads.
 *
 * @param <K> what is measured, such as a stream
 */
final class WindowedMeans<K> {
    private static final double NS_PER_MS = 1e6;

    private final MultiCountStat<K> sumsNs;
    private final MultiCountStat<K> tupleCounts;

    /**
     * @param buckets buckets per window, as in Storm's statistics
     */
    WindowedMeans(int buckets) {
        sumsNs = new MultiCountStat<>(buckets);
        tupleCounts = new MultiCountStat<>(buckets);
    }

    /** Adds {@code tuples} tuples that took {@code ns} nanoseconds together. */
    void add(K key, long ns, long tuples) {
        sumsNs.incBy(key, ns);
        tupleCounts.incBy(key, tuples);
    }

    /** Returns means in milliseconds by window, for all keys that have tuples. */
    Map<String, Map<K, Double>> meansMs() {
        Map<String, Map<K, Long>> tuples = tupleCounts.getTimeCounts();
        Map<String, Map<K, Double>> means = new HashMap<>();
        sumsNs.getTimeCounts()
                .forEach((window, sums) -> means.put(window, means(sums, tuples.get(window))));
        return means;
    }

    private static <K> Map<K, Double> means(Map<K, Long> sums, @Nullable Map<K, Long> tuples) {
        Map<K, Double> means = new HashMap<>();
        sums.forEach(
                (key, ns) -> {
                    long count = tuples == null ? 0 : tuples.getOrDefault(key, 0L);
                    means.put(key, count <= 0 ? 0 : ns / NS_PER_MS / count);
                });
        return means;
    }

    void close() {
        sumsNs.close();
        tupleCounts.close();
    }
}
