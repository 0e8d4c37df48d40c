package org.apache.storm.metric;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.Histogram;
import com.codahale.metrics.Meter;
import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.MetricSet;
import com.codahale.metrics.Reservoir;
import com.codahale.metrics.Timer;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Stands in for Storm's class of this name, the metrics of its daemons, so that code compiled
 * against it finds it. Nothing reports them: metrics of topologies go to {@code
 * topology.metrics.reporters}, which this is no part of. Any thread may call.
 */
public class StormMetricsRegistry {
    private final MetricRegistry registry = new MetricRegistry();

    /** The meter of this name, made if there is none. */
    public Meter registerMeter(String name) {
        return registry.meter(name);
    }

    /** The meter of this name; the given one if there is none yet. */
    public Meter registerMeter(String name, Meter meter) {
        return registry.meter(name, () -> meter);
    }

    /** The timer of this name, made if there is none. */
    public Timer registerTimer(String name) {
        return registry.timer(name);
    }

    /** The histogram of this name, made if there is none. */
    public Histogram registerHistogram(String name) {
        return registry.histogram(name);
    }

    /** The histogram of this name, made over the reservoir if there is none. */
    public Histogram registerHistogram(String name, Reservoir reservoir) {
        return registry.histogram(name, () -> new Histogram(reservoir));
    }

    /** The gauge of this name; the given one if there is none yet. */
    public <V> Gauge<V> registerGauge(String name, Gauge<V> gauge) {
        return registry.gauge(name, () -> gauge);
    }

    /**
     * Adds all.
     *
     * @throws IllegalArgumentException if a name is taken
     */
    public void registerAll(MetricSet metrics) {
        registry.registerAll(metrics);
    }

    /** Removes those with the names of the given ones. */
    public void removeAll(MetricSet metrics) {
        Set<String> names = metrics.getMetrics().keySet();
        registry.removeMatching((name, metric) -> names.contains(name));
    }

    /** The meter of this name, or null. */
    public @Nullable Meter getMeter(String meterName) {
        return registry.getMeters().get(meterName);
    }

    /** Starts nothing: there are no daemons whose metrics would be reported. */
    public void startMetricsReporters(Map<String, Object> daemonConf) {}

    /** Nothing was started. */
    public void stopMetricsReporters() {}
}
