package io.eyewall.control.flame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.control.flame.FlameService.Asked;
import io.eyewall.control.flame.FlameService.By;
import io.eyewall.control.wire.WireJson;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** This process samples itself. */
@Timeout(120)
class FlameServiceTest {
    private final FlameService service = new FlameService(List::of);

    private FlameGraph ask(Asked asked) throws Exception {
        return service.answer(WireJson.tree(asked));
    }

    @Test
    void seesWhatAThreadDoes() throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        Thread busy = new Thread(() -> spin(done), "busy one");
        busy.start();
        try {
            FlameGraph graph = ask(new Asked(1, By.THREAD, 10));
            assertThat(graph.samples()).isPositive();
            assertThat(graph.names())
                    .contains("busy one", FlameServiceTest.class.getName() + ".spin");
            assertThatThrownBy(() -> ask(new Asked(0, null, null)))
                    .hasMessage("seconds is 0, expected 1 to 60");
        } finally {
            done.set(true);
            busy.join();
        }
        try (var left = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            assertThat(left.map(file -> file.getFileName().toString()))
                    .noneMatch(name -> name.startsWith("eyewall-flame"));
        }
    }

    private static void spin(AtomicBoolean done) {
        double sum = 0;
        while (!done.get()) {
            sum += Math.sqrt(sum + 1);
        }
    }

    @Test
    void refusesAnotherWhileOneIsRecorded() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch gate = new CountDownLatch(1);
        FlameService slow =
                new FlameService(
                        () -> {
                            begun.countDown();
                            try {
                                gate.await();
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                            throw new IllegalArgumentException("enough");
                        });
        Thread first =
                new Thread(
                        () ->
                                assertThatThrownBy(
                                                () ->
                                                        slow.answer(
                                                                WireJson.tree(
                                                                        new Asked(1, null, null))))
                                        .hasMessage("enough"));
        first.start();
        begun.await();
        assertThatThrownBy(() -> ask(new Asked(1, null, null)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("is being recorded");

        gate.countDown();
        first.join();
        assertThat(ask(new Asked(1, null, 1_000)).title()).isEmpty();
    }
}
