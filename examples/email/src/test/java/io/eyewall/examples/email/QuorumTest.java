package io.eyewall.examples.email;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class QuorumTest {
    private static Totals totals(int emails) {
        return new Totals(emails, 10, 2, 1);
    }

    @Test
    void waitsUntilAllHaveCountedATransaction() {
        Quorum quorum = new Quorum(2);

        assertThat(quorum.add(0, totals(1))).isNull();
        assertThat(quorum.add(1, totals(2))).as("the fast one is ahead").isNull();
        assertThat(quorum.add(0, totals(3))).isEqualTo(new Totals(4, 20, 4, 2));
        assertThat(quorum.waiting()).isEqualTo(1);
        assertThat(quorum.add(1, totals(4))).isEqualTo(new Totals(6, 20, 4, 2));
        assertThat(quorum.waiting()).isZero();
    }

    @Test
    void ofOneIsAnsweredAtOnce() {
        assertThat(new Quorum(1).add(7, totals(1))).isEqualTo(totals(1));
        assertThatThrownBy(() -> new Quorum(0)).hasMessageContaining("expected at least 1");
    }
}
