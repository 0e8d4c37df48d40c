package io.eyewall.differential.stage;

import java.util.Map;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;

/** The view that a spout's body has of its task. */
public final class SpoutTask extends TaskView {
    private final SpoutOutputCollector collector;

    SpoutTask(Map<String, Object> conf, TopologyContext context, SpoutOutputCollector collector) {
        super(conf, context);
        this.collector = collector;
    }

    public SpoutOutputCollector collector() {
        return collector;
    }
}
