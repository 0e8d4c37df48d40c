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
 * The errors of a topology's components. Every error is counted, by task. Only errors that Storm's
 * throttling admits, by default 5 per component in 10 s, are rendered as text and kept (Storm:
 * executor/error/ReportError.java). Thread-safe; methods of exceptions, which are user code, are
 * called without a lock.
 */
final class ErrorLog {
    private static final int MAX_REPORTS_PER_COMPONENT = 20; // as Storm keeps in ZooKeeper

    private final int maxPerInterval;
    private final int intervalSecs;
    private final Map<String, ComponentErrors> components = new ConcurrentHashMap<>();

    ErrorLog(TopologyPlan plan) {
        Map<String, Object> conf = plan.conf();
        this.maxPerInterval =
                ObjectReader.getInt(conf.get(Config.TOPOLOGY_MAX_ERROR_REPORT_PER_INTERVAL), 5);
        this.intervalSecs =
                ObjectReader.getInt(conf.get(Config.TOPOLOGY_ERROR_THROTTLE_INTERVAL_SECS), 10);
    }

    /** Errors of one component. Guarded by itself. */
    private final class ComponentErrors {
        private final Map<Integer, Long> countsByTask = new HashMap<>();
        private final Deque<ErrorReport> reports = new ArrayDeque<>();
        private long reported;
        private int intervalStartSecs;
        private int admittedInInterval;

        /** Counts an error and returns its number, starting at 1. */
        synchronized long count(int taskId) {
            countsByTask.merge(taskId, 1L, Long::sum);
            return ++reported;
        }

        /**
         * Returns whether Storm's throttling admits an error now, and counts it if so. A clock that
         * was set back starts a new interval.
         */
        synchronized boolean tryAdmit(int nowSecs) {
            int passedSecs = nowSecs - intervalStartSecs;
            if (passedSecs > intervalSecs || passedSecs < 0) {
                intervalStartSecs = nowSecs;
                admittedInInterval = 0;
            }
            if (admittedInInterval >= maxPerInterval) {
                return false;
            }
            admittedInInterval++;
            return true;
        }

        synchronized void addReport(ErrorReport report) {
            reports.add(report);
            if (reports.size() > MAX_REPORTS_PER_COMPONENT) {
                reports.poll();
            }
        }

        synchronized List<ErrorReport> reports() {
            return List.copyOf(reports);
        }

        synchronized void addCounts(Map<Integer, Long> all) {
            all.putAll(countsByTask);
        }
    }

    /**
     * Records an error that a task reported. Null counts as an error, since Storm's collectors
     * accept it.
     */
    void report(String componentId, int taskId, @Nullable Throwable error, int nowSecs) {
        ComponentErrors component = component(componentId);
        addIfAdmitted(component, componentId, taskId, component.count(taskId), error, nowSecs);
    }

    /** Records the exception that failed the topology. Not counted as a reported error. */
    void reportFailure(String componentId, int taskId, Throwable cause, int nowSecs) {
        addIfAdmitted(component(componentId), componentId, taskId, 0, cause, nowSecs);
    }

    private ComponentErrors component(String componentId) {
        ComponentErrors component = components.get(componentId);
        return component != null
                ? component
                : components.computeIfAbsent(componentId, id -> new ComponentErrors());
    }

    private static void addIfAdmitted(
            ComponentErrors component,
            String componentId,
            int taskId,
            long number,
            @Nullable Throwable error,
            int nowSecs) {
        if (component.tryAdmit(nowSecs)) {
            String text = StackTraceText.of(error);
            component.addReport(new ErrorReport(componentId, taskId, number, nowSecs, text));
        }
    }

    /** Returns the kept errors, oldest first. */
    List<ErrorReport> reports() {
        List<ErrorReport> all = new ArrayList<>();
        components.values().forEach(component -> all.addAll(component.reports()));
        all.sort((a, b) -> Integer.compare(a.timeSecs(), b.timeSecs()));
        return all;
    }

    /** Returns the number of errors that each task reported; tasks without errors are missing. */
    Map<Integer, Long> countsByTask() {
        Map<Integer, Long> countsByTask = new TreeMap<>();
        components.values().forEach(component -> component.addCounts(countsByTask));
        return countsByTask;
    }
}
