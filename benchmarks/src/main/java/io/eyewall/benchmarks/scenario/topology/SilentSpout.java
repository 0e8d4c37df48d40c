package io.eyewall.benchmarks.scenario.topology;

import io.eyewall.benchmarks.scenario.Scenario;
import io.eyewall.benchmarks.scenario.Work;
import org.apache.storm.task.TopologyContext;
import org.jspecify.annotations.Nullable;

/** Emits one text, which shows that the topology runs, and nothing afterwards. */
final class SilentSpout extends SourceSpout {
    private static final long serialVersionUID = 1L;

    private final Work work;
    private transient @Nullable String text;

    SilentSpout(Scenario scenario) {
        super(scenario.acked());
        work = scenario.work();
    }

    @Override
    void openSource(TopologyContext context) {
        text = work.createTexts()[0];
    }

    @Override
    @Nullable Object next() {
        String only = text;
        text = null;
        return only;
    }
}
