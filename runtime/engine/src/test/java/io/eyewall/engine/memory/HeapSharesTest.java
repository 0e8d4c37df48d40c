package io.eyewall.engine.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HeapSharesTest {
    private static final long HEAP = Runtime.getRuntime().maxMemory();

    @Test
    void theMailboxesOfManyTasksTakeHalfOfTheHeapTogether() {
        for (int tasks : new int[] {1, 8, 16, 17, 60, 500}) {
            assertThat(tasks * HeapShares.mailbox(tasks)).isLessThanOrEqualTo(HEAP / 2);
        }
        assertThat(HeapShares.mailbox(2)).isEqualTo(HeapShares.mailbox());
    }

    @Test
    void eachOfThousandsHasRoomForTuplesOfUsualSize() {
        assertThat(HeapShares.mailbox(100_000)).isEqualTo(128 << 10);
    }
}
