package io.eyewall.toolkit.grouping;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.storm.generated.GlobalStreamId;
import org.apache.storm.task.WorkerTopologyContext;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

@NullUnmarked // the grouping does not use the context
class SizeGroupingTest {
    private static final WorkerTopologyContext NO_CONTEXT = null;

    private static SizeGrouping to(Integer... tasks) {
        SizeGrouping grouping = SizeGrouping.byLength();
        grouping.prepare(NO_CONTEXT, new GlobalStreamId("from", "default"), List.of(tasks));
        return grouping;
    }

    /**
     * The grouping is greedy: the totals of two tasks never differ by more than the largest tuple.
     */
    @Test
    void keepsTotalsWithinTheSizeOfTheLargestTuple() {
        SizeGrouping grouping = to(3, 4, 5);
        Random random = new Random(7);
        Map<Integer, Long> sent = new HashMap<>(Map.of(3, 0L, 4, 0L, 5, 0L));
        int largest = 0;
        for (int i = 0; i < 5_000; i++) {
            int length = 1 + random.nextInt(random.nextInt(50) == 0 ? 10_000 : 100);
            largest = Math.max(largest, length);
            int task = grouping.chooseTasks(1, List.of(new byte[length])).get(0);
            sent.merge(task, (long) length, Long::sum);
            long most = sent.values().stream().mapToLong(n -> n).max().orElseThrow();
            long least = sent.values().stream().mapToLong(n -> n).min().orElseThrow();
            assertThat(most - least).isLessThanOrEqualTo(largest);
        }
    }

    @Test
    void sharesTuplesOfSizeZero() {
        SizeGrouping grouping = to(1, 2);
        Map<Integer, Integer> counts = new HashMap<>();
        for (int i = 0; i < 10; i++) {
            counts.merge(grouping.chooseTasks(9, List.of("")).get(0), 1, Integer::sum);
        }
        assertThat(counts).isEqualTo(Map.of(1, 5, 2, 5));
    }
}
