package io.eyewall.console.memory;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.eyewall.console.watch.ConsoleJson;
import io.eyewall.engine.trace.Trace;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a page gets of traces. */
class TraceRowsTest {
    private static final String MARKUP = "[<img src=x onerror=1>]";

    private static JsonNode json(Object value) throws Exception {
        return new ObjectMapper().readTree(ConsoleJson.text(value));
    }

    private static int bytes(Object value) {
        return ConsoleJson.text(value).getBytes(StandardCharsets.UTF_8).length;
    }

    @Test
    void aTraceIsTheTuplesThatFollowFromAMessage() throws Exception {
        JsonNode whole = json(TraceRows.whole(TestTraces.of(7, 2, MARKUP, true)));

        assertThat(whole.get("outcome").asText()).isEqualTo("ACKED");
        assertThat(whole.get("settled").asBoolean()).isTrue();
        assertThat(whole.get("spans").findValuesAsText("component"))
                .containsExactly("from", "to", "to");
        assertThat(whole.get("spans").get(0).get("emits").findValuesAsText("values"))
                .containsExactly(MARKUP, MARKUP);
    }

    @Test
    void samplesOfAnEdgeAreTheLastOnesFirst() throws Exception {
        List<Trace> traces =
                List.of(TestTraces.of(1, 1, "[a]", true), TestTraces.of(2, 2, "[b]", false));

        JsonNode samples = json(TraceRows.samples(traces, "from", "to"));
        assertThat(samples.findValuesAsText("values")).containsExactly("[b]", "[b]", "[a]");
        assertThat(samples.findValuesAsText("waitedNs")).containsExactly("-1", "-1", "100");
        assertThat(samples.get(0).get("fromTask").asInt()).isEqualTo(1);
        assertThat(samples.get(0).get("toTask").asInt()).isEqualTo(2);
        assertThat(TraceRows.samples(traces, "to", "from")).isEmpty();
        assertThat(TraceRows.samples(traces, "from", "nobody")).isEmpty();
    }

    @Test
    void anAnswerIsBoundedWhateverATraceHolds() {
        Trace largest = TestTraces.largest(1);
        List<Trace> many = Collections.nCopies(RecentTraces.MAX_TRACES, largest);

        assertThat(bytes(TraceRows.whole(largest))).isLessThan(1 << 20);
        assertThat(bytes(many.stream().map(TraceRows::line).toList())).isLessThan(100_000);
        assertThat(bytes(TraceRows.samples(many, "from", "to"))).isLessThan(50_000);
    }

    @Test
    void controlCharactersCanBeSeen() throws Exception {
        Trace trace = TestTraces.of(1, 1, "[a\u0000\n\u001b\u007f\u0085\u202e]", true);

        assertThat(json(TraceRows.line(trace)).get("values").asText())
                .isEqualTo("[a\u2400\u240a\u241b\u2421\ufffd\ufffd]");
    }
}
