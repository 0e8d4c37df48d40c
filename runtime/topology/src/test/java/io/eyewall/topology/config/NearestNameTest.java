package io.eyewall.topology.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestNameTest {
    private static final List<String> KNOWN = List.of("parallelism", "numTasks", "word", "id");

    @Test
    void findsSlips() {
        assertThat(NearestName.slip("paralelism", KNOWN)).contains("parallelism");
        assertThat(NearestName.slip("numtasks", KNOWN)).contains("numTasks");
        assertThat(NearestName.slip("wrod", KNOWN)).contains("word");
        assertThat(NearestName.slip("ip", KNOWN)).contains("id");
    }

    @Test
    void saysNothingOfOtherWords() {
        assertThat(NearestName.slip("grouping", KNOWN)).isEmpty();
        assertThat(NearestName.slip("list", KNOWN)).isEmpty();
        assertThat(NearestName.slip("word", List.of())).isEmpty();
    }
}
