package io.eyewall.engine.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.metrics.LatencySnapshot;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** Recent latencies must not contain what was slow a minute ago. */
class RecentLatencyTest {
    private static final long SECOND_NS = 1_000_000_000L;

    private final RecentLatency latency = new RecentLatency(0);

    private void record(long ns, int times) {
        Histogram histogram = new Histogram(2);
        histogram.recordValueWithCount(ns, times);
        latency.add(histogram);
    }

    @Test
    void omitsAnIncompleteSecond() {
        record(1_000, 10);
        latency.advance(SECOND_NS - 1);

        assertThat(latency.recent()).isEqualTo(LatencySnapshot.EMPTY);
        assertThat(latency.sinceStart().count()).isEqualTo(10);
    }

    @Test
    void dropsASlowSecondFromRecentButNotFromAllLatencies() {
        record(1_000_000, 100);
        latency.advance(SECOND_NS);
        assertThat(latency.recent().p50Ns()).isBetween(990_000L, 1_010_000L);

        record(1_000, 300);
        latency.advance(2 * SECOND_NS);

        assertThat(latency.recent().count()).isEqualTo(300);
        assertThat(latency.recent().p99Ns()).isBetween(990L, 1_010L);
        assertThat(latency.sinceStart().count()).isEqualTo(400);
        assertThat(latency.sinceStart().p99Ns()).isBetween(990_000L, 1_010_000L);
    }

    @Test
    void becomesEmptyWithoutAcks() {
        record(1_000, 1);
        latency.advance(SECOND_NS);
        latency.advance(2 * SECOND_NS);

        assertThat(latency.recent()).isEqualTo(LatencySnapshot.EMPTY);
    }

    @Test
    void returnsTheSameToAllReadersOfASecond() {
        record(1_000, 5);
        latency.advance(SECOND_NS);
        record(2_000, 7);
        latency.advance(SECOND_NS + 1);
        latency.advance(SECOND_NS + 2);

        assertThat(latency.recent().count()).isEqualTo(5);
    }
}
