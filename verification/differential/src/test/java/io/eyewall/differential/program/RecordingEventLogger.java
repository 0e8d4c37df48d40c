package io.eyewall.differential.program;

import io.eyewall.differential.stage.Probe;
import java.util.Map;
import org.apache.storm.metric.IEventLogger;
import org.apache.storm.task.TopologyContext;

/** Notes events; named by class in the topology's configuration. */
public final class RecordingEventLogger implements IEventLogger {
    private Probe probe;

    @Override
    public void prepare(
            Map<String, Object> conf, Map<String, Object> arguments, TopologyContext context) {
        probe = Probe.of(conf);
        probe.note("logger", "prepare " + arguments + " as " + context.getThisComponentId());
    }

    @Override
    public void log(EventInfo event) {
        if (event.getComponent().startsWith("__")) {
            // The values are random ids.
            probe.note("systemEvents", event.getComponent());
            return;
        }
        probe.note(
                "event " + event.getComponent() + ":" + event.getTask(),
                event.getMessageId() + " " + event.getValues());
        probe.note("events", event.getComponent());
    }

    @Override
    public void close() {}
}
