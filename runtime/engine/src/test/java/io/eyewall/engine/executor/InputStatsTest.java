package io.eyewall.engine.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The accounted times of one executor's calls, with a clock that the test sets. */
class InputStatsTest {
    private static final int EVERY = 20;

    private final List<InputStats> inputs = new ArrayList<>();
    private long nowNs = 1;
    private long accountedNs;
    private long trueNs;

    private void inputs(int count) {
        for (int i = 0; i < count; i++) {
            inputs.add(new InputStats("c" + i, "default", new SampleGaps(EVERY, i)));
        }
    }

    /** Makes a call as BoltExecutor does. */
    private void call(InputStats input, long ns) {
        boolean timed = input.countExecute();
        long startNs = nowNs;
        if (timed) {
            input.startTiming();
        }
        nowNs += ns;
        trueNs += ns;
        if (timed) {
            long beforeNs = input.executeNs();
            input.addExecute(ns, ns, false, input.freeNs(1, startNs, accountedNs));
            accountedNs += input.executeNs() - beforeNs;
            input.setTimedUntil(nowNs, accountedNs);
        }
    }

    private long sumNs() {
        return inputs.stream().mapToLong(InputStats::executeNs).sum();
    }

    private void calls(int count, Random random, LongSupplier durationNs, LongSupplier pauseNs) {
        for (int i = 0; i < count; i++) {
            call(inputs.get(random.nextInt(inputs.size())), durationNs.getAsLong());
            nowNs += pauseNs.getAsLong();
            assertThat(sumNs()).as("after %d calls", i).isLessThan(nowNs);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void estimatesEqualCallsWell(int count) {
        inputs(count);
        calls(20_000, new Random(count), () -> 1_000, () -> 700);
        assertThat(sumNs()).isCloseTo(trueNs, within(trueNs / 20));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void rareLongCallsStandForNoMoreThanThereWas(int count) {
        inputs(count);
        Random random = new Random(count);
        calls(
                20_000,
                random,
                () -> random.nextInt(100) == 0 ? 500_000_000 : 1_000,
                () -> 10_000_000);
    }

    @Test
    void aBusyExecutorIsNoMoreThanBusy() {
        inputs(3);
        Random random = new Random(7);
        calls(20_000, random, () -> 1 + random.nextInt(2_000_000), () -> 0);
        assertThat(sumNs()).isCloseTo(trueNs, within(trueNs / 10));
    }

    @Test
    void callsThatLostTheirCoreStandForThemselves() {
        inputs(1);
        InputStats input = inputs.get(0);
        for (int i = 0; i < 3 * EVERY; i++) {
            call(input, 1_000);
        }
        long beforeNs = input.executeNs();
        long timed = input.timed();
        input.executed++;
        input.addWithoutCore(900_000_000);
        assertThat(input.executeNs() - beforeNs).isEqualTo(900_000_000);
        assertThat(input.timed() - timed).isEqualTo(1);
        assertThat(input.loadNs()).isEqualTo(beforeNs);
    }
}
