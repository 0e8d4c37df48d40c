package io.eyewall.engine.adaptation;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.placement.load.ExecutorId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WarmUpTest {
    private final WarmUp warmUp = new WarmUp();
    private CounterSnapshot last = reading(1, 0);

    private static CounterSnapshot reading(long nowNs, long executed) {
        ExecutorId id = new ExecutorId("topology", "bolt", 1, 1);
        ExecutorCounters one =
                new ExecutorCounters(
                        id, 0, false, false, 0, Map.of(), Map.of(1, executed), Map.of());
        return new CounterSnapshot(nowNs, List.of(0L), List.of(one));
    }

    private boolean isOverAfter(long tuples) {
        CounterSnapshot now = reading(last.nowNs() + 1_000, last.executedTuples() + tuples);
        boolean over = warmUp.isOver(last, now);
        last = now;
        return over;
    }

    @Test
    void endsWhenThroughputStopsGrowing() {
        assertThat(isOverAfter(100)).isFalse();
        assertThat(isOverAfter(150)).isFalse();
        assertThat(isOverAfter(170)).isFalse();
        assertThat(isOverAfter(180)).isTrue();
        assertThat(isOverAfter(100)).isTrue();
    }
}
