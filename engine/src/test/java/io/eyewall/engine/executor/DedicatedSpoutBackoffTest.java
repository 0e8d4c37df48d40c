package io.eyewall.engine.executor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DedicatedSpoutBackoffTest {
    private static final long MS = 1_000_000;
    private static final long USUAL_NS = MS;

    private final DedicatedSpoutBackoff rest = new DedicatedSpoutBackoff();
    private long nowNs = 5_000 * MS;

    /** Calls it until so much time has passed; each call waits so long; how often. */
    private int calls(long callNs, long forNs) {
        int calls = 0;
        for (long endNs = nowNs + forNs; nowNs < endNs; calls++) {
            rest.onCall(nowNs);
            nowNs += callNs;
            nowNs += rest.delayNs(nowNs, USUAL_NS);
        }
        return calls;
    }

    private void emits() {
        rest.onCall(nowNs);
        rest.onEmit(nowNs);
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

        rest.onCall(nowNs);
        nowNs += 100 * MS;
        assertThat(rest.delayNs(nowNs, USUAL_NS)).isEqualTo(USUAL_NS);
    }

    @Test
    void callsASpoutThatWaitsTwentyMillisecondsTenTimesASecond() {
        calls(20 * MS, 30_000 * MS);

        assertThat(calls(20 * MS, 10_000 * MS)).isBetween(95, 105);
    }
}
