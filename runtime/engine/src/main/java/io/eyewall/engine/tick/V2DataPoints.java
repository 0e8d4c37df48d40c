package io.eyewall.engine.tick;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.Histogram;
import com.codahale.metrics.Metered;
import com.codahale.metrics.Snapshot;
import io.eyewall.engine.executor.Task;
import java.util.List;
import org.apache.storm.metric.api.IMetricsConsumer.DataPoint;
import org.apache.storm.metrics2.PerReporterGauge;
import org.apache.storm.metrics2.StormMetricRegistry;
import org.jspecify.annotations.Nullable;

/**
 * Converts the metrics of Storm's second API to data points of the first, under Storm's names
 * (Storm: executor/Executor.java {@code addV2Metrics}). Like Storm, converts the values of
 * histograms and timers from nanoseconds to milliseconds.
 */
final class V2DataPoints {
    private static final double MS_PER_NS = 1e-6;

    private V2DataPoints() {}

    /** Adds the present values of a task's metrics to {@code points}. */
    static void addAll(Task task, List<DataPoint> points) {
        StormMetricRegistry registry = task.metricRegistry();
        int taskId = task.taskId();
        registry.getTaskGauges(taskId)
                .forEach(
                        (name, gauge) -> {
                            Object value = readGauge(gauge, task);
                            if (value instanceof Number) {
                                points.add(new DataPoint(name, value));
                            }
                        });
        registry.getTaskCounters(taskId)
                .forEach((name, counter) -> points.add(new DataPoint(name, counter.getCount())));
        registry.getTaskHistograms(taskId).forEach((name, h) -> addHistogram(name, h, points));
        registry.getTaskMeters(taskId).forEach((name, meter) -> addMetered(name, meter, points));
        registry.getTaskTimers(taskId)
                .forEach(
                        (name, timer) -> {
                            addSnapshot(name, timer.getSnapshot(), points);
                            addMetered(name, timer, points);
                        });
    }

    private static @Nullable Object readGauge(Gauge<?> gauge, Task task) {
        return gauge instanceof PerReporterGauge<?> perReporter
                ? perReporter.getValueForReporter(task.tasklet())
                : gauge.getValue();
    }

    private static void addHistogram(String name, Histogram histogram, List<DataPoint> points) {
        addSnapshot(name, histogram.getSnapshot(), points);
        points.add(new DataPoint(name + ".count", histogram.getCount()));
    }

    private static void addMetered(String name, Metered metered, List<DataPoint> points) {
        points.add(new DataPoint(name + ".count", metered.getCount()));
        points.add(new DataPoint(name + ".m1_rate", metered.getOneMinuteRate()));
        points.add(new DataPoint(name + ".m5_rate", metered.getFiveMinuteRate()));
        points.add(new DataPoint(name + ".m15_rate", metered.getFifteenMinuteRate()));
        points.add(new DataPoint(name + ".mean_rate", metered.getMeanRate()));
    }

    private static void addSnapshot(String name, Snapshot snapshot, List<DataPoint> points) {
        points.add(new DataPoint(name + ".max", snapshot.getMax() * MS_PER_NS));
        points.add(new DataPoint(name + ".mean", snapshot.getMean() * MS_PER_NS));
        points.add(new DataPoint(name + ".min", snapshot.getMin() * MS_PER_NS));
        points.add(new DataPoint(name + ".stddev", snapshot.getStdDev() * MS_PER_NS));
        points.add(new DataPoint(name + ".p50", snapshot.getMedian() * MS_PER_NS));
        points.add(new DataPoint(name + ".p75", snapshot.get75thPercentile() * MS_PER_NS));
        points.add(new DataPoint(name + ".p95", snapshot.get95thPercentile() * MS_PER_NS));
        points.add(new DataPoint(name + ".p98", snapshot.get98thPercentile() * MS_PER_NS));
        points.add(new DataPoint(name + ".p99", snapshot.get99thPercentile() * MS_PER_NS));
        points.add(new DataPoint(name + ".p999", snapshot.get999thPercentile() * MS_PER_NS));
    }
}
