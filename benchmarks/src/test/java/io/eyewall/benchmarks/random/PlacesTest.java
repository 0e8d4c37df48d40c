package io.eyewall.benchmarks.random;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.benchmarks.random.Part.Grouping;
import io.eyewall.benchmarks.random.Part.Input;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlacesTest {
    private static Draw draw(int... executors) {
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i < executors.length; i++) {
            List<Input> inputs = i == 0 ? List.of() : List.of(new Input("0", Grouping.SHUFFLE));
            parts.add(new Part("" + i, executors[i], executors[i], 1, false, 1, 0, 0, inputs));
        }
        return new Draw(1, List.of(new RandomTopology(1, parts, true, 0)), List.of());
    }

    @Test
    void coresHaveNoNames() {
        assertThat(Places.all(draw(1, 1), 2, 200).orElseThrow())
                .extracting(Places::toString)
                .containsExactlyInAnyOrder("1,0;1,0", "1,0;0,1");
    }

    @Test
    void executorsOfAComponentAreAlike() {
        assertThat(Places.all(draw(1, 3), 2, 200).orElseThrow()).hasSize(4);
        assertThat(Places.all(draw(2, 2), 2, 200).orElseThrow()).hasSize(5);
        assertThat(Places.all(draw(1, 1, 1), 3, 200).orElseThrow()).hasSize(5);
    }

    @Test
    void thereMayBeTooMany() {
        assertThat(Places.all(draw(1, 1, 1, 1, 1, 1, 1, 1), 2, 128)).isPresent();
        assertThat(Places.all(draw(1, 1, 1, 1, 1, 1, 1, 1), 2, 127)).isEmpty();
        assertThat(Places.all(draw(8, 8, 8, 8, 8, 8, 8, 8), 16, 200)).isEmpty();
    }

    @Test
    void eachExecutorHasACore() {
        Places places = Places.parse("1,0;1,2");

        assertThat(places.toString()).isEqualTo("1,0;1,2");
        assertThat(places.core(0, 0)).isEqualTo(0);
        assertThat(List.of(places.core(1, 0), places.core(1, 1), places.core(1, 2)))
                .containsExactly(0, 1, 1);
    }
}
