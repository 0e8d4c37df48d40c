package io.eyewall.model.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.eyewall.model.routing.Routing;
import io.eyewall.model.topology.HeapUse;
import io.eyewall.model.whatif.Prediction;
import io.eyewall.model.whatif.Setting;
import java.util.List;
import org.junit.jupiter.api.Test;

class CalibratorTest {
    private static final double IN_NS = 800;
    private static final double OUT_NS = 3_000;
    private static final double CROSSING_NS = 110;

    private static Recording recording(List<Recording.Window> windows, int places) {
        return new Recording(
                Recording.VERSION,
                "t",
                false,
                0,
                false,
                false,
                List.of(
                        new Recording.Component("in", true, 1, 1, false),
                        new Recording.Component("out", false, 2, 1, false)),
                List.of(new Recording.Subscription("in", "out", Routing.Kind.FIELDS)),
                places == 1 ? List.of("core-0") : List.of("core-0", "core-1"),
                windows);
    }

    /** User code looks a third cheaper than it is with the engine's part. */
    private static Recording.Window window(long in, long out, int outPlace, int places) {
        double inNs = in * IN_NS + (outPlace == 0 ? 0 : out * CROSSING_NS);
        double outNs = out * OUT_NS + (outPlace == 0 ? 0 : out * CROSSING_NS);
        return new Recording.Window(
                1,
                List.of(
                        new Recording.Executor("in", 1, 1, 0, in, in * IN_NS * 0.7),
                        new Recording.Executor("out", 2, 2, outPlace, out, out * OUT_NS * 0.7)),
                List.of(new Recording.Flow(1, 2, out, 0)),
                places == 1
                        ? List.of(inNs + outNs)
                        : outPlace == 0 ? List.of(inNs + outNs, 0.0) : List.of(inNs, outNs),
                new Recording.Latencies(0, 0, 0));
    }

    @Test
    void findsCostsBehindSampledTimesThatAreTooSmall() {
        Recording recording =
                recording(
                        List.of(
                                window(300_000, 300_000, 1, 2),
                                window(100_000, 300_000, 1, 2),
                                window(250_000, 250_000, 0, 2)),
                        2);

        Calibration found = Calibrator.calibrate(recording, MachineConstants.ASSUMED);

        assertThat(found.estimate("in").ns()).isCloseTo(IN_NS, within(0.05 * IN_NS));
        assertThat(found.estimate("out").ns()).isCloseTo(OUT_NS, within(0.03 * OUT_NS));
        assertThat(found.estimates().subList(0, 2)).allMatch(Estimate::identified);
        assertThat(found.topology().edges().get(0).perInput())
                .isCloseTo(850_000 / 650_000.0, within(1e-9));
    }

    @Test
    void doesNotIdentifyTheCrossingOnOneCore() {
        Recording recording = recording(List.of(window(100_000, 100_000, 0, 1)), 1);

        Calibration found = Calibrator.calibrate(recording, MachineConstants.ASSUMED);

        Estimate crossing = found.estimate(Calibration.CROSSING);
        assertThat(crossing.identified()).isFalse();
        assertThat(crossing.ns()).isEqualTo(60);
        assertThat(crossing.experiment()).contains("eyewall calibrate").contains("two cores");
        // The sum is known well, whatever is its split.
        assertThat(found.estimate("in").ns() + found.estimate("out").ns())
                .isCloseTo(IN_NS + OUT_NS, within(0.02 * (IN_NS + OUT_NS)));
        assertThat(found.topology().edges().get(0).routing().isSkewUnknown()).isTrue();
    }

    private static Recording.Window with(Recording.Window one, Recording.Heap heap) {
        return new Recording.Window(
                one.seconds(), one.executors(), one.flows(), one.busyNs(), one.latency(), heap);
    }

    @Test
    void findsWhatARootTupleAllocatesAndWhatACollectionTakes() {
        Recording.Window window = window(100_000, 100_000, 0, 1);
        Recording recording =
                recording(
                        List.of(
                                with(window, new Recording.Heap(2e8, 1, 3e6, 5e7, 1e9)),
                                with(window, Recording.Heap.UNKNOWN),
                                with(window, new Recording.Heap(1e8, 2, 3e6, 6e7, 1e9))),
                        1);

        HeapUse heap = Calibrator.calibrate(recording, MachineConstants.ASSUMED).topology().heap();

        assertThat(heap).isEqualTo(new HeapUse(1_500, 6e7, 1e9, 1e8, 2e6));
        assertThat(heap.allocatedPerSec(200_000)).isEqualTo(3e8);
        assertThat(heap.collectionsPerSec(200_000)).isEqualTo(3);
        assertThat(heap.stoppedPart(200_000)).isEqualTo(0.006);
        assertThat(heap.neededBytes()).isEqualTo(1.6e8);
    }

    @Test
    void heapUseIsUnknownIfNotRecorded() {
        Recording recording = recording(List.of(window(100_000, 100_000, 0, 1)), 1);

        HeapUse heap = Calibrator.calibrate(recording, MachineConstants.ASSUMED).topology().heap();

        assertThat(heap.measured()).isFalse();
        assertThat(heap.collectionsPerSec(1_000)).isZero();
    }

    @Test
    void aComponentWithoutTuplesIsNotIdentified() {
        Recording recording = recording(List.of(window(100_000, 10, 1, 2)), 2);

        Estimate out = Calibrator.calibrate(recording, MachineConstants.ASSUMED).estimate("out");

        assertThat(out.identified()).isFalse();
        assertThat(out.experiment()).isEqualTo("record the topology while 'out' receives tuples");
        assertThatThrownBy(
                        () ->
                                Calibrator.calibrate(
                                        recording(List.of(), 1), MachineConstants.ASSUMED))
                .hasMessageContaining("nothing was measured");
    }

    /** Tasks 1, 2 and 3, 4, by keys both. */
    private static Routing.Kind kindOf(Recording.Flow... flows) {
        Recording recording =
                new Recording(
                        Recording.VERSION,
                        "keys",
                        false,
                        0,
                        false,
                        false,
                        List.of(
                                new Recording.Component("in", true, 1, 2, false),
                                new Recording.Component("out", false, 3, 2, false)),
                        List.of(new Recording.Subscription("in", "out", Routing.Kind.FIELDS)),
                        List.of("core-0"),
                        List.of(
                                new Recording.Window(
                                        1,
                                        List.of(
                                                new Recording.Executor("in", 1, 2, 0, 2_000, 1e6),
                                                new Recording.Executor("out", 3, 4, 0, 2_000, 1e6)),
                                        List.of(flows),
                                        List.of(3e6),
                                        new Recording.Latencies(0, 0, 0))));
        return Calibrator.calibrate(recording, MachineConstants.ASSUMED)
                .topology()
                .edges()
                .get(0)
                .routing()
                .kind();
    }

    @Test
    void recognizesTheSameKeyByTheTasksOfTheFlows() {
        Recording.Flow first = new Recording.Flow(1, 3, 900, 0);
        Recording.Flow second = new Recording.Flow(2, 4, 1_100, 0);

        assertThat(kindOf(first, second)).isEqualTo(Routing.Kind.SAME_KEY);
        assertThat(kindOf(first, second, new Recording.Flow(1, 4, 1, 0)))
                .isEqualTo(Routing.Kind.FIELDS);
        assertThat(kindOf(new Recording.Flow(1, 3, 9, 0)))
                .as("too few to tell")
                .isEqualTo(Routing.Kind.FIELDS);
    }

    @Test
    void costsAreNeverNegative() {
        LeastSquares squares = new LeastSquares(new double[] {1, 1}, new double[] {1, 1});
        squares.observe(new double[] {1, 1}, 1, 0.01);
        squares.observe(new double[] {1, 2}, 0.5, 0.01);

        double[] x = squares.solve();

        assertThat(x[1]).isZero();
        assertThat(x[0]).isCloseTo(0.75, within(0.01));
        assertThat(squares.covariance()[0][0]).isPositive();
    }

    @Test
    void predictsTheMeasuredRateAtTheMeasuredPlaces() {
        // Sources that have more than the second core takes: that is full, wherever others start.
        Recording recording = recording(List.of(window(321_000, 321_000, 1, 2)), 2);
        Calibration found = Calibrator.calibrate(recording, MachineConstants.ASSUMED);
        Setting setting = Setting.engine(2, MachineConstants.ASSUMED, found.crossingNs());

        Prediction prediction =
                Prediction.of(found, found.topology(), setting, Double.POSITIVE_INFINITY);

        assertThat(prediction.bottleneck()).isEqualTo("core-1");
        assertThat(prediction.maxPerSec()).isCloseTo(321_543, within(0.03 * 321_543));
        assertThat(
                        Prediction.of(
                                        found.topology(),
                                        setting.withoutMoves(),
                                        Double.POSITIVE_INFINITY)
                                .bottleneck())
                .isEqualTo("core-0");
    }
}
