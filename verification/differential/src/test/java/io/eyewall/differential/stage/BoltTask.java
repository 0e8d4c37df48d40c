package io.eyewall.differential.stage;

import java.util.Map;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;

/** The view that a bolt's body has of its task. */
public final class BoltTask extends TaskView {
    private final OutputCollector collector;

    BoltTask(Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
        super(conf, context);
        this.collector = collector;
    }

    public OutputCollector collector() {
        return collector;
    }
}
