package io.eyewall.plugin.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TaskCountsTest {
    private static Map<Integer, Long> read(TaskCounts counts) {
        Map<Integer, Long> result = new HashMap<>();
        counts.forEach((task, count) -> assertThat(result.put(task, count)).isNull());
        return result;
    }

    @Test
    void countsAnyNumberOfTasks() {
        TaskCounts counts = new TaskCounts();
        Map<Integer, Long> expected = new HashMap<>();
        Random random = new Random(3);
        for (int i = 0; i < 100_000; i++) {
            int task = 1 + random.nextInt(random.nextBoolean() ? 5 : Integer.MAX_VALUE - 1) % 3000;
            counts.increment(task);
            expected.merge(task, 1L, Long::sum);
        }
        assertThat(read(counts)).isEqualTo(expected);
    }

    /** While it grows: no count is seen that never was, none twice, and in the end all. */
    @Test
    void canBeReadWhileItIsWritten() throws Exception {
        TaskCounts counts = new TaskCounts();
        int tasks = 5_000;
        int rounds = 40;
        Thread writer =
                new Thread(
                        () -> {
                            for (int round = 0; round < rounds; round++) {
                                for (int task = 1; task <= tasks; task++) {
                                    counts.increment(task);
                                }
                            }
                        });
        writer.start();
        Map<Integer, Long> before = new HashMap<>();
        while (writer.isAlive()) {
            Map<Integer, Long> now = read(counts);
            before.forEach(
                    (task, count) -> assertThat(now.get(task)).isGreaterThanOrEqualTo(count));
            assertThat(now.values()).allMatch(count -> count >= 1 && count <= rounds);
            before = now;
        }
        writer.join();
        assertThat(read(counts)).hasSize(tasks).containsValue((long) rounds);
        assertThat(read(counts).values()).containsOnly((long) rounds);
    }
}
