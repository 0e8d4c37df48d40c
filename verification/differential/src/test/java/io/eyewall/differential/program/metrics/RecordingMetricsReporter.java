package io.eyewall.differential.program.metrics;

import com.codahale.metrics.MetricRegistry;
import io.eyewall.differential.stage.Probe;
import java.util.Map;
import org.apache.storm.metrics2.reporters.StormReporter;

/** Makes the worker's registry available to the driver; named by class in configurations. */
public final class RecordingMetricsReporter implements StormReporter {
    private static final String REGISTRY = "registry";

    private Probe probe;

    /** Returns the registry of the worker that runs the probe's topology. */
    static MetricRegistry registry(Probe probe) {
        return (MetricRegistry) probe.shared(REGISTRY);
    }

    @Override
    @SuppressWarnings("deprecation")
    public void prepare(
            MetricRegistry registry, Map<String, Object> conf, Map<String, Object> reporterConf) {
        probe = Probe.of(conf);
        probe.share(REGISTRY, registry);
        probe.note("reporter", "prepare " + reporterConf.get("own.key"));
    }

    @Override
    public void start() {
        probe.note("reporter", "start");
    }

    @Override
    public void stop() {
        probe.note("reporter", "stop");
    }

    @Override
    public void close() {
        probe.note("reporter", "close");
    }
}
