package io.eyewall.engine.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.engine.TopologyFailure;
import io.eyewall.engine.TopologyStatus;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class TopologyLifeTest {
    private final TopologyLife life = new TopologyLife("words", true);

    private void start(int executors) {
        life.onAssembled(executors);
        life.beginOpening();
        for (int i = 0; i < executors; i++) {
            life.onOpened();
        }
    }

    private static TopologyFailure failure(String message) {
        return new TopologyFailure(
                "words", "bolt", 1, "execute", new IllegalStateException(message));
    }

    @Test
    void isActiveWhenTheLastExecutorIsOpen() {
        life.onAssembled(2);
        assertThat(life.beginOpening()).isTrue();
        assertThat(life.beginOpening()).isFalse();
        assertThat(life.onOpened()).isFalse();
        assertThat(life.status()).isEqualTo(TopologyStatus.STARTING);
        assertThat(life.isRunning()).isFalse();

        assertThat(life.onOpened()).isTrue();
        assertThat(life.status()).isEqualTo(TopologyStatus.ACTIVE);
        assertThat(life.isRunning()).isTrue();
    }

    @Test
    void waitsForActivationBeforeOpening() {
        TopologyLife waiting = new TopologyLife("words", false);
        waiting.onAssembled(1);
        assertThat(waiting.beginOpening()).isFalse();
        assertThat(waiting.setActive(false)).isTrue();
        assertThat(waiting.status()).isEqualTo(TopologyStatus.INACTIVE);
        assertThat(waiting.setActive(true)).isTrue();
        assertThat(waiting.status()).isEqualTo(TopologyStatus.STARTING);
        assertThat(waiting.beginOpening()).isTrue();
    }

    @Test
    void keepsTheFirstFailureOnly() throws Exception {
        start(1);
        TopologyFailure first = failure("first");
        assertThat(life.recordFailure(first)).isTrue();
        assertThat(life.recordFailure(failure("second"))).isFalse();
        assertThat(life.prepareEnd()).isTrue();
        assertThat(life.beginClosing()).isTrue();
        assertThat(life.beginClosing()).isFalse();
        assertThat(life.onClosed()).isTrue();
        life.onEnded();
        life.onOver();

        assertThat(life.status()).isEqualTo(TopologyStatus.FAILED);
        assertThat(life.failure()).containsSame(first);
        assertThat(life.prepareEnd()).isFalse();
        assertThat(life.await(Duration.ZERO)).isTrue();
    }

    @Test
    void cannotBeActivatedAfterAKill() {
        start(1);
        assertThat(life.kill()).isTrue();
        assertThat(life.status()).isEqualTo(TopologyStatus.KILLED);
        assertThat(life.setActive(true)).isFalse();
        assertThat(life.isRunning()).as("until it closes").isTrue();

        life.beginClosing();
        assertThatThrownBy(() -> life.checkRunning("rebalance"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("topology 'words': cannot rebalance while it is ending");
    }

    @Test
    void waitsForTheExecutorsOfARebalance() {
        start(1);
        assertThat(life.onReplaced(2)).as("closing").isFalse();
        life.beginClosing();
        assertThat(life.onClosed()).isFalse();
        assertThat(life.onReplaced(2)).as("closing").isTrue();
        assertThat(life.onClosed()).isFalse();
        assertThat(life.onClosed()).isTrue();
    }
}
