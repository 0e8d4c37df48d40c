package io.eyewall.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.AbstractList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.storm.generated.StormTopology;
import org.junit.jupiter.api.Test;

class TopologyPlanTest {
    private static final int EXECUTORS = 10_000;

    /** Number of comparisons with an executor. */
    private int looks;

    private TopologyPlan plan() {
        List<ExecutorPlan> executors =
                IntStream.range(0, EXECUTORS)
                        .mapToObj(i -> new ExecutorPlan("bolt", 2 * i + 1, 2 * i + 2))
                        .toList();
        List<ExecutorPlan> counting =
                new AbstractList<>() {
                    @Override
                    public ExecutorPlan get(int index) {
                        looks++;
                        return executors.get(index);
                    }

                    @Override
                    public int size() {
                        return executors.size();
                    }
                };
        return new TopologyPlan(
                "name",
                "name-1-1",
                Map.of(),
                new StormTopology(),
                new StormTopology(),
                Map.of(),
                Map.of(),
                Map.of(),
                Map.of(),
                counting);
    }

    @Test
    void findsTheExecutorOfEachOfManyTasksInAFewLooks() {
        TopologyPlan plan = plan();

        for (int task = 1; task <= 2 * EXECUTORS; task += 7) {
            looks = 0;
            assertThat(plan.executorOf(task).firstTask()).isEqualTo((task - 1) / 2 * 2 + 1);
            assertThat(looks).isLessThanOrEqualTo(15);
        }
    }

    @Test
    void hasNoExecutorOfATaskThatThereIsNot() {
        assertThatThrownBy(() -> plan().executorOf(0)).hasMessageContaining("no task 0");
        assertThatThrownBy(() -> plan().executorOf(2 * EXECUTORS + 1))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
