package io.eyewall.examples;

import java.util.Collection;
import java.util.Map;
import org.apache.storm.metric.api.IMetricsConsumer;
import org.apache.storm.task.IErrorReporter;
import org.apache.storm.task.TopologyContext;

/**
 * Prints the counter {@code even} of {@link MetricsTopology}: the count since the last report. A
 * top-level class, because Storm cannot load nested consumer classes.
 */
public class PrintingConsumer implements IMetricsConsumer {
    @Override
    public void prepare(
            Map<String, Object> conf,
            Object registrationArgument,
            TopologyContext context,
            IErrorReporter errorReporter) {}

    @Override
    public void handleDataPoints(TaskInfo task, Collection<DataPoint> dataPoints) {
        for (DataPoint point : dataPoints) {
            if (point.name.equals("even")) {
                System.out.println(
                        task.srcComponentId
                                + " task "
                                + task.srcTaskId
                                + ": "
                                + point.value
                                + " even numbers");
            }
        }
    }

    @Override
    public void cleanup() {}
}
