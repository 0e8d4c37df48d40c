package io.eyewall.console.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.console.memory.TestTraces;
import io.eyewall.engine.trace.Trace;
import io.eyewall.engine.trace.TraceLease;
import io.eyewall.engine.trace.TraceQuery;
import io.eyewall.engine.trace.TraceReport;
import io.eyewall.engine.trace.TraceSettings;
import io.eyewall.engine.trace.Traces;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Messages are traced as long as somebody looks, and what is traced is got. */
class TraceReaderTest {
    private static final long SECOND_NS = 1_000_000_000L;

    private long nowNs = Long.MAX_VALUE - 5 * SECOND_NS; // System.nanoTime may be anything
    private final TraceCache shelf = new TraceCache(() -> nowNs);
    private final TraceReader reader = new TraceReader(shelf, () -> nowNs);
    private final Topology topology = new Topology();

    /** One whose traces are as is said. */
    private static final class Topology implements Traces {
        private final NavigableMap<Long, Trace> traces = new TreeMap<>();
        private final List<TraceLease> leases = new ArrayList<>();
        private final List<TraceQuery> queries = new ArrayList<>();
        private @Nullable String refusal;

        void has(Trace trace) {
            traces.put(trace.number(), trace);
        }

        @Override
        public void set(TraceSettings settings) {
            throw new AssertionError("changes what people have set");
        }

        @Override
        public void lease(TraceLease lease) {
            if (refusal != null) {
                throw new IllegalStateException(refusal);
            }
            leases.add(lease);
        }

        boolean isTraced() {
            return !leases.isEmpty() && !leases.get(leases.size() - 1).limit().isZero();
        }

        @Override
        public TraceReport report(TraceQuery query) {
            queries.add(query);
            List<Trace> later = List.copyOf(traces.tailMap(query.after(), false).values());
            List<Trace> page = later.subList(0, Math.min(query.most(), later.size()));
            return new TraceReport(
                    new TraceSettings(0, 100),
                    isTraced() ? 1 : 0,
                    traces.isEmpty() ? 0 : traces.lastKey(),
                    0,
                    page,
                    page.size() < later.size());
        }
    }

    private boolean look() {
        return reader.poll(() -> topology, 1);
    }

    private void pass(Duration time) {
        nowNs += time.toNanos();
    }

    @Test
    void nobodyLooksNobodyIsAsked() {
        assertThat(look()).isFalse();
        assertThat(topology.queries).isEmpty();
        assertThat(topology.leases).isEmpty();
    }

    @Test
    void tracingGoesOnUntilTheLastOneHasGone() {
        shelf.want();
        look();
        pass(Duration.ofSeconds(6));
        shelf.want(); // another page; the first says nothing any more
        for (int second = 0; second < 9; second++) {
            look();
            pass(Duration.ofSeconds(1));
            assertThat(topology.isTraced()).isTrue();
        }
        pass(Duration.ofSeconds(1));
        assertThat(look()).isTrue();
        assertThat(topology.isTraced()).isFalse();
        assertThat(topology.leases).extracting(TraceLease::holder).containsOnly(holder());
        int asked = topology.queries.size();
        assertThat(look()).isFalse();
        assertThat(topology.queries).hasSize(asked);
    }

    private String holder() {
        return topology.leases.get(0).holder();
    }

    @Test
    void aLeaseIsRenewedBeforeItEnds() {
        shelf.want();
        for (int second = 0; second < 20; second++) {
            shelf.want();
            look();
            pass(Duration.ofSeconds(1));
        }
        assertThat(topology.leases).hasSizeBetween(6, 8);
        assertThat(topology.leases)
                .extracting(TraceLease::limit)
                .containsOnly(Duration.ofSeconds(10));
    }

    @Test
    void twoConsolesHaveTwoLeases() {
        TraceCache otherShelf = new TraceCache(() -> nowNs);
        TraceReader other = new TraceReader(otherShelf, () -> nowNs);
        shelf.want();
        otherShelf.want();
        look();
        other.poll(() -> topology, 1);

        assertThat(topology.leases).extracting(TraceLease::holder).doesNotHaveDuplicates();
    }

    @Test
    void aTraceIsReadUntilItHasSettled() {
        shelf.want();
        topology.has(TestTraces.of(1, 1, "[a]", false));
        topology.has(TestTraces.of(2, 1, "[b]", true));
        assertThat(look()).isTrue();
        assertThat(look()).as("nothing is new").isFalse();

        Trace settled = TestTraces.of(1, 1, "[a]", true);
        topology.has(settled);
        assertThat(look()).isTrue();
        assertThat(shelf.get(settled.id())).isEqualTo(settled);
        topology.queries.clear();
        look();
        assertThat(topology.queries).extracting(TraceQuery::after).endsWith(2L);
    }

    @Test
    void onlyTheLatestAreRead() {
        shelf.want();
        for (int number = 1; number <= 250; number++) {
            topology.has(TestTraces.of(number, 1, "[a]", true));
        }
        look();
        assertThat(shelf.all()).extracting(Trace::number).startsWith(151L).endsWith(250L);
    }

    @Test
    void aTopologyThatBeginsAgainCountsFromOne() {
        shelf.want();
        topology.has(TestTraces.of(40, 1, "[a]", true));
        look();
        topology.traces.clear();
        Trace first = TestTraces.of(1, 1, "[b]", true);
        topology.has(first);
        look();

        assertThat(shelf.get(first.id())).isEqualTo(first);
        assertThat(shelf.all()).hasSize(2);
    }

    @Test
    void whatIsRefusedIsSaidAndWhatOthersHaveTracedIsShown() {
        shelf.want();
        topology.refusal = "32 others look already";
        topology.has(TestTraces.of(1, 1, "[a]", true));

        assertThat(look()).isTrue();
        assertThat(shelf.event().data()).contains("32 others look already");
        assertThat(shelf.all()).hasSize(1);
        topology.refusal = null;
        assertThat(look()).isTrue();
        assertThat(shelf.event().data()).contains("\"trouble\":null").contains("\"every\":1");
    }

    @Test
    void aProcessThatIsGoneIsTrouble() {
        shelf.want();
        boolean news =
                reader.poll(
                        () -> {
                            throw new IllegalStateException("gone");
                        },
                        1);

        assertThat(news).isTrue();
        assertThat(shelf.event().data()).contains("gone").contains("\"every\":0");
    }
}
