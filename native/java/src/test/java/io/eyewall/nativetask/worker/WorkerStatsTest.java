package io.eyewall.nativetask.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.storm.generated.BoltStats;
import org.apache.storm.generated.GlobalStreamId;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

@NullUnmarked // Storm's maps have what was counted
final class WorkerStatsTest {
    private static final List<Long> COUNT = List.of(2L, 2L);

    /** Capacity in Storm's UI is made of this: 0.4 ms are no 0. */
    @Test
    void latenciesBelowAMillisecondAreNotLost() throws Exception {
        var stats = new WorkerStats(WorkerPlanTest.topology(Map.of()), Set.of(COUNT));
        for (int second = 0; second < 100; second++) {
            // 2,000 executed in 800 ms, and acked after 3.7 ms each
            stats.addHandled(
                    List.of(
                            "handled", "2", "lines", "default", "2000", "800000", "2000", "7400000",
                            "0"));
        }
        BoltStats seen = stats.render().get(COUNT).get_specific().get_bolt();
        var source = new GlobalStreamId("lines", "default");
        assertThat(seen.get_execute_ms_avg().get(":all-time").get(source))
                .isCloseTo(0.4, within(0.01));
        assertThat(seen.get_process_ms_avg().get(":all-time").get(source))
                .isCloseTo(3.7, within(0.01));
    }
}
