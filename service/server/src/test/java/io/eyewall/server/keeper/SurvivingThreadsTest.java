package io.eyewall.server.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SurvivingThreadsTest {
    private final ThreadGroup group = new ThreadGroup("topology words-1-2");
    private final CountDownLatch begun = new CountDownLatch(1);
    private volatile boolean returns;

    private void neverReturns() {
        begun.countDown();
        while (!returns) {
            Thread.onSpinWait();
        }
    }

    @Test
    void whatDoesNotReturnIsNamedWithItsPlace() throws Exception {
        Thread busy = new Thread(group, this::neverReturns, "eyewall-core-0");
        busy.start();
        begun.await();

        assertThat(SurvivingThreads.awaitAndDescribe(group, 0))
                .singleElement()
                .asString()
                .startsWith("'eyewall-core-0' in ");

        returns = true;
        assertThat(SurvivingThreads.awaitAndDescribe(group, 50_000)).isEmpty();
    }

    @Test
    void whoAsksIsNotMeant() throws Exception {
        StringBuilder said = new StringBuilder();
        Thread asks =
                new Thread(
                        group,
                        () -> {
                            try {
                                said.append(SurvivingThreads.awaitAndDescribe(group, 0));
                            } catch (InterruptedException e) {
                                said.append(e);
                            }
                        });
        asks.start();
        asks.join();

        assertThat(said).hasToString("[]");
    }
}
