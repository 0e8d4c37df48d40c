package io.eyewall.benchmarks.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LatencyRecorderTest {
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);

    @Test
    void whatWasDueEarlierIsLater() {
        LatencyRecorder recorder = new LatencyRecorder();
        long nowNs = System.nanoTime();
        recorder.record(new Timed(nowNs - 7 * SECOND_NS, nowNs, "text"));

        LatencyRecorder.Taken taken = LatencyRecorder.take(List.of(recorder));

        assertThat(taken.fromDue().samples()).isEqualTo(1);
        assertThat(taken.fromDue().p50Ns())
                .isGreaterThanOrEqualTo(7 * SECOND_NS)
                .isGreaterThan(taken.fromEmit().p50Ns());
        assertThat(LatencyRecorder.take(List.of(recorder)).fromDue()).isEqualTo(Latency.NONE);
    }

    @Test
    void aLatencySurvivesItsLine() {
        Latency latency = new Latency(10, 1, 2, 3, 4);

        assertThat(Latency.parse(latency.format())).isEqualTo(latency);
        assertThatThrownBy(() -> Latency.parse("1 2")).hasMessageContaining("five numbers");
    }
}
