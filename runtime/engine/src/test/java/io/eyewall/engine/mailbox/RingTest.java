package io.eyewall.engine.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

@NullUnmarked // a missing value fails the test
class RingTest {
    @Test
    void anEmptyRingReturnsNull() {
        Ring<String> ring = new Ring<>();

        assertThat(ring.poll()).isNull();
        assertThat(ring.peek()).isNull();
        assertThat(ring.isEmpty()).isTrue();
        assertThat(ring.size()).isZero();
    }

    /** Each operation moves a run of items, so that rings grow, wrap around and empty again. */
    @Property(tries = 500)
    void keepsItemsInOrder(
            @ForAll @Size(max = 80) List<@IntRange(min = -40, max = 40) Integer> operations) {
        Ring<Integer> ring = new Ring<>();
        ArrayDeque<Integer> model = new ArrayDeque<>();
        int next = 0;
        for (int operation : operations) {
            if (operation == -40) {
                ring.clear();
                model.clear();
            }
            for (int i = 0; i < operation; i++) {
                ring.add(next);
                model.add(next++);
            }
            for (int i = 0; i > operation; i--) {
                assertThat(ring.peek()).isEqualTo(model.peek());
                assertThat(ring.poll()).isEqualTo(model.poll());
            }
            assertThat(ring.size()).isEqualTo(model.size());
            assertThat(ring.isEmpty()).isEqualTo(model.isEmpty());
        }
        while (!model.isEmpty()) {
            assertThat(ring.poll()).isEqualTo(model.poll());
        }
        assertThat(ring.isEmpty()).isTrue();
    }

    @Test
    void keepsItsOrderWhileItReleasesTheMemoryOfABurst() {
        Ring<Integer> ring = new Ring<>();
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < 100_000; i++) {
                ring.add(i);
            }
            for (int i = 0; i < 100_000; i++) {
                if (ring.poll() != i) {
                    throw new AssertionError("round " + round + " at " + i);
                }
            }
            assertThat(ring.isEmpty()).isTrue();
        }
    }
}
