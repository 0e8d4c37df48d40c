package io.eyewall.console.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.trace.TraceReport;
import io.eyewall.engine.trace.TraceSettings;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One of how many messages is traced. */
class TraceRateTest {
    private static final long SECOND_NS = 1_000_000_000L;
    private static final double UNKNOWN = 0;

    private final TraceRate rate = new TraceRate();
    private int every;
    private double begun;
    private long nowNs;

    /** A second in which so many messages were emitted, of which one of {@code every} is traced. */
    private int second(double known, double emitted) {
        nowNs += SECOND_NS;
        begun += every == 0 ? 0 : emitted / every;
        TraceSettings settings = new TraceSettings(0, 100);
        TraceReport report = new TraceReport(settings, every, (long) begun, 0, List.of(), false);
        every = rate.next(known, report, nowNs);
        return every;
    }

    @Test
    void aFewPerSecondAtAnyRate() {
        assertThat(second(30_000, 30_000)).isEqualTo(10_000);
        assertThat(second(33_000, 33_000)).as("hardly another").isEqualTo(10_000);
        assertThat(second(300_000, 300_000)).isEqualTo(100_000);
    }

    @Test
    void aSlowTopologyIsTracedInFull() {
        assertThat(second(1, 1)).isEqualTo(1);
        assertThat(second(3, 3)).isEqualTo(1);
    }

    @Test
    void whatIsTracedTellsTheRateWhereNothingElseDoes() {
        assertThat(second(UNKNOWN, 3_000)).isEqualTo(1);
        assertThat(second(UNKNOWN, 3_000)).isEqualTo(1_000);
        assertThat(second(UNKNOWN, 3_000)).isEqualTo(1_000);
    }

    @Test
    void silenceIsBelievedSlowly() {
        second(3_000, 3_000);
        assertThat(second(UNKNOWN, 0)).isEqualTo(500);
        assertThat(second(UNKNOWN, 0)).isEqualTo(250);
        assertThat(second(3_000, 3_000)).isEqualTo(1_000);
    }
}
