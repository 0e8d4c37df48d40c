package io.eyewall.server.prometheus;

import io.eyewall.engine.metrics.ExecutorMetrics;
import java.util.Map;
import java.util.TreeMap;

/** Sums of metrics over the executors of one component. */
final class ComponentTotals {
    final Map<String, Long> emitted = new TreeMap<>();
    final Map<String, Long> transferred = new TreeMap<>();
    int executors;
    long executed;
    long acked;
    long failed;
    long usefulNs;
    long backPressuredNs;
    long queuedTuples;
    long pendingMessages;

    void add(ExecutorMetrics executor) {
        executor.emitted().forEach((stream, count) -> emitted.merge(stream, count, Long::sum));
        executor.transferred()
                .forEach((stream, count) -> transferred.merge(stream, count, Long::sum));
        executors++;
        executed += executor.executed();
        acked += executor.acked();
        failed += executor.failed();
        usefulNs += executor.usefulNs();
        backPressuredNs += executor.backPressuredNs();
        queuedTuples += executor.queuedTuples();
        pendingMessages += executor.pendingMessages();
    }
}
