package io.eyewall.console.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Half an hour, and no more, however long it goes on. */
class HistoryTest {
    private final History history = new History();

    @Test
    void isEmptyAtFirst() {
        assertThat(history.points().timeMs()).isEmpty();
    }

    @Test
    void keepsWhatItWasGivenInOrder() {
        history.add(new History.Point(1_000, 1, 2, 3));
        history.add(new History.Point(2_000, 4, 5, 6));

        assertThat(history.points().timeMs()).containsExactly(1_000, 2_000);
        assertThat(history.points().p50Ns()).containsExactly(1, 4);
        assertThat(history.points().p99Ns()).containsExactly(2, 5);
        assertThat(history.points().perSec()).containsExactly(3, 6);
    }

    @Test
    void forgetsTheOldestWhenItIsFull() {
        for (int i = 0; i < 3 * History.SECONDS + 7; i++) {
            history.add(new History.Point(i * 1_000L, i, 0, 0));
        }

        long[] times = history.points().timeMs();
        assertThat(times).hasSize(History.SECONDS);
        assertThat(times[0]).isEqualTo((2 * History.SECONDS + 7) * 1_000L);
        assertThat(times[times.length - 1]).isEqualTo((3 * History.SECONDS + 6) * 1_000L);
    }

    @Test
    void forgetsWhatIsOlderThanHalfAnHourWhereLooksAreRare() {
        for (int i = 0; i <= 100; i++) {
            history.add(new History.Point(i * 60_000L, i, 0, 0)); // one per minute
        }

        assertThat(history.points().timeMs()).hasSize(31).startsWith(70 * 60_000L);
    }
}
