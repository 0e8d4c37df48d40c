package io.eyewall.engine.adaptation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ParallelismTunerTest {
    private final ParallelismTuner tuner = new ParallelismTuner(1);
    private int executors = 1;

    private int evaluate(int times, int most, double loadPerExecutor, double queued) {
        for (int i = 0; i < times; i++) {
            executors = tuner.evaluate(executors, most, loadPerExecutor * executors, queued);
        }
        return executors;
    }

    @Test
    void doublesWhileTheyCannotKeepUp() {
        assertThat(evaluate(1, 6, 0.95, 0)).isEqualTo(1); // one look may be an accident
        assertThat(evaluate(1, 6, 0.95, 0)).isEqualTo(2);
        assertThat(evaluate(2, 6, 0.95, 0)).as("rests after a change").isEqualTo(2);
        assertThat(evaluate(2, 6, 0, 0.9)).as("a full mailbox, too").isEqualTo(4);
        assertThat(evaluate(20, 6, 1, 1)).as("no more than are of use").isEqualTo(6);
    }

    @Test
    void halvesWhenHalfWouldDoButNotBelowTheStart() {
        evaluate(20, 8, 1, 1);
        assertThat(executors).isEqualTo(8);

        evaluate(5, 8, 0.1, 0);
        assertThat(executors).isEqualTo(8);
        assertThat(evaluate(3, 8, 0.1, 0)).isEqualTo(4);
        assertThat(evaluate(100, 8, 0.1, 0)).isEqualTo(1);
    }

    /** Doubling halves the load per executor; that must not be a reason to halve the number. */
    @Test
    void doesNotOscillate() {
        double work = 0.9;
        int changes = 0;
        for (int i = 0; i < 3600; i++) {
            int next = tuner.evaluate(executors, 8, Math.min(work, executors), 0);
            changes += next == executors ? 0 : 1;
            executors = next;
        }
        assertThat(changes).isEqualTo(1);
        assertThat(executors).isEqualTo(2);
    }
}
