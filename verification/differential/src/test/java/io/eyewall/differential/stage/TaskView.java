package io.eyewall.differential.stage;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/** The view that the body of a spout or bolt has of its task. Owned by the task's executor. */
public class TaskView {
    private final Map<String, Object> conf;
    private final TopologyContext context;
    private final Probe probe;
    private final Map<String, Object> memory = new HashMap<>();
    private int steps;

    TaskView(Map<String, Object> conf, TopologyContext context) {
        this.conf = conf;
        this.context = context;
        this.probe = Probe.of(conf);
    }

    public Map<String, Object> conf() {
        return conf;
    }

    public TopologyContext context() {
        return context;
    }

    public Probe probe() {
        return probe;
    }

    /** Returns the data that the body keeps between calls. */
    public Map<String, Object> memory() {
        return memory;
    }

    /** Returns a list in {@link #memory}, created on first use. */
    @SuppressWarnings("unchecked")
    public List<Tuple> held() {
        return (List<Tuple>) memory.computeIfAbsent("held", key -> new java.util.ArrayList<>());
    }

    /** Returns 0, 1, 2, ... on successive calls. */
    public int nextStep() {
        return steps++;
    }

    public int taskId() {
        return context.getThisTaskId();
    }

    /** Returns {@code component:task}. */
    public String label() {
        return context.getThisComponentId() + ":" + taskId();
    }

    public void note(String series, Object value) {
        probe.note(series, value);
    }

    /**
     * Notes a tuple in {@code received}, and its values under the pair of its source and target
     * task: {@code edge source:1->target:2}.
     */
    public void received(Tuple tuple) {
        List<Object> values = tuple.getValues();
        Object shown = values.size() == 1 ? values.get(0) : new Values(values.toArray());
        probe.note(
                "edge " + tuple.getSourceComponent() + ":" + tuple.getSourceTask() + "->" + label(),
                shown);
        probe.note("received", shown);
    }
}
