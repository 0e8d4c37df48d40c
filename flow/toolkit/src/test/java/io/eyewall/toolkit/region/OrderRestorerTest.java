package io.eyewall.toolkit.region;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OrderRestorerTest {
    private static final long PATIENCE_MS = 1_000;

    private final List<Long> out = new ArrayList<>();
    private final OrderRestorer<Long> order = new OrderRestorer<>(PATIENCE_MS, out::add);

    private void add(long number, long nowMs) {
        order.add(number, number, nowMs);
    }

    @Test
    void holdsEarlyElementsForMissingOnes() {
        add(1, 0);
        add(2, 10);
        order.giveUpOverdue(PATIENCE_MS - 1);
        assertThat(out).isEmpty();

        add(0, PATIENCE_MS - 1);
        assertThat(out).containsExactly(0L, 1L, 2L);
    }

    /**
     * Simulates the loss of a worker with one of several replicas: every second value is missing.
     */
    @Test
    void waitsOnceForNumbersMissingAtTheSameTime() {
        for (long number = 1; number < 100; number += 2) {
            add(number, number);
        }

        order.giveUpOverdue(PATIENCE_MS + 100);

        assertThat(out).hasSize(50).isSorted();
    }

    @Test
    void waitsForEachMissingNumberSeparately() {
        add(1, 0);
        add(3, 600);

        order.giveUpOverdue(PATIENCE_MS);
        assertThat(out).containsExactly(1L);

        add(2, PATIENCE_MS + 500);
        assertThat(out).containsExactly(1L, 2L, 3L);
    }

    @Test
    void passesOnANumberThatArrivesAfterItWasGivenUp() {
        add(1, 0);
        order.giveUpOverdue(PATIENCE_MS);
        add(0, PATIENCE_MS);

        assertThat(out).containsExactly(1L, 0L);
    }
}
