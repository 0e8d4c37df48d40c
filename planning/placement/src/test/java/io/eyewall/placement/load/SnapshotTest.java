package io.eyewall.placement.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SnapshotTest {
    private static final ExecutorId A = new ExecutorId("t", "a", 1, 1);
    private static final ExecutorId B = new ExecutorId("t", "b", 2, 2);

    private static Snapshot snapshot(double coresA, double coresB, double tuplesPerSec) {
        return new Snapshot(
                List.of(new ExecutorLoad(A, coresA, 0), new ExecutorLoad(B, coresB, 0)),
                List.of(new Traffic(A, B, tuplesPerSec, 0)));
    }

    @Test
    void isLikeItselfAndWhatDiffersLittle() {
        Snapshot one = snapshot(0.5, 0.5, 1000);

        assertThat(one.isLike(one, 0)).isTrue();
        assertThat(one.isLike(snapshot(0.52, 0.48, 1040), 0.05)).isTrue();
    }

    @Test
    void isNotLikeWhatDiffersInLoadTrafficOrExecutors() {
        Snapshot one = snapshot(0.5, 0.5, 1000);

        assertThat(one.isLike(snapshot(0.53, 0.47, 1000), 0.05)).isFalse();
        assertThat(one.isLike(snapshot(0.5, 0.5, 1060), 0.05)).isFalse();
        assertThat(one.isLike(new Snapshot(one.executors(), List.of()), 0.05)).isFalse();
        assertThat(
                        one.isLike(
                                new Snapshot(
                                        List.of(
                                                new ExecutorLoad(A, 0.5, 0),
                                                new ExecutorLoad(
                                                        new ExecutorId("t", "b", 2, 3), 0.5, 0)),
                                        List.of()),
                                0.05))
                .isFalse();
    }

    @Test
    void isLikeAnotherWithoutLoad() {
        assertThat(snapshot(0, 0, 0).isLike(snapshot(0, 0, 0), 0.05)).isTrue();
        assertThat(snapshot(0, 0, 0).isLike(snapshot(0.1, 0, 0), 0.05)).isFalse();
    }
}
