package io.eyewall.differential.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.differential.program.Program;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    private static final Program PROGRAM =
            Program.of("p", "Shows something.", "Some.java", stage -> {});

    private static Observations.Program saw(Map<String, Object> facts) {
        return new Observations.Program(facts, null);
    }

    @Test
    void acceptsEqualFacts() {
        assertThat(Comparison.problems(PROGRAM, saw(Map.of("a", 1)), saw(Map.of("a", 1))))
                .isEmpty();
    }

    @Test
    void namesTheDifferingLeaf() {
        List<String> problems =
                Comparison.problems(
                        PROGRAM,
                        saw(Map.of("a", Map.of("same", 1, "other", 2))),
                        saw(Map.of("a", Map.of("same", 1, "other", 3))));

        assertThat(problems).hasSize(1);
        assertThat(problems.get(0)).contains("a / other").contains("2").contains("3");
        assertThat(problems.get(0)).doesNotContain("same");
    }

    @Test
    void noticesMissingFactsOnEitherSide() {
        assertThat(Comparison.problems(PROGRAM, saw(Map.of("a", 1)), saw(Map.of()))).hasSize(1);
        assertThat(Comparison.problems(PROGRAM, saw(Map.of()), saw(Map.of("a", 1)))).hasSize(1);
    }

    @Test
    void wantsMarkedFactsToDiffer() {
        Program marked = PROGRAM.differs("a", "we know better");

        assertThat(Comparison.problems(marked, saw(Map.of("a", 1)), saw(Map.of("a", 2)))).isEmpty();
        assertThat(Comparison.problems(marked, saw(Map.of("a", 1)), saw(Map.of("a", 1))))
                .singleElement()
                .asString()
                .contains("we know better");
    }

    @Test
    void letsFactsDifferThatMayDiffer() {
        Program marked = PROGRAM.mayDiffer("a", "it depends");

        assertThat(Comparison.problems(marked, saw(Map.of("a", 1)), saw(Map.of("a", 2)))).isEmpty();
        assertThat(Comparison.problems(marked, saw(Map.of("a", 1)), saw(Map.of("a", 1)))).isEmpty();
    }

    @Test
    void reportsProgramsThatDidNotComeToTheirEnd() {
        Observations.Program failed = new Observations.Program(Map.of(), "timed out");

        assertThat(Comparison.problems(PROGRAM, saw(Map.of()), failed))
                .singleElement()
                .asString()
                .contains("Eyewall")
                .contains("timed out");
        assertThat(Comparison.problems(PROGRAM, null, saw(Map.of())))
                .singleElement()
                .asString()
                .contains("Storm");
    }
}
