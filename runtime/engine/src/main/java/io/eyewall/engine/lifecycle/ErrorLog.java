package io.eyewall.engine.lifecycle;

import io.eyewall.engine.ErrorReport;
import io.eyewall.engine.StackTraceText;
import io.eyewall.topology.TopologyPlan;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.storm.Config;
import org.apache.storm.utils.ObjectReader;
import org.jspecify.annotations.Nullable;

/**
 * The errors of a topology's components. Every error is counted, by task; the text is rendered and
 * kept only for as many errors per component as Storm's throttling admits, by default 5 per 10 s
 * (Storm: executor/error/ReportError.java). Thread-safe; methods of exceptions, which are user
 * code, are called without a lock.
 */
final class ErrorLog {
    private static final int KEPT_PER_COMPONENT = 20; // as Storm keeps in ZooKeeper

    private final int maxPerInterval;
    private final int intervalSecs;
    private final Map<String, OfComponent> components = new ConcurrentHashMap<>();

    ErrorLog(TopologyPlan plan) {
        Map<String, Object> conf = plan.conf();
        this.maxPerInterval =
                ObjectReader.getInt(conf.get(Config.TOPOLOGY_MAX_ERROR_REPORT_PER_INTERVAL), 5);
        this.intervalSecs =
                ObjectReader.getInt(conf.get(Config.TOPOLOGY_ERROR_THROTTLE_INTERVAL_SECS), 10);
    }

    /** Errors of one component. Guarded by itself. */
    private final class OfComponent {
        private final Map<Integer, Long> counts = new HashMap<>();
        private final Deque<ErrorReport> kept = new ArrayDeque<>();
        private long reported;
        private int intervalStartSecs;
        private int inInterval;

        /** Counts an error and returns its number, starting at 1. */
        synchronized long count(int taskId) {
            counts.merge(taskId, 1L, Long::sum);
            return ++reported;
        }

        /**
         * Whether Storm's throttling admits an error now; robust against a clock that was set back.
         */
        synchronized boolean isWanted(int nowSecs) {
            int passedSecs = nowSecs - intervalStartSecs;
            if (passedSecs > intervalSecs || passedSecs < 0) {
                intervalStartSecs = nowSecs;
                inInterval = 0;
            }
            if (inInterval >= maxPerInterval) {
                return false;
            }
            inInterval++;
            return true;
        }

        synchronized void keep(ErrorReport report) {
            kept.add(report);
            if (kept.size() > KEPT_PER_COMPONENT) {
                kept.poll();
            }
        }

        synchronized List<ErrorReport> kept() {
            return List.copyOf(kept);
        }

        synchronized void addCounts(Map<Integer, Long> all) {
            all.putAll(counts);
        }
    }

    /**
     * Records an error that a task reported. Null counts as an error, since Storm's collectors
     * accept it.
     */
    void report(String componentId, int taskId, @Nullable Throwable error, int nowSecs) {
        OfComponent component = component(componentId);
        keep(component, componentId, taskId, component.count(taskId), error, nowSecs);
    }

    /** Records the exception that failed the topology. Not counted as a reported error. */
    void failure(String componentId, int taskId, Throwable cause, int nowSecs) {
        keep(component(componentId), componentId, taskId, 0, cause, nowSecs);
    }

    private OfComponent component(String componentId) {
        OfComponent component = components.get(componentId);
        return component != null
                ? component
                : components.computeIfAbsent(componentId, id -> new OfComponent());
    }

    private static void keep(
            OfComponent component,
            String componentId,
            int taskId,
            long number,
            @Nullable Throwable error,
            int nowSecs) {
        if (component.isWanted(nowSecs)) {
            String text = StackTraceText.of(error);
            component.keep(new ErrorReport(componentId, taskId, number, nowSecs, text));
        }
    }

    /** Returns the kept errors, oldest first. */
    List<ErrorReport> reports() {
        List<ErrorReport> all = new ArrayList<>();
        components.values().forEach(component -> all.addAll(component.kept()));
        all.sort((a, b) -> Integer.compare(a.timeSecs(), b.timeSecs()));
        return all;
    }

    /** Returns the number of errors that each task reported; tasks without errors are missing. */
    Map<Integer, Long> counts() {
        Map<Integer, Long> counts = new TreeMap<>();
        components.values().forEach(component -> component.addCounts(counts));
        return counts;
    }
}
