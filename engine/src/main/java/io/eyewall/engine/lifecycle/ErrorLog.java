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
 * Errors of components: all are counted, by task; texts are made and kept of as many per component
 * as Storm throttles them to, 5 per 10 s by default (Storm: executor/error/ReportError.java).
 * Thread-safe; an exception's own methods are called without a lock.
 */
final class ErrorLog {
    private static final int KEPT_PER_COMPONENT = 20; // as Storm keeps in ZooKeeper

    private final int mostPerInterval;
    private final int intervalSecs;
    private final Map<String, OfComponent> components = new ConcurrentHashMap<>();

    ErrorLog(TopologyPlan plan) {
        Map<String, Object> conf = plan.conf();
        this.mostPerInterval =
                ObjectReader.getInt(conf.get(Config.TOPOLOGY_MAX_ERROR_REPORT_PER_INTERVAL), 5);
        this.intervalSecs =
                ObjectReader.getInt(conf.get(Config.TOPOLOGY_ERROR_THROTTLE_INTERVAL_SECS), 10);
    }

    /** One component's; guarded by itself. */
    private final class OfComponent {
        private final Map<Integer, Long> counts = new HashMap<>();
        private final Deque<ErrorReport> kept = new ArrayDeque<>();
        private long reported;
        private int intervalStartSecs;
        private int inInterval;

        /** Its number, counted. */
        synchronized long count(int taskId) {
            counts.merge(taskId, 1L, Long::sum);
            return ++reported;
        }

        /** Whether Storm would keep it; after the clock was set back, too. */
        synchronized boolean isWanted(int nowSecs) {
            int passedSecs = nowSecs - intervalStartSecs;
            if (passedSecs > intervalSecs || passedSecs < 0) {
                intervalStartSecs = nowSecs;
                inInterval = 0;
            }
            if (inInterval >= mostPerInterval) {
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

    /** A task reports an error; null, as Storm's collectors allow, is one too. */
    void report(String componentId, int taskId, @Nullable Throwable error, int nowSecs) {
        OfComponent component = component(componentId);
        keep(component, componentId, taskId, component.count(taskId), error, nowSecs);
    }

    /** What a component threw has failed the topology. */
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

    /** Oldest first. */
    List<ErrorReport> reports() {
        List<ErrorReport> all = new ArrayList<>();
        components.values().forEach(component -> all.addAll(component.kept()));
        all.sort((a, b) -> Integer.compare(a.timeSecs(), b.timeSecs()));
        return all;
    }

    /** How many each task has reported; without those that have reported none. */
    Map<Integer, Long> counts() {
        Map<Integer, Long> counts = new TreeMap<>();
        components.values().forEach(component -> component.addCounts(counts));
        return counts;
    }
}
