package io.eyewall.benchmarks.accuracy;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.model.calibration.Recording;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class CoreThreadsTest {
    private static final double HOUR_NS = 3.6e12;

    /** Busy by the clock all the time, as if others had the processors; core 1 has no thread. */
    private static Recording recording() {
        return new Recording(
                Recording.VERSION,
                "t",
                false,
                0,
                false,
                true,
                List.of(new Recording.Component("in", true, 1, 1, false)),
                List.of(),
                List.of("core-0", "core-1"),
                List.of(
                        new Recording.Window(
                                3_600,
                                List.of(new Recording.Executor("in", 1, 1, 0, 1, 1)),
                                List.of(),
                                List.of(HOUR_NS, HOUR_NS),
                                new Recording.Latencies(0, 0, 0))));
    }

    @Test
    void aCoreIsNotBusierThanItsThread() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch worked = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        Thread core =
                new Thread(
                        () -> {
                            try {
                                begun.await();
                                assertThat(Work.rounds(1, 20_000_000)).isNotZero();
                                worked.countDown();
                                ended.await();
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        },
                        "eyewall-core-0");
        core.start();
        CoreThreads threads = new CoreThreads();
        threads.add(false);
        begun.countDown();
        worked.await();
        threads.add(true);
        ended.countDown();
        core.join();

        List<Double> busyNs = threads.correct(recording()).windows().get(0).busyNs();
        assertThat(busyNs.get(0)).isBetween(1e6, 1e11);
        assertThat(busyNs.get(1)).as("nothing is known of its thread").isEqualTo(HOUR_NS);
    }
}
