package io.eyewall.nativetask.worker;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.storm.Config;
import org.apache.storm.utils.ObjectReader;

/**
 * Limits how many errors of a task are reported to the cluster, as Storm's {@code ReportError}
 * does. Confined to one thread.
 */
final class ErrorLimit {
    private final long intervalNs;
    private final int maxPerInterval;
    private final Map<String, Interval> byTask = new HashMap<>();

    private record Interval(long beginNs, int errors) {}

    /**
     * @param conf the topology's configuration
     */
    ErrorLimit(Map<String, Object> conf) {
        intervalNs =
                TimeUnit.SECONDS.toNanos(
                        ObjectReader.getInt(
                                conf.get(Config.TOPOLOGY_ERROR_THROTTLE_INTERVAL_SECS)));
        maxPerInterval =
                ObjectReader.getInt(conf.get(Config.TOPOLOGY_MAX_ERROR_REPORT_PER_INTERVAL));
    }

    /** Counts an error of the task; returns whether it may be reported. */
    boolean countAndCheck(String task, long nowNs) {
        Interval last = byTask.get(task);
        Interval now =
                last == null || nowNs - last.beginNs() > intervalNs
                        ? new Interval(nowNs, 1)
                        : new Interval(last.beginNs(), last.errors() + 1);
        byTask.put(task, now);
        return now.errors() <= maxPerInterval;
    }
}
