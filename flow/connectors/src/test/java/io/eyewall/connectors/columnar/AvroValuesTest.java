package io.eyewall.connectors.columnar;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.testkit.TopologyTestDriver;
import io.eyewall.toolkit.failure.DeadLetters;
import io.eyewall.toolkit.file.FileFormat;
import io.eyewall.toolkit.file.FolderSink;
import io.eyewall.toolkit.generate.Generator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.storm.topology.TopologyBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Values written to a field of a type, and read again. */
class AvroValuesTest {
    private static final String RECORDS =
            """
            ['null', {'type': 'record', 'name': 'A', 'fields': [
              {'name': 'a', 'type': ['null', 'long']}]},
             {'type': 'record', 'name': 'B', 'fields': [{'name': 'b', 'type': 'long'}]}]""";

    @TempDir private Path folder = Path.of("");

    private List<Object> again(String type, Object... values) throws Exception {
        FileFormat format =
                Columnar.avro(
                        ("{'type': 'record', 'name': 'R', 'fields': [{'name': 'x', 'type': "
                                        + type
                                        + "}]}")
                                .replace('\'', '"'));
        Path out = Files.createTempDirectory(folder, "out");
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("in", Generator.of(n -> List.of(n), "x").build());
        builder.setBolt(
                        "out",
                        FolderSink.of(out, format)
                                .batch(values.length, Duration.ofHours(1))
                                .build())
                .globalGrouping("in");
        List<Object> read = new ArrayList<>();
        try (TopologyTestDriver driver =
                TopologyTestDriver.of(builder.createTopology()).feeding("in").start()) {
            for (Object value : values) {
                driver.spout("in").emit(value);
            }
            driver.runUntilIdle();
            driver.emitted("out", DeadLetters.STREAM).forEach(each -> read.add("refused"));
        }
        try (Stream<Path> files = Files.list(out)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".avro")).toList()) {
                try (FileFormat.Records records = format.read(file)) {
                    for (List<Object> next = records.next(); next != null; next = records.next()) {
                        read.add(next.get(0));
                    }
                }
            }
        }
        return read;
    }

    @Test
    void aUnionTakesANumberAsItIs() throws Exception {
        for (String union :
                List.of(
                        "['null', 'double', 'long']",
                        "['double', 'float', 'long', 'int']",
                        "['string', 'double', 'long']")) {
            assertThat(again(union, 9007199254740993L)).containsExactly(9007199254740993L);
            assertThat(again(union, 1.5)).containsExactly(1.5);
        }
        assertThat(again("['null', 'double', 'long', 'int']", 5)).containsExactly(5);
        assertThat(again("['null', 'double', 'float']", 1.5f)).containsExactly(1.5f);
        assertThat(again("['null', 'long', 'double']", 5)).containsExactly(5L);
        assertThat(again("['null', 'double']", 5L)).containsExactly(5.0);
    }

    @Test
    void aDoubleTakesNoIntegerWhoseDigitsItCannotHold() throws Exception {
        assertThat(again("'double'", 1L << 53)).containsExactly(9007199254740992.0);
        assertThat(again("'double'", (1L << 53) + 1)).containsExactly("refused");
        assertThat(again("['null', 'double']", Long.MAX_VALUE)).containsExactly("refused");
    }

    @Test
    void ofRecordsTheOneIsTakenThatHasAllNames() throws Exception {
        assertThat(again(RECORDS, Map.of("b", 1L))).containsExactly(Map.of("b", 1L));
        assertThat(again(RECORDS, Map.of("a", 1L))).containsExactly(Map.of("a", 1L));
        assertThat(again(RECORDS, Map.of("a", 1L, "c", 2L))).containsExactly("refused");
    }
}
