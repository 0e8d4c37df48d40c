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
 * Replaces Storm's class of this name, the metrics of its daemons, so that code compiled against it
 * links. Nothing reports these metrics; metrics of topologies go to {@code
 * topology.metrics.reporters}, independently of this class. Any thread may call.
 */
public class StormMetricsRegistry {
    private final MetricRegistry registry = new MetricRegistry();

    /** Returns the meter of this name, which is created if there is none. */
    public Meter registerMeter(String name) {
        return registry.meter(name);
    }

    /** Returns the meter of this name; registers the given one if there is none. */
    public Meter registerMeter(String name, Meter meter) {
        return registry.meter(name, () -> meter);
    }

    /** Returns the timer of this name, which is created if there is none. */
    public Timer registerTimer(String name) {
        return registry.timer(name);
    }

    /** Returns the histogram of this name, which is created if there is none. */
    public Histogram registerHistogram(String name) {
        return registry.histogram(name);
    }

    /** Returns the histogram of this name, which is created with the reservoir if there is none. */
    public Histogram registerHistogram(String name, Reservoir reservoir) {
        return registry.histogram(name, () -> new Histogram(reservoir));
    }

    /** Returns the gauge of this name; registers the given one if there is none. */
    public <V> Gauge<V> registerGauge(String name, Gauge<V> gauge) {
        return registry.gauge(name, () -> gauge);
    }

    /**
     * Registers all metrics of a set.
     *
     * @throws IllegalArgumentException if a name is in use
     */
    public void registerAll(MetricSet metrics) {
        registry.registerAll(metrics);
    }

    /** Removes the metrics whose names occur in a set. */
    public void removeAll(MetricSet metrics) {
        Set<String> names = metrics.getMetrics().keySet();
        registry.removeMatching((name, metric) -> names.contains(name));
    }

    /** Returns the meter of this name, or null. */
    public @Nullable Meter getMeter(String meterName) {
        return registry.getMeters().get(meterName);
    }

    /** Does nothing: there are no daemons whose metrics could be reported. */
    public void startMetricsReporters(Map<String, Object> daemonConf) {}

    /** Does nothing: no reporters were started. */
    public void stopMetricsReporters() {}
}
