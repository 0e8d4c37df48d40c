package io.eyewall.toolkit;

import com.codahale.metrics.Counter;
import com.codahale.metrics.MetricRegistry;
import java.util.List;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.metrics2.reporters.StormReporter;

/** Storm's counters and gauges of the topology that was started last with {@link #CONF}. */
public final class Counted implements StormReporter {
    /** The configuration of a topology whose counters are wanted. */
    public static final Map<String, Object> CONF =
            Map.of(
                    Config.TOPOLOGY_METRICS_REPORTERS,
                    List.of(Map.of("class", Counted.class.getName())));

    private static volatile MetricRegistry registry = new MetricRegistry();

    /** Returns the sum of a counter over all tasks that have registered it. */
    public static long of(String counter) {
        return registry
                .getCounters((name, metric) -> name.endsWith("-" + counter))
                .values()
                .stream()
                .mapToLong(Counter::getCount)
                .sum();
    }

    /** Returns the values of a gauge, of all tasks that have registered it. */
    public static List<Long> gauges(String gauge) {
        return registry.getGauges((name, metric) -> name.endsWith("-" + gauge)).values().stream()
                .map(each -> ((Number) each.getValue()).longValue())
                .toList();
    }

    @Override
    @SuppressWarnings("deprecation") // the only way to the registry
    public void prepare(MetricRegistry started, Map<String, Object> conf, Map<String, Object> own) {
        registry = started;
    }

    @Override
    public void start() {
        // The test asks.
    }

    @Override
    public void stop() {
        // The test asks.
    }

    @Override
    public void close() {
        // The test asks.
    }
}
