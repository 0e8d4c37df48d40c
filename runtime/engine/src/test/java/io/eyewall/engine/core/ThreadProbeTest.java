package io.eyewall.engine.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class ThreadProbeTest {
    private final CountDownLatch deep = new CountDownLatch(1);
    private final CountDownLatch over = new CountDownLatch(1);

    private void recurse(int levels) {
        if (levels > 0) {
            recurse(levels - 1);
            return;
        }
        deep.countDown();
        try {
            over.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void readsOnlyTheRequestedFramesOfADeepStack() throws Exception {
        Thread thread = new Thread(() -> recurse(1_000));
        thread.start();
        deep.await();

        assertThat(ThreadProbe.stackOf(thread, 1)).hasSize(1);
        assertThat(ThreadProbe.stackOf(thread, 100)).hasSize(100);
        over.countDown();
        thread.join();
        assertThat(ThreadProbe.stackOf(thread, 1)).isEmpty();
    }
}
