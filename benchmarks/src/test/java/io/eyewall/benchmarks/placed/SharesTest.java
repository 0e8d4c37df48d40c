package io.eyewall.benchmarks.placed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SharesTest {
    @Test
    void everyStreamGetsItsShareOfAnyHundred() {
        Shares shares = new Shares(List.of(0.55, 0.15, 0.3));

        List<Integer> first = IntStream.range(0, 100).mapToObj(i -> shares.next()).toList();

        assertThat(first.stream().filter(stream -> stream == 0).count()).isBetween(54L, 56L);
        assertThat(first.stream().filter(stream -> stream == 1).count()).isBetween(14L, 16L);
        assertThat(first.stream().filter(stream -> stream == 2).count()).isBetween(29L, 31L);
    }

    @Test
    void sharesAddUpToOne() {
        assertThatThrownBy(() -> Feed.full(0.5, 0.4)).hasMessageContaining("must sum up to 1");
    }
}
