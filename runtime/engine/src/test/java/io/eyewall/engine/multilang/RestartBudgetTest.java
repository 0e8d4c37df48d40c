package io.eyewall.engine.multilang;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RestartBudgetTest {
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);

    private final AtomicLong nowNs = new AtomicLong();
    private final RestartBudget budget = new RestartBudget(2, nowNs::get);

    private void die(int secs) {
        nowNs.addAndGet(secs * SECOND_NS);
        budget.onDeath();
    }

    @Test
    void allowsDeathsThatAreFarApart() {
        for (int i = 0; i < 10; i++) {
            die(31);
            assertThat(budget.isSpent()).isFalse();
        }
    }

    /** User code can make a chain of causes that has no end. */
    @Test
    void namesACauseOfAChainWithoutAnEnd() {
        Exception one = new IllegalStateException("one");
        one.initCause(new IllegalStateException("other", one));

        assertThat(budget.failure("shell", one)).hasMessageContaining("'shell' died 3 times");
    }

    /** The topology may take longer than a minute to end. */
    @Test
    void staysSpentWhileTheTopologyEnds() {
        die(1);
        die(1);
        die(1);
        assertThat(budget.isSpent()).isTrue();

        nowNs.addAndGet(100 * SECOND_NS);
        assertThat(budget.isSpent()).isTrue();
    }
}
