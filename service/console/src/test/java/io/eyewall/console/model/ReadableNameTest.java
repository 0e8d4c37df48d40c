package io.eyewall.console.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ReadableNameTest {
    @Test
    void knowsTridentByItsCoordinator() {
        assertThat(ReadableName.isTrident(List.of("b-0", "$mastercoord-bg0"))).isTrue();
        assertThat(ReadableName.isTrident(List.of("b-0", "spout-lines"))).isFalse();
    }

    @Test
    void leavesOthersNamesAlone() {
        assertThat(ReadableName.of("b-1-count", false)).isEqualTo("b-1-count");
        assertThat(ReadableName.of("spout-lines", false)).isEqualTo("spout-lines");
        assertThat(ReadableName.of("mine", true)).isEqualTo("mine");
    }

    @Test
    void translatesThoseOfTrident() {
        assertThat(ReadableName.of("$mastercoord-bg0", true)).isEqualTo("batches of bg0");
        assertThat(ReadableName.of("$spoutcoord-spout-lines", true))
                .isEqualTo("coordinator of lines");
        assertThat(ReadableName.of("spout-lines", true)).isEqualTo("lines");
        assertThat(ReadableName.of("b-0", true)).isEqualTo("operations 0");
        assertThat(ReadableName.of("b-1-split-count", true)).isEqualTo("split \u00b7 count");
    }
}
