package io.eyewall.model.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.eyewall.model.routing.Routing;
import io.eyewall.model.whatif.Prediction;
import io.eyewall.model.whatif.Setting;
import java.util.List;
import org.junit.jupiter.api.Test;

class ThreadObservationsTest {
    private static final double IN_NS = 20_000;
    private static final double OUT_NS = 50_000;

    /** Of the usual prices; at each end, of a tuple without bytes. */
    private static final double DEARER = 1.5;

    private static final double IN_WORKER_NS = DEARER * 250;
    private static final double BETWEEN_NODES_NS = DEARER * 3_200;

    private static Recording recording(List<String> places, Recording.Window... windows) {
        return new Recording(
                Recording.VERSION,
                "t",
                true,
                100,
                true,
                false,
                List.of(
                        new Recording.Component("in", true, 1, 1, false),
                        new Recording.Component("out", false, 2, 2, false)),
                List.of(new Recording.Subscription("in", "out", Routing.Kind.SHUFFLE)),
                places,
                List.of(windows));
    }

    /** A spout that sends as much to each of two bolts; at which places these are. */
    private static Recording.Window window(long tuples, int one, int other, int places) {
        double oneWay = one == 0 ? IN_WORKER_NS : BETWEEN_NODES_NS;
        double otherWay = other == 0 ? IN_WORKER_NS : BETWEEN_NODES_NS;
        double half = tuples / 2.0;
        return new Recording.Window(
                20,
                List.of(
                        new Recording.Executor(
                                "in",
                                1,
                                1,
                                0,
                                tuples,
                                tuples * IN_NS + half * oneWay + half * otherWay),
                        new Recording.Executor(
                                "out", 2, 2, one, tuples / 2, half * (OUT_NS + oneWay)),
                        new Recording.Executor(
                                "out", 3, 3, other, tuples / 2, half * (OUT_NS + otherWay))),
                List.of(
                        new Recording.Flow(1, 2, tuples / 2, 0),
                        new Recording.Flow(1, 3, tuples / 2, 0)),
                List.of(0.0, 0.0).subList(0, places),
                new Recording.Latencies(tuples, 3e6, 0));
    }

    @Test
    void separatesCrossingFromServiceCostIfOneExecutorIsRemote() {
        Recording recording =
                recording(List.of("a:1", "b:1"), window(200_000, 0, 1, 2), window(90_000, 0, 1, 2));

        Calibration found = Calibrator.calibrate(recording, MachineConstants.ASSUMED);

        assertThat(found.estimates()).allMatch(Estimate::identified);
        assertThat(found.estimate("in").ns()).isCloseTo(IN_NS, within(0.03 * IN_NS));
        assertThat(found.estimate("out").ns()).isCloseTo(OUT_NS, within(0.03 * OUT_NS));
        assertThat(found.crossingNs()).isCloseTo(BETWEEN_NODES_NS, within(0.2 * BETWEEN_NODES_NS));
    }

    @Test
    void predictsForTheSameNodesWhatWasMeasured() {
        // Out has 50 us a tuple, and there are two: 25 us; in has 20 and is not full.
        Recording recording =
                recording(
                        List.of("a:1", "b:1"), window(400_000, 0, 1, 2), window(390_000, 0, 1, 2));
        Calibration found = Calibrator.calibrate(recording, MachineConstants.ASSUMED);

        Setting nodes =
                Setting.storm(
                        List.of(new Setting.Node("a", 4, 1, 1e9), new Setting.Node("b", 4, 1, 1e9)),
                        found.crossingNs());
        Prediction prediction =
                Prediction.of(found, found.topology(), nodes, Double.POSITIVE_INFINITY);

        assertThat(prediction.bottleneck()).contains("out");
        double most = 2e9 / (OUT_NS + BETWEEN_NODES_NS);
        assertThat(prediction.maxPerSec()).isCloseTo(most, within(0.05 * most));
    }

    @Test
    void doesNotIdentifyTheCrossingInOneWorker() {
        Recording recording = recording(List.of("a:1"), window(200_000, 0, 0, 1));

        Calibration found = Calibrator.calibrate(recording, MachineConstants.ASSUMED);

        Estimate crossing = found.estimate(Calibration.CROSSING);
        assertThat(crossing.identified()).isFalse();
        assertThat(crossing.experiment()).contains("on another");
        assertThat(found.estimate("out").identified()).isTrue();
    }

    @Test
    void placesOfAClusterNameTheirNode() {
        assertThatThrownBy(() -> recording(List.of("a"), window(10, 0, 0, 1)))
                .hasMessageContaining("place 'a', expected NODE:WORKER");
    }
}
