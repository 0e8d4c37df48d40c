package io.eyewall.engine.lifecycle;

import io.eyewall.engine.ErrorReport;
import io.eyewall.topology.TopologyPlan;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.utils.ObjectReader;

/**
 * Reported errors, throttled per component as Storm does (5 per 10 s by default), and the latest of
 * them kept (Storm: executor/error/ReportError.java). Thread-safe.
 */
final class ErrorLog {
    private static final int KEPT_PER_COMPONENT = 20; // as Storm keeps in ZooKeeper

    private final int mostPerInterval;
    private final int intervalSecs;
    private final Map<String, Interval> intervals = new HashMap<>();
    private final Map<String, Deque<ErrorReport>> kept = new HashMap<>();

    ErrorLog(TopologyPlan plan) {
        Map<String, Object> conf = plan.conf();
        this.mostPerInterval =
                ObjectReader.getInt(conf.get(Config.TOPOLOGY_MAX_ERROR_REPORT_PER_INTERVAL), 5);
        this.intervalSecs =
                ObjectReader.getInt(conf.get(Config.TOPOLOGY_ERROR_THROTTLE_INTERVAL_SECS), 10);
    }

    private static final class Interval {
        int startSecs;
        int count;
    }

    synchronized void report(String componentId, int taskId, Throwable error, int nowSecs) {
        Interval interval = intervals.computeIfAbsent(componentId, id -> new Interval());
        if (nowSecs - interval.startSecs > intervalSecs) {
            interval.startSecs = nowSecs;
            interval.count = 0;
        }
        if (++interval.count > mostPerInterval) {
            return;
        }
        Deque<ErrorReport> reports = kept.computeIfAbsent(componentId, id -> new ArrayDeque<>());
        reports.add(new ErrorReport(componentId, taskId, nowSecs, stackTrace(error)));
        if (reports.size() > KEPT_PER_COMPONENT) {
            reports.poll();
        }
    }

    private static String stackTrace(Throwable error) {
        StringWriter text = new StringWriter();
        error.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    /** Oldest first. */
    synchronized List<ErrorReport> reports() {
        List<ErrorReport> all = new ArrayList<>();
        kept.values().forEach(all::addAll);
        all.sort((a, b) -> Integer.compare(a.timeSecs(), b.timeSecs()));
        return all;
    }
}
