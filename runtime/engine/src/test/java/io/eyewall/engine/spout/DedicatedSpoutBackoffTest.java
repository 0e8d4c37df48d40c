package io.eyewall.engine.spout;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DedicatedSpoutBackoffTest {
    private static final long MS = 1_000_000;
    private static final long STORM_DELAY_NS = MS;

    private final DedicatedSpoutBackoff backoff = new DedicatedSpoutBackoff();
    private long nowNs = 5_000 * MS;

    /**
     * Calls the spout for {@code forNs}, where each call waits for {@code callNs}; returns the
     * number of calls.
     */
    private int calls(long callNs, long forNs) {
        int calls = 0;
        for (long endNs = nowNs + forNs; nowNs < endNs; calls++) {
            backoff.onCall(nowNs);
            nowNs += callNs;
            nowNs += backoff.delayNs(nowNs, STORM_DELAY_NS);
        }
        return calls;
    }

    private void emits() {
        backoff.onCall(nowNs);
        backoff.onEmit(nowNs);
    }

    @Test
    void callsASpoutThatSleepsAMillisecondTenTimesASecondAfterLongSilence() {
        calls(MS, 30_000 * MS);

        assertThat(calls(MS, 10_000 * MS)).isBetween(95, 105);
    }

    @Test
    void callsItAsOftenAsStormWhileItsSilenceIsShort() {
        assertThat(calls(MS, 200 * MS)).isBetween(99, 101);
    }

    @Test
    void callsItAsOftenAsStormAgainOnceItHasEmitted() {
        calls(MS, 30_000 * MS);
        emits();

        assertThat(calls(MS, 200 * MS)).isBetween(99, 101);
    }

    @Test
    void leavesASpoutThatWaitsLongItselfAloneForAMillisecondOnly() {
        calls(100 * MS, 30_000 * MS);

        backoff.onCall(nowNs);
        nowNs += 100 * MS;
        assertThat(backoff.delayNs(nowNs, STORM_DELAY_NS)).isEqualTo(STORM_DELAY_NS);
    }

    @Test
    void callsASpoutThatWaitsTwentyMillisecondsTenTimesASecond() {
        calls(20 * MS, 30_000 * MS);

        assertThat(calls(20 * MS, 10_000 * MS)).isBetween(95, 105);
    }
}
