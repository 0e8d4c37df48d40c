package io.eyewall.control.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.eyewall.engine.metrics.HeapMetrics;
import io.eyewall.engine.metrics.LatencySnapshot;
import io.eyewall.engine.metrics.TopologyMetrics;
import io.eyewall.model.calibration.Recording;
import io.eyewall.model.routing.Routing;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecorderTest {
    private static final long SECOND_NS = 1_000_000_000;

    private final Counters counters = new Counters();

    @Test
    void describesTheTopologyBeforeAnythingWasMeasured() {
        Recording recording = new Recorder(counters.plan()).recording();

        assertThat(recording.topology()).isEqualTo("words");
        assertThat(recording.acked()).isFalse();
        assertThat(recording.windows()).isEmpty();
        assertThat(recording.components())
                .extracting(Recording.Component::id)
                .containsExactlyInAnyOrder(Counters.SPOUT, Counters.BOLT);
        assertThat(recording.groupings())
                .containsExactly(
                        new Recording.Subscription(
                                Counters.SPOUT, Counters.BOLT, Routing.Kind.SHUFFLE));
    }

    @Test
    void aWindowHasWhatWasDoneBetweenTwoLooksOnly() {
        Recorder recorder = new Recorder(counters.plan());
        counters.emit(1_000_000, 500, 5_000);
        assertThat(recorder.add(0, counters.metrics())).isFalse();
        counters.emit(10_000, 1_000, 2_000);
        assertThat(recorder.add(2 * SECOND_NS, counters.metrics())).isTrue();

        Recording.Window window = recorder.recording().windows().get(0);
        assertThat(window.seconds()).isEqualTo(2);
        assertThat(window.flows()).singleElement().extracting(f -> f.tuples()).isEqualTo(10_000L);
        assertThat(window.busyNs()).containsExactly(3e7, 0.0);
    }

    @Test
    void recordsTheHeapOfAProcessThatRunsNothingElse() {
        Recorder recorder = new Recorder(counters.plan());
        recorder.add(0, counters.heap(new HeapMetrics(1_000, 2, 50, 70, 900)).metrics());
        recorder.add(SECOND_NS, counters.heap(new HeapMetrics(5_000, 3, 80, 60, 900)).metrics());
        recorder.add(2 * SECOND_NS, counters.heap(new HeapMetrics(10, 4, 80, 60, 900)).metrics());
        counters.besideOthers(1).heap(new HeapMetrics(20, 4, 80, 60, 900));
        recorder.add(3 * SECOND_NS, counters.metrics());

        assertThat(recorder.recording().windows())
                .extracting(Recording.Window::heap)
                .containsExactly(
                        new Recording.Heap(4_000, 1, 30, 60, 900),
                        Recording.Heap.UNKNOWN, // a thread has ended that had allocated
                        Recording.Heap.UNKNOWN); // whose it is nobody knows
    }

    @Test
    void timeOfACalledBoltIsNotItsCallers() {
        Recorder recorder = new Recorder(counters.plan());
        recorder.add(0, counters.metrics());
        recorder.add(SECOND_NS, counters.emit(10_000, 1_000, 2_000).metrics());

        assertThat(recorder.recording().windows().get(0).executors())
                .extracting(Recording.Executor::component, Recording.Executor::ownNs)
                .containsExactlyInAnyOrder(tuple(Counters.SPOUT, 1e7), tuple(Counters.BOLT, 2e7));
    }

    @Test
    void whatABoltWaitsForOnItsThreadIsNeitherItsCoresNorItsCallers() {
        Recorder recorder = new Recorder(counters.plan());
        recorder.add(0, counters.boltOnThread(0).metrics());
        counters.emit(100, 1_000, 5_000_000).boltOnThread(700_000);
        recorder.add(SECOND_NS, counters.metrics());

        Recording.Window window = recorder.recording().windows().get(0);
        assertThat(window.executors())
                .extracting(Recording.Executor::component, Recording.Executor::ownNs)
                .containsExactlyInAnyOrder(tuple(Counters.SPOUT, 1e5), tuple(Counters.BOLT, 0.0));
        Recording.Executor bolt = window.executors().get(1);
        assertThat(bolt.threadNs()).isEqualTo(5e8);
        assertThat(bolt.threadCpuNs()).isEqualTo(7e5);
        assertThat(window.busyNs()).as("its core has the hand-over").containsExactly(1e5, 0.0);
    }

    @Test
    void timeInWhichABoltGotAThreadIsNoWindow() {
        Recorder recorder = new Recorder(counters.plan());
        recorder.add(0, counters.metrics());
        counters.emit(10, 1_000, 2_000).boltOnThread(0);
        assertThat(recorder.add(SECOND_NS, counters.metrics())).isFalse();
    }

    @Test
    void timeInWhichSomethingMovedIsNoWindow() {
        Recorder recorder = new Recorder(counters.plan());
        recorder.add(0, counters.metrics());
        counters.emit(10_000, 1_000, 2_000).moveBolt(1);
        assertThat(recorder.add(SECOND_NS, counters.metrics())).isFalse();
        counters.emit(10_000, 1_000, 2_000);
        assertThat(recorder.add(2 * SECOND_NS, counters.metrics())).isTrue();

        assertThat(recorder.windows()).isEqualTo(1);
        assertThat(recorder.recording().windows().get(0).busyNs()).containsExactly(1e7, 2e7);
    }

    @Test
    void whatIsSaidWithoutAProcessIsNoWindow() {
        TopologyMetrics nothing =
                new TopologyMetrics(
                        List.of(),
                        List.of(),
                        LatencySnapshot.EMPTY,
                        LatencySnapshot.EMPTY,
                        List.of());
        Recorder recorder = new Recorder(counters.plan());
        assertThat(recorder.add(0, nothing)).isFalse();
        assertThat(recorder.add(SECOND_NS, nothing)).as("it is starting").isFalse();
        recorder.add(2 * SECOND_NS, counters.metrics());
        assertThat(recorder.add(3 * SECOND_NS, counters.emit(7, 1, 1).metrics())).isTrue();
        assertThat(recorder.add(4 * SECOND_NS, nothing)).as("it starts anew").isFalse();
        assertThat(recorder.recording().windows()).hasSize(1);
    }

    @Test
    void aClockThatStoodStillMakesNoWindow() {
        Recorder recorder = new Recorder(counters.plan());
        recorder.add(5, counters.metrics());
        assertThat(recorder.add(5, counters.emit(10, 1, 1).metrics())).isFalse();
    }

    @Test
    void processorTimeIsUnknownWhereOtherTopologiesAre() {
        Recorder recorder = new Recorder(counters.plan());
        counters.besideOthers(1);
        recorder.add(0, counters.metrics());
        recorder.add(SECOND_NS, counters.emit(10_000, 1_000, 2_000).metrics());

        assertThat(recorder.recording().windows().get(0).busyNs()).containsExactly(3e7, -1.0);
    }

    @Test
    void keepsTheLastWindowsOnly() {
        Recorder recorder = new Recorder(counters.plan(), 2);
        for (int look = 0; look <= 5; look++) {
            recorder.add(look * SECOND_NS, counters.emit(look, 1_000, 2_000).metrics());
        }

        assertThat(recorder.recording().windows())
                .extracting(window -> window.flows().get(0).tuples())
                .containsExactly(4L, 5L);
    }

    @Test
    void seesThatMessagesAreAcked() {
        Recorder recorder = new Recorder(counters.plan());
        recorder.add(0, counters.metrics());
        recorder.add(SECOND_NS, counters.latency(2e6, 9_000_000).emit(100, 1, 1).metrics());

        Recording recording = recorder.recording();
        assertThat(recording.acked()).isTrue();
        assertThat(recording.windows().get(0).latency())
                .isEqualTo(new Recording.Latencies(1_000, 2e6, 9e6));
    }
}
