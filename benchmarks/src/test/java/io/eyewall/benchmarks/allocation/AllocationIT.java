package io.eyewall.benchmarks.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/**
 * Guards the hot path against allocating more: bytes per tuple against a stored baseline. Times
 * would flake on a busy machine; these are counts, of a JVM without compilers, whose escape
 * analysis would take some away now and not then. They are the same in every run; the tolerance is
 * for what the JDK itself does differently from version to version.
 *
 * <p>{@code -Dallocation.write=true} stores what is measured. A change that makes a figure higher
 * says in its message why.
 */
@TestInstance(Lifecycle.PER_CLASS)
class AllocationIT {
    private static final Path BASELINE =
            Path.of("src/test/resources/io/eyewall/benchmarks/allocation/baseline.properties");
    private static final Percentage TOLERANCE = Percentage.withPercentage(1);
    private static final long LIMIT_SEC = 120;

    private final Map<String, Double> first = new TreeMap<>();
    private final Map<String, Double> second = new TreeMap<>();

    @BeforeAll
    void probeTwice() throws IOException, InterruptedException {
        first.putAll(probe());
        second.putAll(probe());
        if (Boolean.getBoolean("allocation.write")) {
            StringBuilder lines =
                    new StringBuilder("# Bytes per tuple; see AllocationIT for how to renew it.\n");
            first.forEach((name, bytes) -> lines.append(name + "=" + bytes + "\n"));
            Files.writeString(BASELINE, lines);
        }
    }

    @Test
    void theHotPathAllocatesWhatTheBaselineSays() throws IOException {
        Map<String, Double> expected = parse(Files.readString(BASELINE));

        assertThat(first.keySet()).isEqualTo(expected.keySet());
        expected.forEach(
                (name, bytes) ->
                        assertThat(first.get(name))
                                .as(
                                        "bytes per tuple, %s; if that is meant, run this with"
                                                + " -Dallocation.write=true and say why",
                                        name)
                                .isCloseTo(bytes, TOLERANCE));
    }

    @Test
    void twoRunsAllocateTheSame() {
        assertThat(second.keySet()).isEqualTo(first.keySet());
        first.forEach(
                (name, bytes) ->
                        assertThat(second.get(name)).as(name).isCloseTo(bytes, within(0.1)));
    }

    private static Map<String, Double> probe() throws IOException, InterruptedException {
        Process child =
                new ProcessBuilder(
                                List.of(
                                        Path.of(System.getProperty("java.home"), "bin", "java")
                                                .toString(),
                                        "-Xint",
                                        "-XX:+UseSerialGC",
                                        "-Xmx512m",
                                        "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
                                        "-cp",
                                        System.getProperty("java.class.path"),
                                        AllocationProbe.class.getName()))
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        try {
            String printed =
                    new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(child.waitFor(LIMIT_SEC, TimeUnit.SECONDS)).as("ended in time").isTrue();
            assertThat(child.exitValue()).as(printed).isZero();
            return parse(printed);
        } finally {
            child.destroyForcibly();
        }
    }

    private static Map<String, Double> parse(String lines) throws IOException {
        Properties properties = new Properties();
        properties.load(new StringReader(lines));
        Map<String, Double> figures = new TreeMap<>();
        properties.forEach(
                (name, bytes) -> figures.put(name.toString(), Double.valueOf(bytes.toString())));
        return figures;
    }
}
