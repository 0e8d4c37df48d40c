package io.eyewall.control.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.engine.ErrorReport;
import io.eyewall.engine.TaskOpening;
import io.eyewall.engine.metrics.LatencySnapshot;
import io.eyewall.engine.metrics.ParallelismReport;
import io.eyewall.engine.metrics.PlacementReport;
import io.eyewall.engine.metrics.TopologyMetrics;
import io.eyewall.engine.trace.TraceReport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** What is read is what was written. */
class WireJsonTest {
    private static <T> T round(T value, Class<T> type) throws IOException {
        T read = WireJson.read(WireJson.bytes(value, Answer.MAX_BYTES), type);
        assertThat(WireJson.read(WireJson.tree(WireJson.bytes(value, Answer.MAX_BYTES)), type))
                .isEqualTo(read);
        return read;
    }

    @Property(tries = 300)
    void whatTheEngineShowsArrives(@ForAll long seed) throws IOException {
        Arbitrary any = new Arbitrary(new Random(seed));
        TopologyMetrics metrics = any.metrics();
        PlacementReport placement = any.placement();
        ParallelismReport parallelism = any.parallelism();
        LatencySnapshot latency = any.latency();
        ErrorReport error = any.error();
        TaskOpening opening = any.opening();

        assertThat(round(metrics, TopologyMetrics.class)).isEqualTo(metrics);
        assertThat(round(placement, PlacementReport.class)).isEqualTo(placement);
        assertThat(round(parallelism, ParallelismReport.class)).isEqualTo(parallelism);
        assertThat(round(latency, LatencySnapshot.class)).isEqualTo(latency);
        assertThat(round(error, ErrorReport.class)).isEqualTo(error);
        assertThat(round(opening, TaskOpening.class)).isEqualTo(opening);
        TraceReport traces = any.traces();
        assertThat(round(traces, TraceReport.class)).isEqualTo(traces);
    }

    @Property(tries = 300)
    void requestsArrive(@ForAll long seed, @ForAll String text) throws IOException {
        Arbitrary any = new Arbitrary(new Random(seed));
        CallArguments.Rebalance rebalance =
                new CallArguments.Rebalance(
                        Map.of(any.text(), 3),
                        PlainConf.of(Map.of(text, 1L << 40, "x", Map.of("y", 0.5))),
                        Duration.ofNanos(seed));
        Request request = new Request(1, text, any.text(), WireJson.tree(rebalance));

        Request read = round(request, Request.class);

        assertThat(read).isEqualTo(request);
        assertThat(WireJson.read(read.arguments(), CallArguments.Rebalance.class))
                .isEqualTo(rebalance);
    }

    @Property(tries = 1000)
    void bytesOfAllSortsAreReadOrRefused(@ForAll byte[] bytes, @ForAll String text) {
        for (byte[] any : new byte[][] {bytes, text.getBytes(StandardCharsets.UTF_8)}) {
            try {
                assertThat(WireJson.read(any, Request.class)).isNotNull();
            } catch (IOException refused) {
                assertThat(refused.getMessage()).isNotEmpty();
            }
        }
    }

    @Test
    void whatIsTooLongIsNotEvenMade() {
        Map<String, String> value = Map.of("key", "x".repeat(1000));

        assertThatThrownBy(() -> WireJson.bytes(value, 1000))
                .isInstanceOf(TooLongException.class)
                .hasMessage("more than 1000 bytes of JSON");
    }

    @Test
    void noClassIsMadeThatTheJsonNames() {
        byte[] json =
                "{\"version\":1,\"call\":\"x\",\"@class\":\"java.net.URL\"}"
                        .getBytes(StandardCharsets.UTF_8);

        assertThatThrownBy(() -> WireJson.read(json, Request.class)).hasMessageContaining("@class");
    }

    @Test
    void jsonThatIsTooDeepIsRefused() {
        byte[] json = "[".repeat(100_000).getBytes(StandardCharsets.UTF_8);

        assertThatThrownBy(() -> WireJson.tree(json))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("nesting depth");
    }
}
