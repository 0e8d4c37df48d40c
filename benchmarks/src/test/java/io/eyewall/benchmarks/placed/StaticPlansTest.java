package io.eyewall.benchmarks.placed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StaticPlansTest {
    @Test
    void allPlansAreThereOnceAndTheFirstComponentNeverMoves() {
        List<Map<String, Integer>> plans = StaticPlans.all(List.of("a", "b", "c", "d"));

        assertThat(plans).hasSize(8).doesNotHaveDuplicates();
        assertThat(plans).allMatch(plan -> plan.get("a") == 0 && plan.size() == 4);
    }

    @Test
    void aPlanNamesWhatIsOnEachCore() {
        List<Map<String, Integer>> plans = StaticPlans.all(List.of("a", "b", "c"));

        assertThat(plans.stream().map(StaticPlans::format))
                .containsExactly("a b c | ", "a c | b", "a b | c", "a | b c");
    }
}
