package io.eyewall.benchmarks.scenario.topology;

import io.eyewall.benchmarks.scenario.PacedTexts;
import io.eyewall.benchmarks.scenario.Scenario;
import io.eyewall.benchmarks.scenario.Work;
import org.apache.storm.task.TopologyContext;
import org.jspecify.annotations.Nullable;

/** Emits the texts of a work that has a rate, each when it is due; its tasks share the rate. */
final class PacedSpout extends SourceSpout {
    private static final long serialVersionUID = 1L;

    private final Work work;
    private transient PacedTexts texts;

    PacedSpout(Scenario scenario) {
        super(scenario.acked());
        work = scenario.work();
    }

    @Override
    void openSource(TopologyContext context) {
        int tasks = context.getComponentTasks(context.getThisComponentId()).size();
        texts = new PacedTexts(work, tasks);
    }

    @Override
    @Nullable Object next() {
        return texts.poll();
    }
}
