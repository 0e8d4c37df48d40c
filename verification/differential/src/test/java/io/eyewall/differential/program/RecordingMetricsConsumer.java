package io.eyewall.differential.program;

import io.eyewall.differential.stage.Probe;
import java.util.Collection;
import java.util.Map;
import org.apache.storm.metric.api.IMetricsConsumer;
import org.apache.storm.task.IErrorReporter;
import org.apache.storm.task.TopologyContext;

/** Notes every data point; named by class in the topology's configuration. */
public final class RecordingMetricsConsumer implements IMetricsConsumer {
    private Probe probe;

    @Override
    public void prepare(
            Map<String, Object> conf,
            Object argument,
            TopologyContext context,
            IErrorReporter errorReporter) {
        probe = Probe.of(conf);
        probe.note("consumer", "prepare " + argument + " as " + context.getThisComponentId());
    }

    @Override
    public void handleDataPoints(TaskInfo source, Collection<DataPoint> points) {
        for (DataPoint point : points) {
            String from = source.srcComponentId + ":" + source.srcTaskId;
            probe.note("point " + from + " " + point.name, point.value);
            if (!point.dimensions.isEmpty()) {
                probe.note("dimensions " + from + " " + point.name, point.dimensions.toString());
            }
            probe.note("interval " + from, source.updateIntervalSecs);
            probe.note("points", from + " " + point.name);
        }
    }

    @Override
    public void cleanup() {
        probe.note("consumer", "cleanup");
    }
}
