package io.eyewall.engine.metrics;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * The counters of one component since its start: sums over its executors.
 *
 * @param executors number of its executors
 * @param dedicated number of its executors that have a thread of their own
 * @param emitted tuples emitted, by stream
 * @param transferred tuples sent to receivers, by stream
 * @param executed tuples executed; 0 for a spout
 * @param acked tuples acked: messages of a spout, inputs of a bolt
 * @param failed tuples failed, including timeouts
 * @param usefulNs nanoseconds in nextTuple or execute; see {@link ExecutorMetrics#usefulNs}
 * @param backPressuredNs nanoseconds for which full receivers held its executors back
 * @param queuedTuples tuples in its executors' mailboxes now
 * @param pendingMessages messages of a spout without a completion
 */
public record ComponentMetrics(
        int executors,
        int dedicated,
        SortedMap<String, Long> emitted,
        SortedMap<String, Long> transferred,
        long executed,
        long acked,
        long failed,
        long usefulNs,
        long backPressuredNs,
        long queuedTuples,
        long pendingMessages) {
    /** The counters of a component none of whose executors has been opened. */
    public static final ComponentMetrics NONE = of(List.of());

    public ComponentMetrics {
        emitted = Collections.unmodifiableSortedMap(emitted);
        transferred = Collections.unmodifiableSortedMap(transferred);
    }

    /** Returns the sums over executors of one component. */
    static ComponentMetrics of(Collection<ExecutorMetrics> executors) {
        SortedMap<String, Long> emitted = new TreeMap<>();
        SortedMap<String, Long> transferred = new TreeMap<>();
        int dedicated = 0;
        for (ExecutorMetrics executor : executors) {
            executor.emitted().forEach((stream, count) -> emitted.merge(stream, count, Long::sum));
            executor.transferred()
                    .forEach((stream, count) -> transferred.merge(stream, count, Long::sum));
            dedicated += executor.dedicated() ? 1 : 0;
        }
        return new ComponentMetrics(
                executors.size(),
                dedicated,
                emitted,
                transferred,
                sum(executors, ExecutorMetrics::executed),
                sum(executors, ExecutorMetrics::acked),
                sum(executors, ExecutorMetrics::failed),
                sum(executors, ExecutorMetrics::usefulNs),
                sum(executors, ExecutorMetrics::backPressuredNs),
                sum(executors, ExecutorMetrics::queuedTuples),
                sum(executors, ExecutorMetrics::pendingMessages));
    }

    /** Returns the sum of one counter over executors. */
    static long sum(
            Collection<ExecutorMetrics> executors, ToLongFunction<ExecutorMetrics> counter) {
        return executors.stream().mapToLong(counter).sum();
    }

    /**
     * Returns the tuples emitted on user streams, without Storm's own, such as those of metrics.
     */
    public long emittedByUser() {
        return ExecutorMetrics.ofUserStreams(emitted);
    }

    /** Returns the tuples emitted on all streams. */
    long emittedInAll() {
        return emitted.values().stream().mapToLong(Long::longValue).sum();
    }
}
