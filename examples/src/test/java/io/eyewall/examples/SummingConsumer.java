package io.eyewall.examples;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.storm.metric.api.IMetricsConsumer;
import org.apache.storm.task.IErrorReporter;
import org.apache.storm.task.TopologyContext;

/** Adds up what is reported as {@code even}. */
public class SummingConsumer implements IMetricsConsumer {
    static final AtomicLong EVEN = new AtomicLong();

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
                EVEN.addAndGet((Long) point.value);
            }
        }
    }

    @Override
    public void cleanup() {}
}
