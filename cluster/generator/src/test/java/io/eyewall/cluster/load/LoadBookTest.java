package io.eyewall.cluster.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.eyewall.placement.load.ExecutorId;
import io.eyewall.placement.load.ExecutorLoad;
import io.eyewall.placement.load.Snapshot;
import io.eyewall.placement.load.Traffic;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LoadBookTest {
    private static final ExecutorId SPOUT = new ExecutorId("t", "spout", 1, 1);
    private static final ExecutorId BOLT = new ExecutorId("t", "bolt", 2, 3);

    private long nowMs = 1_000_000;
    private final LoadBook book = new LoadBook(() -> Instant.ofEpochMilli(nowMs));

    private ReportResult take(Reports report, long sequence) {
        return book.addReport(report.report(sequence));
    }

    private static Reports spout(String run, long startMs, double cores, long tuples) {
        Reports report = Reports.of("t", "n1", run, startMs).executor("spout", 1, 1, cores);
        return tuples == 0 ? report : report.sent(1, 2, tuples).sent(1, 3, tuples);
    }

    private static Reports bolt(String run, long startMs, double cores) {
        return Reports.of("t", "n2", run, startMs).executor("bolt", 2, 3, cores);
    }

    private double cores(ExecutorId id) {
        return book.snapshot(List.of("t")).executors().stream()
                .filter(load -> load.executor().equals(id))
                .mapToDouble(ExecutorLoad::cores)
                .sum();
    }

    private void period() {
        nowMs += 20_000;
    }

    @Test
    void joinsWhatTwoWorkersReport() {
        assertThat(take(spout("a", 1, 0.5, 100), 1)).isEqualTo(ReportResult.COUNTED);
        assertThat(book.snapshot(List.of("t")).traffic()).isEmpty(); // the receiver is unknown
        assertThat(book.staleness("t").unknownReceivers()).containsExactly(2, 3);
        assertThat(take(bolt("b", 1, 0.25), 1)).isEqualTo(ReportResult.COUNTED);

        assertThat(book.snapshot(List.of("t", "other")))
                .isEqualTo(
                        new Snapshot(
                                List.of(
                                        new ExecutorLoad(SPOUT, 0.5, 0),
                                        new ExecutorLoad(BOLT, 0.25, 0)),
                                List.of(new Traffic(SPOUT, BOLT, 10, 100))));
        assertThat(book.staleness("t").isFresh()).isTrue();
        assertThat(book.tuplesPerSec("t")).isEqualTo(Map.of(SPOUT, 10.0, BOLT, 10.0));
    }

    @Test
    void knowsWhatTheProcessesOfWorkersUseWhileTheyReport() {
        take(spout("a", 1, 0.1, 100), 1);
        take(bolt("b", 1, 0.1), 1);
        assertThat(book.workerCores(List.of("t"))).isEqualTo(Map.of("n1", 0.5, "n2", 0.5));
        assertThat(book.workerCores(List.of("other"))).isEmpty();
        nowMs += 50_001;
        take(bolt("b", 1, 0.1), 2);
        assertThat(book.workerCores(List.of("t"))).isEqualTo(Map.of("n2", 0.5));
    }

    @Test
    void averagesAsTStormDoes() {
        take(bolt("b", 1, 0.1), 1);
        take(spout("a", 1, 0.4, 100), 1);
        take(spout("a", 1, 0.8, 300), 2);
        assertThat(cores(SPOUT)).isCloseTo(0.6, within(1e-9));
        assertThat(book.snapshot(List.of("t")).traffic().get(0).tuplesPerSec())
                .isCloseTo(20, within(1e-9));
        take(spout("a", 1, 0, 0), 3); // the average of ended traffic decays
        assertThat(book.snapshot(List.of("t")).traffic().get(0).tuplesPerSec())
                .isCloseTo(10, within(1e-9));
        for (int sequence = 4; sequence < 40; sequence++) {
            take(spout("a", 1, 0, 0), sequence);
        }
        assertThat(book.snapshot(List.of("t")).traffic()).isEmpty();
    }

    @Test
    void countsNothingTwiceAndNothingLate() {
        take(spout("a", 1, 0.4, 100), 1);
        assertThat(take(spout("a", 1, 0.8, 100), 1)).isEqualTo(ReportResult.REPEATED);
        assertThat(take(spout("a", 1, 0.8, 100), 4)).isEqualTo(ReportResult.COUNTED);
        assertThat(take(spout("a", 1, 9, 100), 3)).isEqualTo(ReportResult.REPEATED);
        assertThat(cores(SPOUT)).isCloseTo(0.6, within(1e-9));
        assertThat(book.staleness("t").missedReports()).isEqualTo(2);
    }

    @Test
    void followsTheWorkerThatWasStartedLast() {
        take(spout("old", 100, 0.4, 0), 7);
        assertThat(take(spout("new", 200, 0.8, 0), 1)).isEqualTo(ReportResult.COUNTED);
        assertThat(cores(SPOUT)).isCloseTo(0.6, within(1e-9)); // its average continues
        assertThat(take(spout("old", 100, 0.4, 0), 8)).isEqualTo(ReportResult.SUPERSEDED);
        assertThat(cores(SPOUT)).isCloseTo(0.6, within(1e-9));
        assertThat(take(spout("new", 200, 0.6, 0), 2)).isEqualTo(ReportResult.COUNTED);
        assertThat(book.staleness("t").missedReports()).isZero();
    }

    /** If a host's clock is wrong, its reports count after some periods nevertheless. */
    @Test
    void aSilentRunGivesWayToAny() {
        take(spout("a", 1_000_000, 0.4, 0), 1);
        assertThat(take(spout("b", 1, 0.8, 0), 1)).isEqualTo(ReportResult.SUPERSEDED);
        nowMs += 50_001;
        assertThat(take(spout("b", 1, 0.8, 0), 2)).isEqualTo(ReportResult.COUNTED);
        assertThat(take(spout("a", 1_000_000, 0.4, 0), 2)).isEqualTo(ReportResult.COUNTED);
    }

    @Test
    void otherExecutorsOfTheSameTasksReplaceThem() {
        take(bolt("old", 1, 0.4), 1);
        Reports split =
                Reports.of("t", "n2", "new", 2)
                        .executor("bolt", 2, 2, 0.1)
                        .executor("bolt", 3, 3, 0.1);
        assertThat(take(split, 1)).isEqualTo(ReportResult.COUNTED);
        assertThat(take(bolt("old", 1, 0.4), 2)).isEqualTo(ReportResult.SUPERSEDED);
        assertThat(book.snapshot(List.of("t")).executorIds())
                .containsExactly(
                        new ExecutorId("t", "bolt", 2, 2), new ExecutorId("t", "bolt", 3, 3));
    }

    @Test
    void tellsWhoIsSilent() {
        take(spout("a", 1, 0.4, 0), 1);
        take(bolt("b", 1, 0.4), 1);
        for (int sequence = 2; sequence < 5; sequence++) {
            period();
            take(spout("a", 1, 0.4, 0), sequence);
        }
        Staleness staleness = book.staleness("t");
        assertThat(staleness.silent()).containsExactly(BOLT);
        assertThat(staleness.newestAgeMs()).isZero();
        assertThat(cores(BOLT)).isEqualTo(0.4); // the last that is known
        assertThat(book.nodeCores().get("n2"))
                .isEqualTo(new NodeLoad("host-n2", 1.5, 0, 4, 60_000));
        assertThat(book.nodeCores().get("n1")).isEqualTo(new NodeLoad("host-n1", 1.5, 0.4, 4, 0));
        assertThat(book.staleness("never").isFresh()).isFalse();
    }

    @Test
    void forgetsWhatIsGoneAndSaysSoToTheStore() {
        take(spout("a", 1, 0.4, 0), 1);
        book.takeChanges(100);
        book.retain(Set.of("other"), Set.of());
        assertThat(book.topologies()).isEmpty();
        assertThat(book.nodeCores()).isEmpty();
        LoadBook.Changes changes = book.takeChanges(100);
        assertThat(changes.executors().values()).hasSize(1).allMatch(row -> row.isEmpty());
        assertThat(changes.nodes()).extracting(NodeRow::processors).containsExactly(0);
    }

    @Test
    void hasRoomForSoManyTopologies() {
        for (int i = 0; i < LoadBook.MAX_TOPOLOGIES; i++) {
            book.addReport(Reports.of("t" + i, "n", "r", 1).report(1));
        }
        assertThat(take(spout("a", 1, 0.4, 0), 1)).isEqualTo(ReportResult.FULL);
    }
}
