package io.eyewall.console.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.RunningTopology;
import io.eyewall.testkit.fake.FakeTopology;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A key never becomes another topology's while its page may be open. */
class TopologyKeysTest {
    private static final long MINUTE_NS = Duration.ofMinutes(1).toNanos();

    private final TopologyKeys register = new TopologyKeys(Duration.ofMinutes(1));
    private final RunningTopology one = topology();
    private final RunningTopology other = topology();

    private static RunningTopology topology() {
        return FakeTopology.answering(Map.of()); // nobody is asked
    }

    @Test
    void theSecondDoesNotTakeOverTheKeyOfTheFirst() {
        assertThat(register.update(List.of(one, other), 0)).hasSize(2);
        assertThat(register.name(one, "t-1-2")).isEqualTo("t-1-2");
        assertThat(register.name(other, "t-1-2")).isEqualTo("t-1-2~2");

        assertThat(register.update(List.of(other), 1)).isEmpty();
        assertThat(register.forgetOld(1)).isEmpty();
        assertThat(register.order(List.of(other))).containsExactly("t-1-2~2", "t-1-2");

        RunningTopology third = topology();
        assertThat(register.update(List.of(third), 2)).hasSize(1);
        assertThat(register.name(third, "t-1-2")).isEqualTo("t-1-2~3");
    }

    @Test
    void thoseThatAreNotThereAreForgottenByTime() {
        register.update(List.of(one, other), 0);
        register.name(one, "a");
        register.name(other, "b");
        register.update(List.of(other), MINUTE_NS);

        assertThat(register.forgetOld(MINUTE_NS)).isEmpty();
        assertThat(register.forgetOld(MINUTE_NS + 1)).containsExactly("a");
        assertThat(register.order(List.of(other))).containsExactly("b");
    }

    @Test
    void whoIsBeingAskedIsNotAskedAgain() {
        assertThat(register.update(List.of(one), 0)).hasSize(1);
        assertThat(register.update(List.of(one), 2 * MINUTE_NS)).isEmpty();
        register.forget(one);
        assertThat(register.update(List.of(one), 3 * MINUTE_NS)).hasSize(1);
    }
}
