package io.eyewall.topology.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestNameTest {
    private static final List<String> KNOWN = List.of("parallelism", "numTasks", "word", "id");

    @Test
    void findsSlips() {
        assertThat(NearestName.nearestTypo("paralelism", KNOWN)).contains("parallelism");
        assertThat(NearestName.nearestTypo("numtasks", KNOWN)).contains("numTasks");
        assertThat(NearestName.nearestTypo("wrod", KNOWN)).contains("word");
        assertThat(NearestName.nearestTypo("ip", KNOWN)).contains("id");
    }

    @Test
    void saysNothingOfOtherWords() {
        assertThat(NearestName.nearestTypo("grouping", KNOWN)).isEmpty();
        assertThat(NearestName.nearestTypo("list", KNOWN)).isEmpty();
        assertThat(NearestName.nearestTypo("word", List.of())).isEmpty();
    }
}
