package io.eyewall.engine.tick;

import io.eyewall.engine.core.Core;
import io.eyewall.engine.delivery.Endpoint;
import io.eyewall.engine.emit.Delivery;
import io.eyewall.engine.executor.Executor;
import io.eyewall.engine.executor.Task;
import io.eyewall.engine.routing.Route;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.storm.Config;
import org.apache.storm.Constants;
import org.apache.storm.metric.api.IMetric;
import org.apache.storm.metric.api.IMetricsConsumer.DataPoint;
import org.apache.storm.metric.api.IMetricsConsumer.TaskInfo;
import org.apache.storm.tuple.Values;
import org.apache.storm.utils.ObjectReader;
import org.apache.storm.utils.Utils;

/**
 * Collects the metrics that an executor's tasks have registered and sends them to the topology's
 * metrics consumers once per interval (Storm: executor/Executor.java {@code metricsTick}).
 */
final class MetricsTick {
    private final Executor executor;
    private final Map<Integer, Map<Integer, Map<String, IMetric>>> registered;
    private final int v2IntervalSecs;
    private final String host;
    private final Map<Integer, List<List<DataPoint>>> collected = new HashMap<>();

    MetricsTick(Executor executor) {
        this.executor = executor;
        this.registered = executor.taskGroup().registeredMetrics();
        Map<String, Object> conf = executor.component().conf();
        boolean v2 = Boolean.TRUE.equals(conf.get(Config.TOPOLOGY_ENABLE_V2_METRICS_TICK));
        this.v2IntervalSecs =
                v2
                        ? ObjectReader.getInt(
                                conf.get(Config.TOPOLOGY_V2_METRICS_TICK_INTERVAL_SECONDS), 60)
                        : 0;
        this.host = intervalsSecs().isEmpty() ? "" : hostname();
    }

    private static String hostname() {
        try {
            return Utils.hostname();
        } catch (UnknownHostException e) {
            return "";
        }
    }

    /** Returns all intervals at which metrics are collected, in seconds. */
    Set<Integer> intervalsSecs() {
        Set<Integer> intervals = new TreeSet<>(registered.keySet());
        if (v2IntervalSecs > 0) {
            intervals.add(v2IntervalSecs);
        }
        return intervals;
    }

    /** Reads the value of every metric. Runs as user code. */
    void collect(int intervalSecs) {
        List<List<DataPoint>> byTask = new ArrayList<>();
        for (Task task : executor.tasks()) {
            List<DataPoint> points = new ArrayList<>();
            executor.userCode()
                    .guarded(
                            task,
                            "getValueAndReset",
                            () -> {
                                collectRegistered(task, intervalSecs, points);
                                if (intervalSecs == v2IntervalSecs) {
                                    V2DataPoints.addAll(task, points);
                                }
                            });
            byTask.add(points);
        }
        synchronized (collected) {
            collected.put(intervalSecs, byTask);
        }
    }

    private void collectRegistered(Task task, int intervalSecs, List<DataPoint> points) {
        registered
                .getOrDefault(intervalSecs, Map.of())
                .getOrDefault(task.taskId(), Map.of())
                .forEach(
                        (name, metric) -> {
                            Object value = metric.getValueAndReset();
                            if (value != null) {
                                points.add(new DataPoint(name, value, metric.getDimensions()));
                            }
                        });
    }

    /** Sends the collected metrics to the metrics consumers. On the core. */
    void sendCollected(int intervalSecs) {
        List<List<DataPoint>> byTask;
        synchronized (collected) {
            byTask = collected.remove(intervalSecs);
        }
        Core core = executor.core();
        for (int i = 0; byTask != null && i < byTask.size(); i++) {
            List<DataPoint> points = byTask.get(i);
            Task task = executor.tasks().get(i);
            if (points.isEmpty() || !task.router().hasStream(Constants.METRICS_STREAM_ID)) {
                continue;
            }
            TaskInfo info =
                    new TaskInfo(
                            host,
                            task.context().getThisWorkerPort(),
                            executor.component().componentId(),
                            task.taskId(),
                            core.clock().currentTimeMillis() / 1000,
                            intervalSecs);
            Route route = task.router().route(Constants.METRICS_STREAM_ID);
            Values values = new Values(info, points);
            Endpoint[] consumers = route.chooseAll(values);
            executor.proxy() // through mailboxes, never by a direct call: a consumer may block
                    .submit(
                            () ->
                                    Delivery.deliverAll(
                                            executor.core(),
                                            route.source(),
                                            values,
                                            consumers,
                                            null,
                                            null));
        }
    }
}
