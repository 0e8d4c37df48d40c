package io.eyewall.topology.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestNameTest {
    private static final List<String> KNOWN = List.of("parallelism", "numTasks", "word", "id");

    @Test
    void findsSlips() {
        assertThat(NearestName.nearestSimilar("paralelism", KNOWN)).contains("parallelism");
        assertThat(NearestName.nearestSimilar("numtasks", KNOWN)).contains("numTasks");
        assertThat(NearestName.nearestSimilar("wrod", KNOWN)).contains("word");
        assertThat(NearestName.nearestSimilar("ip", KNOWN)).contains("id");
    }

    @Test
    void saysNothingOfOtherWords() {
        assertThat(NearestName.nearestSimilar("grouping", KNOWN)).isEmpty();
        assertThat(NearestName.nearestSimilar("list", KNOWN)).isEmpty();
        assertThat(NearestName.nearestSimilar("word", List.of())).isEmpty();
    }
}
