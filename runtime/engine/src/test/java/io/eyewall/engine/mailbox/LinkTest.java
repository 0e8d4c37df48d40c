package io.eyewall.engine.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@NullUnmarked // a missing value fails the test
class LinkTest {
    private static List<Object> items(Object[] batch) {
        List<Object> items = new ArrayList<>();
        for (Object item : batch) {
            if (item == null) {
                break;
            }
            items.add(item);
        }
        return items;
    }

    @Test
    void handsOverNothingUntilABatchIsFullOrFlushed() {
        Link<Integer> link = new LinkSenders<Integer>(1, 3, 4).connect(0, () -> {});

        assertThat(link.sender().stage(1)).isFalse();
        assertThat(link.sender().stage(2)).isFalse();
        assertThat(link.receiver().poll()).isNull();
        assertThat(link.sender().hasUnsent()).isTrue();

        assertThat(link.sender().stage(3)).isTrue();
        assertThat(items(link.receiver().poll())).containsExactly(1, 2, 3);
        assertThat(link.sender().hasUnsent()).isFalse();

        link.sender().stage(4);
        assertThat(link.sender().flush()).isTrue();
        assertThat(items(link.receiver().poll())).containsExactly(4);
    }

    @Test
    void flushingNothingSendsNothing() {
        Link<Integer> link = new LinkSenders<Integer>(1, 3, 4).connect(0, () -> {});

        assertThat(link.sender().flush()).isFalse();
        assertThat(link.receiver().isEmpty()).isTrue();
        assertThat(link.receiver().poll()).isNull();
    }

    @Test
    void wakesAWaitingSenderOnceWhenTheQueueIsHalfEmpty() {
        AtomicInteger told = new AtomicInteger();
        Link<Integer> link = new LinkSenders<Integer>(1, 1, 4).connect(0, told::incrementAndGet);
        for (int i = 0; i < 6; i++) {
            link.sender().stage(i);
        }
        assertThat(link.sender().hasEnoughRoom()).isFalse();
        link.sender().awaitRoom();

        link.receiver().poll();
        assertThat(told).hasValue(0);
        link.receiver().poll();
        assertThat(told).hasValue(1);
        assertThat(link.sender().hasEnoughRoom()).isTrue();
        while (link.receiver().poll() != null) {
            assertThat(told).hasValue(1);
        }
    }

    @Test
    void doesNotWakeASenderThatDoesNotWait() {
        AtomicInteger told = new AtomicInteger();
        Link<Integer> link = new LinkSenders<Integer>(1, 1, 4).connect(0, told::incrementAndGet);
        for (int i = 0; i < 6; i++) {
            link.sender().stage(i);
        }

        while (link.receiver().poll() != null) {
            link.sender().flush();
        }

        assertThat(told).hasValue(0);
    }

    @Test
    void isCongestedFromTheFirstBatchThatDoesNotFitUntilTheLastThatDid() {
        Link<Integer> link = new LinkSenders<Integer>(1, 1, 4).connect(0, () -> {});
        for (int i = 0; i < 4; i++) {
            link.sender().stage(i);
            assertThat(link.sender().isCongested()).as("batch %d of 4", i).isFalse();
        }

        link.sender().stage(4);
        link.sender().stage(5);
        assertThat(link.sender().isCongested()).isTrue();
        assertThat(link.sender().flush()).as("no room yet").isFalse();

        assertThat(items(link.receiver().poll())).containsExactly(0);
        assertThat(link.sender().flush()).isTrue();
        assertThat(link.sender().isCongested()).as("5 still waits").isTrue();
        assertThat(items(link.receiver().poll())).containsExactly(1);
        link.sender().flush();
        assertThat(link.sender().isCongested()).isFalse();
        for (int i = 2; i < 6; i++) {
            assertThat(items(link.receiver().poll())).containsExactly(i);
        }
    }

    /**
     * Operations: a positive number stages as many items; 0 flushes; a negative number receives as
     * many batches.
     */
    @Property(tries = 500)
    void keepsEveryItemInOrder(
            @ForAll @IntRange(min = 1, max = 7) int batchSize,
            @ForAll @IntRange(min = 2, max = 9) int batches,
            @ForAll @Size(max = 80) List<@IntRange(min = -6, max = 20) Integer> operations) {
        Link<Integer> link = new LinkSenders<Integer>(1, batchSize, batches).connect(0, () -> {});
        ArrayDeque<Object> model = new ArrayDeque<>();
        int next = 0;
        int received = 0;
        for (int operation : operations) {
            for (int i = 0; i < operation; i++) {
                link.sender().stage(next);
                model.add(next++);
            }
            if (operation == 0) {
                link.sender().flush();
                assertThat(link.sender().hasUnsent()).isEqualTo(link.sender().isCongested());
            }
            for (int i = 0; i > operation; i--) {
                Object[] batch = link.receiver().poll();
                for (Object item : batch == null ? List.of() : items(batch)) {
                    assertThat(item).isEqualTo(model.poll());
                    received++;
                }
            }
            assertThat(next - received).isEqualTo(model.size());
        }
        while (link.sender().hasUnsent() || !link.receiver().isEmpty()) {
            link.sender().flush();
            Object[] batch = link.receiver().poll();
            for (Object item : batch == null ? List.of() : items(batch)) {
                assertThat(item).isEqualTo(model.poll());
            }
        }
        assertThat(model).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"1,2", "7,4", "128,32"})
    void keepsEveryItemInOrderBetweenTwoThreads(int batchSize, int batches) throws Exception {
        int count = Math.min(300_000, 40_000 * batchSize); // many small batches take long
        Link<Integer> link = new LinkSenders<Integer>(1, batchSize, batches).connect(0, () -> {});

        CompletableFuture<Integer> receiver =
                CompletableFuture.supplyAsync(
                        () -> {
                            int expected = 0;
                            while (expected < count) {
                                Object[] batch = link.receiver().poll();
                                if (batch == null) {
                                    Thread.onSpinWait();
                                    continue;
                                }
                                for (Object item : items(batch)) {
                                    if ((Integer) item != expected) {
                                        throw new AssertionError(item + ", expected " + expected);
                                    }
                                    expected++;
                                }
                            }
                            return expected;
                        });
        for (int i = 0; i < count; i++) {
            link.sender().stage(i);
            while (link.sender().isCongested() && !receiver.isDone()) {
                LockSupport.parkNanos(1_000);
                link.sender().flush();
            }
        }
        link.sender().flush();
        while (link.sender().hasUnsent()
                && !receiver.isDone()) { // the last flush may have found no room
            LockSupport.parkNanos(1_000);
            link.sender().flush();
        }

        assertThat(receiver.get(30, TimeUnit.SECONDS)).isEqualTo(count);
    }
}
