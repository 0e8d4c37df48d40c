package io.eyewall.console.watch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PredictionBudgetTest {
    private static final long MS = 1_000_000;

    @Test
    void predictionsOfAllTopologiesTakeATwentiethOfTheTime() {
        PredictionBudget budget = new PredictionBudget();
        long nowNs = System.nanoTime();
        assertThat(budget.isLeft(nowNs)).isTrue();

        budget.spent(nowNs, 10 * MS);

        assertThat(budget.isLeft(nowNs + 189 * MS)).isFalse();
        assertThat(budget.isLeft(nowNs + 190 * MS)).isTrue();
    }
}
