package io.eyewall.benchmarks.scenario.topology;

import io.eyewall.benchmarks.scenario.Scenario;
import io.eyewall.benchmarks.scenario.TextCycle;
import io.eyewall.benchmarks.scenario.Work;
import org.apache.storm.task.TopologyContext;

/** Emits the texts of a work, one per call. */
final class TextSpout extends SourceSpout {
    private static final long serialVersionUID = 1L;

    private final Work work;
    private transient TextCycle texts;

    TextSpout(Scenario scenario) {
        super(scenario.acked());
        work = scenario.work();
    }

    @Override
    void openSource(TopologyContext context) {
        texts = new TextCycle(work);
    }

    @Override
    Object next() {
        return texts.next();
    }
}
