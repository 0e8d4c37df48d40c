package io.eyewall.control.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.TopologyFailure;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.engine.metrics.PlacementReport;
import io.eyewall.engine.metrics.TopologyMetrics;
import io.eyewall.engine.trace.TraceLease;
import io.eyewall.engine.trace.TraceQuery;
import io.eyewall.engine.trace.TraceReport;
import io.eyewall.engine.trace.TraceSettings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * What goes over the wire is what it was when {@link Greeting#VERSION} got its number: a process
 * may live longer than the build that it came from. {@code -Dgolden.write=true} writes the file
 * anew, in the source folder.
 */
class GoldenTest {
    private static final String FILE = "version-" + Greeting.VERSION + ".txt";

    private static Map<String, Object> samples() {
        Arbitrary any = new Arbitrary(new Random(1));
        Exception cause = new IllegalStateException("bad", new IOException("why"));
        cause.setStackTrace(
                new StackTraceElement[] {
                    new StackTraceElement("app", "m", "1", "a.B", "run", "B.java", 7)
                });
        Objects.requireNonNull(cause.getCause()).setStackTrace(new StackTraceElement[0]);
        Map<String, Object> samples = new LinkedHashMap<>();
        samples.put("greeting", new Greeting(Greeting.PROTOCOL, 1, 42, "i"));
        samples.put(
                "request",
                new Request(
                        1,
                        "kill",
                        "t-1-2",
                        WireJson.tree(new CallArguments.Kill(Duration.ofMillis(5)))));
        samples.put(
                "rebalance",
                new CallArguments.Rebalance(
                        Map.of("b", 2), Map.of("k", List.of(1, 2.5)), Duration.ZERO));
        samples.put("refusal", new Answer(null, new Refusal(Refusal.Kind.ILLEGAL_STATE, "no")));
        samples.put("summary", new TopologyEntry("t-1-2", "t"));
        samples.put("metrics", any.metrics());
        samples.put("placement", any.placement());
        samples.put("parallelism", any.parallelism());
        samples.put("error", any.error());
        samples.put(
                "state",
                new StateReport(
                        TopologyStatus.ACTIVE, new NumberedPlan(3, null), List.of(any.error())));
        samples.put("failure", new TopologyFailure("t", "b", 3, "execute", cause));
        samples.put("traces", any.traces());
        samples.put("traceSettings", new TraceSettings(1000, 100));
        samples.put("traceLease", new TraceLease("me", 10, Duration.ofSeconds(5)));
        samples.put("traceQuery", new TraceQuery(7, 50));
        return samples;
    }

    private static String text() throws IOException {
        StringBuilder text = new StringBuilder();
        for (Map.Entry<String, Object> sample : samples().entrySet()) {
            byte[] json = WireJson.bytes(sample.getValue(), Answer.MAX_BYTES);
            text.append(sample.getKey())
                    .append(' ')
                    .append(new String(json, StandardCharsets.US_ASCII))
                    .append('\n');
        }
        return text.toString();
    }

    @Test
    void isWhatItWasInThisVersion() throws IOException {
        if (Boolean.getBoolean("golden.write")) {
            Path folder = Path.of("src/test/resources/io/eyewall/control/wire");
            Files.writeString(Files.createDirectories(folder).resolve(FILE), text());
            return; // the copy on the class path is the one before
        }
        try (InputStream stored = GoldenTest.class.getResourceAsStream(FILE)) {
            assertThat(stored).as(FILE).isNotNull();
            assertThat(text())
                    .as("JSON of version %d; raise Greeting.VERSION", Greeting.VERSION)
                    .isEqualTo(
                            new String(
                                    Objects.requireNonNull(stored).readAllBytes(),
                                    StandardCharsets.US_ASCII));
        }
    }

    @Test
    void canBeRead() throws IOException {
        for (String line : text().lines().toList()) {
            int space = line.indexOf(' ');
            byte[] json = line.substring(space).getBytes(StandardCharsets.US_ASCII);
            Class<?> type =
                    switch (line.substring(0, space)) {
                        case "metrics" -> TopologyMetrics.class;
                        case "traces" -> TraceReport.class;
                        case "traceLease" -> TraceLease.class;
                        case "placement" -> PlacementReport.class;
                        case "failure" -> TopologyFailure.class;
                        case "state" -> StateReport.class;
                        default -> Map.class;
                    };
            Object value = WireJson.read(json, type);
            assertThat(value).isNotNull();
        }
    }
}
