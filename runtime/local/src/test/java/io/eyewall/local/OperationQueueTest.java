package io.eyewall.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class OperationQueueTest {
    private final OperationQueue queue = new OperationQueue();
    private final AtomicInteger runs = new AtomicInteger();

    @Test
    void fewWaitAndMoreAreRefused() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            List<Future<?>> waiting = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                waiting.add(threads.submit(() -> queue.run("words", () -> await(goOn))));
            }
            while (queue.hasCapacity()) {
                Thread.onSpinWait(); // until all four run or wait
            }
            assertThatThrownBy(() -> queue.run("words", runs::incrementAndGet))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("another operation on topology 'words' is in progress");
            goOn.countDown();
            for (Future<?> each : waiting) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(runs).hasValue(4);
        queue.run("words", runs::incrementAndGet);
        assertThat(runs).hasValue(5);
    }

    private void await(CountDownLatch goOn) {
        try {
            goOn.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        runs.incrementAndGet();
    }

    @Test
    void aFailedOperationReleasesItsPermit() {
        for (int i = 0; i < 10; i++) {
            assertThatThrownBy(
                            () ->
                                    queue.run(
                                            "words",
                                            () -> {
                                                throw new IllegalArgumentException("refused");
                                            }))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
