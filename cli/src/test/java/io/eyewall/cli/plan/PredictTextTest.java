package io.eyewall.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.eyewall.model.calibration.Calibration;
import io.eyewall.model.calibration.Calibrator;
import io.eyewall.model.calibration.MachineConstants;
import io.eyewall.model.calibration.Recording;
import io.eyewall.model.routing.Routing;
import io.eyewall.model.whatif.Setting;
import io.eyewall.model.whatif.WhatIfAnswer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What readers of a prediction are told, as text and as JSON. */
class PredictTextTest {
    /** A spout and a bolt on one core, which take 10 us for a message. */
    private static WhatIfAnswer answer(boolean holds, double ratePerSec, double p99Ns) {
        long tuples = 50_000;
        Recording recording =
                new Recording(
                        Recording.VERSION,
                        "words",
                        true,
                        100,
                        false,
                        true,
                        List.of(
                                new Recording.Component("in", true, 1, 1, false),
                                new Recording.Component("count", false, 2, 1, holds)),
                        List.of(new Recording.Subscription("in", "count", Routing.Kind.SHUFFLE)),
                        List.of("core-0"),
                        List.of(
                                new Recording.Window(
                                        1,
                                        List.of(
                                                new Recording.Executor(
                                                        "in", 1, 1, 0, tuples, tuples * 2e3),
                                                new Recording.Executor(
                                                        "count", 2, 2, 0, tuples, tuples * 8e3)),
                                        List.of(new Recording.Flow(1, 2, tuples, 0)),
                                        List.of(tuples * 1e4),
                                        new Recording.Latencies(tuples, 1e7, 2e7))));
        MachineConstants machine = MachineConstants.ASSUMED;
        Calibration calibration = Calibrator.calibrate(recording, machine);
        return WhatIfAnswer.of(
                calibration,
                calibration.topology(),
                size -> Setting.engine(size, machine, calibration.crossingNs()),
                1,
                2,
                new WhatIfAnswer.Goal(ratePerSec, p99Ns),
                true);
    }

    private static JsonNode json(WhatIfAnswer answer) throws Exception {
        return new ObjectMapper()
                .readTree(new ObjectMapper().writeValueAsString(PredictJson.toMap(answer)));
    }

    @Test
    void tellsLatencyFromTheEmitAndFromWhenAMessageWasDue() throws Exception {
        WhatIfAnswer answer = answer(false, 1_000, Double.POSITIVE_INFINITY);

        assertThat(PredictText.toText(answer))
                .contains("latency from emit 0.0", "from when a message was due: 0.")
                .contains("latency begins at a spout's emit");
        JsonNode json = json(answer);
        assertThat(json.path("latencyFrom").asText()).isEqualTo("emit");
        assertThat(json.path("latencyMeanMs").asDouble()).isBetween(0.005, 0.05);
        assertThat(json.path("fromDueMeanMs").asDouble())
                .isGreaterThan(3 * json.path("latencyMeanMs").asDouble());
        assertThat(json.path("fromDueP99Ms").asDouble())
                .isGreaterThan(json.path("fromDueMeanMs").asDouble());
        assertThat(json.path("latencyUnknownBecauseOf")).isEmpty();
    }

    @Test
    void nothingIsDueWhereThereIsAlwaysMore() throws Exception {
        WhatIfAnswer answer = answer(false, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);

        assertThat(PredictText.toText(answer)).doesNotContain("from when a message was due:");
        assertThat(json(answer).path("fromDueMeanMs").isNull()).isTrue();
        assertThat(json(answer).path("latencyMeanMs").asDouble()).isPositive();
    }

    @Test
    void namesTheComponentThatHoldsTuples() throws Exception {
        WhatIfAnswer answer = answer(true, 1_000, Double.POSITIVE_INFINITY);

        assertThat(PredictText.toText(answer))
                .contains("latency not predicted, since tuples of 'count' are acked later")
                .contains("note        'count' acks tuples later than it executes them")
                .doesNotContain("NaN", "from when a message was due:");
        JsonNode json = json(answer);
        assertThat(json.path("latencyMeanMs").isNull()).isTrue();
        assertThat(json.path("fromDueP99Ms").isNull()).isTrue();
        assertThat(json.path("latencyUnknownBecauseOf").path(0).asText()).isEqualTo("count");
        assertThat(json.path("cores").asDouble()).isPositive();
        assertThat(json.at("/cheapest/maxPerSec").asDouble()).isPositive();
        assertThat(PredictPage.html(answer)).doesNotContain("NaN", "Latency in ms");
    }

    @Test
    void refusesAGoalForWhatIsNotPredicted() {
        assertThatThrownBy(() -> answer(true, 1_000, 5e6))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("count", "ask without a goal");
    }
}
