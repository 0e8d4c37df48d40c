package io.eyewall.console.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.trace.Trace;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** How much of traces is remembered. */
class RecentTracesTest {
    private final RecentTraces kept = new RecentTraces();

    @Test
    void theOldestAreForgotten() {
        LongStream.rangeClosed(1, 150).forEach(n -> kept.put(TestTraces.of(n, 1, "[a]", true)));

        assertThat(kept.all()).hasSize(RecentTraces.MAX_TRACES);
        assertThat(kept.all()).extracting(Trace::number).startsWith(51L).endsWith(150L);
    }

    @Test
    void largeOnesAreFewer() {
        LongStream.rangeClosed(1, 10).forEach(n -> kept.put(TestTraces.largest(n)));

        assertThat(kept.all()).extracting(Trace::number).containsExactly(10L);
    }

    @Test
    void oneThatHasGoneOnKeepsItsPlace() {
        Trace early = TestTraces.of(1, 1, "[a]", false);
        Trace late = TestTraces.of(1, 1, "[a]", true);
        assertThat(kept.put(early)).isTrue();
        assertThat(kept.put(early)).isFalse();
        kept.put(TestTraces.of(2, 1, "[b]", true));

        assertThat(kept.put(late)).isTrue();
        assertThat(kept.all()).extracting(Trace::number).containsExactly(1L, 2L);
        assertThat(kept.get(late.id())).isEqualTo(late);
        assertThat(kept.get("nobody")).isNull();
    }
}
