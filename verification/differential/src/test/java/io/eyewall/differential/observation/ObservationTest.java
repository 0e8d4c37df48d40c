package io.eyewall.differential.observation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ObservationTest {

    @Test
    void sortsWhatHasNoOrderAndKeepsWhatHas() {
        Observation seen = new Observation();
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("z", 1);
        map.put("a", 2L);
        seen.fact("map", map);
        seen.fact("set", new LinkedHashSet<>(List.of("y", "x")));
        seen.fact("list", List.of("y", "x"));

        assertThat(JsonText.of(seen.facts()))
                .isEqualTo(
                        """
                        {
                          "map": {
                            "a": 2,
                            "z": 1
                          },
                          "set": ["x", "y"],
                          "list": ["y", "x"]
                        }""");
    }

    @Test
    void writesOneFactPerName() {
        Observation seen = new Observation();
        seen.fact("name", 1);

        assertThatThrownBy(() -> seen.fact("name", 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'name'");
    }

    @Test
    void escapesText() {
        assertThat(JsonText.of("a\"b\\c\n\u0001")).isEqualTo("\"a\\\"b\\\\c\\n\\u0001\"");
    }

    @Test
    void nestsListsOnLinesOfTheirOwn() {
        Object canonical = Observation.canonical(List.of(List.of(1, 2), Arrays.asList(null, true)));

        assertThat(JsonText.of(canonical)).isEqualTo("[\n  [1, 2],\n  [null, true]\n]");
    }
}
