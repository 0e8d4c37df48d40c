package io.eyewall.local.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.apache.storm.generated.BoltStats;
import org.apache.storm.generated.ComponentType;
import org.apache.storm.generated.ExecutorInfo;
import org.apache.storm.generated.ExecutorSpecificStats;
import org.apache.storm.generated.ExecutorStats;
import org.apache.storm.generated.ExecutorSummary;
import org.apache.storm.generated.GlobalStreamId;
import org.junit.jupiter.api.Test;

class ExecutorTotalsTest {
    private static final String TEN_MINUTES = "600";
    private static final GlobalStreamId INPUT = new GlobalStreamId("words", "default");
    private static final long TUPLES = 1000;

    /** A bolt's executor that is an hour old and has executed for so long in ten minutes. */
    private static ExecutorTotals busyFor(int secs) {
        double meanMs = secs * 1000.0 / TUPLES;
        Map<String, Map<GlobalStreamId, Long>> counts = Map.of(TEN_MINUTES, Map.of(INPUT, TUPLES));
        Map<String, Map<GlobalStreamId, Double>> means = Map.of(TEN_MINUTES, Map.of(INPUT, meanMs));
        ExecutorStats stats =
                new ExecutorStats(
                        Map.of(),
                        Map.of(),
                        ExecutorSpecificStats.bolt(
                                new BoltStats(counts, Map.of(), means, counts, means)),
                        1.0);
        ExecutorSummary summary =
                new ExecutorSummary(new ExecutorInfo(1, 1), "count", "localhost", 6700, 3600);
        summary.set_stats(stats);
        return new ExecutorTotals(summary, ComponentType.BOLT, false);
    }

    private static double capacity(ExecutorTotals totals) {
        return totals.sumOfAllStreams(TEN_MINUTES).capacity;
    }

    @Test
    void capacityIsTheShareOfTenMinutesAndNeverMoreThanAll() {
        assertThat(capacity(busyFor(300))).isEqualTo(0.5);
        assertThat(capacity(busyFor(700))).isEqualTo(1);
    }
}
