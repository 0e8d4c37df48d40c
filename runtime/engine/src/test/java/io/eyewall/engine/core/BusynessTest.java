package io.eyewall.engine.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BusynessTest {
    private static final long MS = 1_000_000;
    private final Busyness busyness = new Busyness(0);
    private long nowNs;

    /** Simulates a second in which each millisecond is idle for a number of tenths. */
    private void work(int idleTenths) {
        for (int tenth = 0; tenth < 10_000; tenth++) {
            long fromNs = nowNs;
            nowNs += MS / 10;
            busyness.record(fromNs, nowNs, tenth % 10 < idleTenths);
        }
    }

    @Test
    void beginsIdle() {
        assertThat(busyness.isBusy()).isFalse();
    }

    @Test
    void isBusyWhileIdleForLessThanAQuarterOfTheTime() {
        work(2);
        assertThat(busyness.isBusy()).isTrue();

        work(3);
        assertThat(busyness.isBusy()).isFalse();
    }

    @Test
    void isFullWhileHardlyEverIdle() {
        work(1);
        assertThat(busyness.isFull()).isFalse();

        work(0);
        assertThat(busyness.isFull()).isTrue();
    }

    @Test
    void isNotBusyAfterASleep() {
        work(0);

        busyness.onSleep();

        assertThat(busyness.isBusy()).isFalse();
        assertThat(busyness.isFull()).isFalse();
    }

    @Test
    void countsALongSleepAsIdleTime() {
        work(0);
        busyness.record(nowNs, nowNs + 100 * MS, true);

        assertThat(busyness.isBusy()).isFalse();
    }
}
