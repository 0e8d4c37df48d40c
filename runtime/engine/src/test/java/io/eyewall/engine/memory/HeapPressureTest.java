package io.eyewall.engine.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.MemoryUsage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HeapPressureTest {
    private static final long MAX = 1_000_000;

    private long nowNs;
    private final HeapPressure pressure = new HeapPressure(() -> nowNs);

    private void collected(long used) {
        pressure.onCollection(new MemoryUsage(0, used, MAX, MAX));
    }

    @Test
    void leavesCapacitiesAloneWhileThereIsRoom() {
        collected(0);
        assertThat(pressure.limitCapacity(1024)).isEqualTo(1024);
        collected(640_000);
        assertThat(pressure.limitCapacity(1024)).isEqualTo(1024);
    }

    @Test
    void admitsFewerTheFullerTheHeapIs() {
        collected(660_000);
        assertThat(pressure.limitCapacity(1024)).isEqualTo(128);
        collected(810_000);
        assertThat(pressure.limitCapacity(1024)).isEqualTo(16);
        collected(950_000);
        assertThat(pressure.limitCapacity(1024)).isEqualTo(2);
        assertThat(pressure.limitCapacity(64))
                .as("one at least, or nothing would go on")
                .isEqualTo(1);
    }

    @Test
    void admitsMoreOnceACollectionHasFoundRoom() {
        collected(950_000);
        collected(400_000);

        assertThat(pressure.limitCapacity(1024)).isEqualTo(1024);
    }

    @Test
    void forgetsAFindingThatNoOtherFollows() {
        collected(950_000);
        nowNs += TimeUnit.SECONDS.toNanos(4);
        collected(950_000);
        assertThat(pressure.limitCapacity(1024))
                .as("of the young generation, soon after")
                .isEqualTo(2);

        for (int capacity : new int[] {16, 128, 1024, 1024}) {
            nowNs += TimeUnit.SECONDS.toNanos(6);
            collected(950_000);
            assertThat(pressure.limitCapacity(1024)).isEqualTo(capacity);
        }
    }

    @Test
    void keepsABoundThatCollectionsFindAgain() {
        for (int i = 0; i < 10; i++) {
            nowNs += TimeUnit.SECONDS.toNanos(6);
            collected(950_000 + i);
            assertThat(pressure.limitCapacity(1024)).isEqualTo(2);
        }
    }

    @Test
    void knowsNothingOfAHeapWithoutAMaximum() {
        pressure.onCollection(new MemoryUsage(0, 950_000, MAX, -1));

        assertThat(pressure.limitCapacity(1024)).isEqualTo(1024);
    }

    @Test
    void isOneForTheProcess() {
        assertThat(HeapPressure.ofProcess().limitCapacity(1)).isEqualTo(1);
    }
}
