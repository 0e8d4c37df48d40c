package io.eyewall.engine.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HeapMetricsTest {
    private static final int BYTES = 1 << 20;
    private static final int ARRAYS = 64;
    private static final int ATTEMPTS = 10;

    private static volatile byte[] last = new byte[0];

    @Test
    void countsAllocationsOfThisThread() {
        long most = 0; // a maximum: if another thread ends meanwhile, its bytes vanish
        for (int i = 0; i < ATTEMPTS && most < (long) ARRAYS * BYTES; i++) {
            long before = HeapMetrics.now().allocatedBytes();
            for (int array = 0; array < ARRAYS; array++) {
                last = new byte[BYTES];
            }
            most = Math.max(most, HeapMetrics.now().allocatedBytes() - before);
        }

        assertThat(last).hasSize(BYTES);
        assertThat(most).isGreaterThanOrEqualTo((long) ARRAYS * BYTES);
    }

    @Test
    void countsCollectionsAndLiveBytes() {
        byte[] kept = new byte[8 * BYTES];
        long before = HeapMetrics.now().collections();
        System.gc();
        HeapMetrics after = HeapMetrics.now();

        assertThat(after.collections()).isGreaterThan(before);
        assertThat(after.liveBytes()).isBetween((long) kept.length, after.maxBytes());
    }
}
