package io.eyewall.engine.adaptation;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.placement.advice.Advice;
import io.eyewall.placement.affinity.AffinityAlgorithm;
import io.eyewall.placement.algorithm.Parameters;
import io.eyewall.placement.load.ExecutorId;
import io.eyewall.placement.load.Snapshot;
import io.eyewall.placement.place.CostTree;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Two executors on two full cores, which send each other many tuples, as in the scenario w1-p2. */
class CrowdingPlanTest {
    private static final Duration PERIOD = Duration.ofSeconds(1);
    private static final CostTree TREE = CoreTree.flat(2);
    private static final ExecutorId ONE = new ExecutorId("t", "c", 1, 1);
    private static final ExecutorId OTHER = new ExecutorId("t", "c", 2, 2);

    private static CounterSnapshot reading(double seconds, double ownShare, long sentPerSec) {
        long ns = (long) (seconds * 1e9);
        long sent = (long) (sentPerSec * seconds);
        return new CounterSnapshot(
                ns,
                List.of(ns, ns),
                List.of(
                        counters(ONE, 0, ownShare * ns, Map.of(OTHER, sent)),
                        counters(OTHER, 1, ownShare * ns, Map.of(ONE, sent))));
    }

    private static ExecutorCounters counters(
            ExecutorId id, int core, double callNs, Map<ExecutorId, Long> sent) {
        return new ExecutorCounters(id, core, false, false, callNs, Map.of(), Map.of(), sent);
    }

    private static Advice advise(double ownShare, long sentPerSec) {
        CounterSnapshot before = reading(1, ownShare, sentPerSec);
        CounterSnapshot now = reading(2, ownShare, sentPerSec);
        Snapshot window = LoadMeter.measure(TREE, before, now).orElseThrow().snapshot();
        AffinityAlgorithm affinity = new AffinityAlgorithm();
        Advice advice =
                new CoreAdviser(TREE)
                        .advise(
                                affinity,
                                new Parameters(affinity, Map.of()),
                                PERIOD,
                                window,
                                0,
                                now);
        assertThat(advice.verdict()).isEqualTo(Advice.Verdict.ADOPT_AT_ONCE);
        return LivePlacement.refuseIfItCrowds(advice, window, now.places());
    }

    @Test
    void refusesMoreWorkForACoreThanItCanDo() {
        Advice advice = advise(0.9, 6_000_000);

        assertThat(advice.plan().moves()).hasSize(1);
        assertThat(advice.verdict()).isEqualTo(Advice.Verdict.KEEP);
        assertThat(advice.reason()).contains("more work for another core than it can do");
    }

    @Test
    void takesOneCoreForWhatFitsIt() {
        assertThat(advise(0.2, 6_000_000).verdict()).isEqualTo(Advice.Verdict.ADOPT_AT_ONCE);
    }
}
