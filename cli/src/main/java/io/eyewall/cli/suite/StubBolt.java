package io.eyewall.cli.suite;

import java.util.Map;
import org.apache.storm.task.IBolt;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/** Replaces a bolt that a test does not need, such as one that writes to a database. */
final class StubBolt implements IBolt {
    private static final long serialVersionUID = 1L;

    private transient @Nullable OutputCollector collector;

    @Override
    public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector output) {
        this.collector = output;
    }

    @Override
    public void execute(Tuple tuple) {
        if (collector != null) {
            collector.ack(tuple);
        }
    }

    @Override
    public void cleanup() {}
}
