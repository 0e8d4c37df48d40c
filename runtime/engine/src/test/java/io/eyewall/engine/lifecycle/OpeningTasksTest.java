package io.eyewall.engine.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.TaskOpening;
import io.eyewall.engine.executor.Executor;
import io.eyewall.engine.fixture.ManualClock;
import io.eyewall.engine.fixture.Plans;
import io.eyewall.engine.fixture.SteppedCores;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import io.eyewall.topology.TopologyPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.storm.topology.TopologyBuilder;
import org.junit.jupiter.api.Test;

/** Tests the warnings about tasks that take long to open. */
class OpeningTasksTest {
    private final ManualClock clock = new ManualClock();
    private final List<Executor> executors;
    private final OpeningTasks openings;

    OpeningTasksTest() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new TestSpout(), 1);
        builder.setBolt("bolt", new TestBolt(), 20).shuffleGrouping("spout");
        TopologyPlan plan = Plans.of(builder);
        executors = new SteppedCores(1).submit(plan).executors();
        openings = new OpeningTasks(plan, clock);
    }

    private List<Executor> of(String componentId) {
        return executors.stream()
                .filter(each -> each.component().componentId().equals(componentId))
                .toList();
    }

    private void begin(Executor executor) {
        openings.begin(executor, executor.tasks().get(0));
    }

    @Test
    void listsStormsOwnComponentsLast() {
        begin(of("__system").get(0));
        clock.advance(Duration.ofSeconds(1));
        begin(of("bolt").get(0));
        begin(of("bolt").get(1));
        assertThat(openings.callsInProgress())
                .extracting(TaskOpening::componentId)
                .containsExactly("bolt", "bolt", "__system");
    }

    @Test
    void doublesTheTimeBetweenWarnings() {
        List<String> warnings = new ArrayList<>();
        for (Executor executor : of("bolt")) { // one after the other, 15 s each
            begin(executor);
            for (int second = 0; second < 15; second++) {
                clock.advance(Duration.ofSeconds(1));
                String warning = openings.warning();
                if (warning != null) {
                    warnings.add(warning);
                }
            }
            openings.end(executor);
        }
        assertThat(warnings).hasSizeBetween(4, 6); // at 10, 25, 40, 85, 160 s
        assertThat(warnings.get(0)).contains("all its spouts wait for prepare of 'bolt' task");
    }

    @Test
    void warnsOnceOfTasksThatAreSlowTogether() {
        of("bolt").forEach(this::begin);
        clock.advance(Duration.ofSeconds(9));
        assertThat(openings.warning()).isNull();
        clock.advance(Duration.ofSeconds(2));
        assertThat(openings.warning()).endsWith(" and 19 more");
        assertThat(openings.warning()).isNull();
        clock.advance(Duration.ofSeconds(10));
        assertThat(openings.warning()).isNotNull();
    }
}
