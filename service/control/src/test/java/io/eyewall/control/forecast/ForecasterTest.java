package io.eyewall.control.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Percentage.withPercentage;

import io.eyewall.control.recording.Counters;
import io.eyewall.control.recording.Recorder;
import io.eyewall.model.calibration.MachineConstants;
import io.eyewall.model.calibration.Recording;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ForecasterTest {
    private static final long SECOND_NS = 1_000_000_000;

    /** Three microseconds a tuple on one core: 333,333 of them a second at most. */
    private static final double MAX_PER_SEC = 1e9 / 3_000;

    private final Counters counters = new Counters();
    private long nowNs;

    private Forecaster forecaster(Optional<Recording> before) {
        return new Forecaster(counters.plan(), MachineConstants.ASSUMED, before);
    }

    private Optional<Forecast> look(Forecaster forecaster) {
        nowNs += SECOND_NS;
        forecaster.add(nowNs, counters.metrics());
        return forecaster.forecast();
    }

    private Optional<Forecast> look(Forecaster forecaster, long tuples, long spoutNs, long boltNs) {
        counters.emit(tuples, spoutNs, boltNs);
        return look(forecaster);
    }

    /** After so many looks as it wants. */
    private Forecaster taught() {
        Forecaster forecaster = forecaster(Optional.empty());
        look(forecaster);
        for (int second = 0; second < 5; second++) {
            assertThat(look(forecaster, 100_000, 1_000, 2_000)).isEmpty();
        }
        return forecaster;
    }

    private static Recording recorded() {
        Counters before = new Counters();
        Recorder recorder = new Recorder(before.plan());
        for (int second = 0; second < 5; second++) {
            recorder.add(second * SECOND_NS, before.emit(100_000, 1_000, 2_000).metrics());
        }
        return recorder.recording();
    }

    @Test
    void saysFromTheSixthWindowOnWhatWasToBeExpected() {
        Forecast forecast = look(taught(), 100_000, 1_000, 2_000).orElseThrow();

        assertThat(forecast.rootsPerSec()).isEqualTo(100_000);
        assertThat(forecast.maxPerSec()).isCloseTo(MAX_PER_SEC, withPercentage(5));
        assertThat(forecast.used()).isBetween(0.28, 0.32);
        assertThat(forecast.bottleneck()).isEqualTo("core-0");
        assertThat(forecast.cores().measured()).isEqualTo(0.3);
        assertThat(forecast.cores().predicted()).isCloseTo(0.3, withPercentage(5));
        assertThat(forecast.meanNs().measured()).isNegative();
        assertThat(forecast.drift()).isEmpty();
    }

    /**
     * It sleeps for 1.2 ms: no core is busy with that, and its thread takes 833 of them a second.
     */
    @Test
    void aBoltThatWaitsOnItsThreadKeepsNoCoreBusy() {
        counters.boltOnThread(0);
        Forecaster forecaster = forecaster(Optional.empty());
        look(forecaster);
        for (int second = 0; second < 5; second++) {
            look(forecaster, 800, 1_000, 1_200_000);
        }
        Forecast forecast = look(forecaster, 800, 1_000, 1_200_000).orElseThrow();

        assertThat(forecast.maxPerSec()).isCloseTo(1e9 / 1_200_000, withPercentage(1));
        assertThat(forecast.bottleneck()).startsWith("the thread of " + Counters.BOLT);
        assertThat(forecast.cores().measured()).isCloseTo(0.0008, withPercentage(1));
        assertThat(forecast.cores().predicted()).isCloseTo(0.0008, withPercentage(10));
        assertThat(forecast.drift()).isEmpty();
    }

    @Test
    void processorTimeThatGrewIsDrift() {
        Forecast forecast = look(taught(), 100_000, 1_000, 6_000).orElseThrow();

        assertThat(forecast.cores().measured()).isEqualTo(0.7);
        assertThat(forecast.cores().predicted()).isCloseTo(0.3, withPercentage(5));
        assertThat(forecast.drift()).containsExactly("processor time");
    }

    @Test
    void moreThanGetsThroughIsDrift() {
        Forecast forecast = look(taught(), 500_000, 500, 1_000).orElseThrow();

        assertThat(forecast.used()).isGreaterThan(1.1);
        assertThat(forecast.drift()).contains("rate");
    }

    @Test
    void latencyFarFromWhatWasPredictedIsDrift() {
        counters.latency(50e6, 80_000_000);
        Forecast forecast = look(taught(), 100_000, 1_000, 2_000).orElseThrow();

        assertThat(forecast.meanNs().measured()).isEqualTo(50e6);
        assertThat(forecast.meanNs().predicted()).isLessThan(10e6);
        assertThat(forecast.drift()).containsExactly("latency");
    }

    @Test
    void learnsAnewWhatHasChangedForGood() {
        Forecaster forecaster = taught();
        for (int second = 0; second < 20; second++) {
            look(forecaster, 100_000, 1_000, 6_000);
        }

        assertThat(look(forecaster, 100_000, 1_000, 6_000).orElseThrow().drift()).isEmpty();
    }

    @Test
    void aRecordingIsNotForgotten() {
        Forecaster forecaster = forecaster(Optional.of(recorded()));
        look(forecaster);
        for (int second = 0; second < 30; second++) {
            Forecast forecast = look(forecaster, 100_000, 1_000, 6_000).orElseThrow();
            assertThat(forecast.drift()).containsExactly("processor time");
        }
    }

    @Test
    void followsAnExecutorToItsNewCore() {
        Forecaster forecaster = taught();
        counters.moveBolt(1);
        assertThat(look(forecaster, 100_000, 1_000, 2_000)).isEmpty();
        Forecast forecast = look(forecaster, 100_000, 1_000, 2_000).orElseThrow();

        assertThat(forecast.bottleneck()).isEqualTo("core-1");
        assertThat(forecast.maxPerSec()).isLessThan(500_000).isGreaterThan(MAX_PER_SEC);
    }

    @Test
    void saysNothingWhileNothingIsDone() {
        Forecaster forecaster = forecaster(Optional.empty());
        for (int second = 0; second < 10; second++) {
            assertThat(look(forecaster)).isEmpty();
        }
        Forecaster taught = taught();
        assertThat(look(taught)).isEmpty();
    }

    @Test
    void besideOtherTopologiesProcessorTimeIsNotCompared() {
        Forecaster forecaster = forecaster(Optional.of(recorded()));
        counters.besideOthers(0);
        look(forecaster);
        Forecast forecast = look(forecaster, 100_000, 1_000, 6_000).orElseThrow();

        assertThat(forecast.cores().measured()).isNegative();
        assertThat(forecast.drift()).isEmpty();
    }

    @Test
    void refusesARecordingOfAnotherTopology() {
        Recording other =
                new Recording(
                        Recording.VERSION,
                        "other",
                        false,
                        0,
                        false,
                        false,
                        List.of(new Recording.Component("numbers", true, 1, 1, false)),
                        List.of(),
                        List.of("core-0"),
                        List.of(
                                new Recording.Window(
                                        1,
                                        List.of(
                                                new Recording.Executor(
                                                        "numbers", 1, 1, 0, 1_000, 1e6)),
                                        List.of(),
                                        List.of(1e6),
                                        new Recording.Latencies(0, 0, 0))));

        assertThatThrownBy(() -> forecaster(Optional.of(other)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("'other'", "[numbers]", "'words'", "[count, words]");
    }
}
