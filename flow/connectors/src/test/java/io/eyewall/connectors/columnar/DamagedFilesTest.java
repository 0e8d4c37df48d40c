package io.eyewall.connectors.columnar;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.testkit.TopologyTestDriver;
import io.eyewall.toolkit.failure.BadRecordException;
import io.eyewall.toolkit.file.Compression;
import io.eyewall.toolkit.file.FileFormat;
import io.eyewall.toolkit.file.FolderSink;
import io.eyewall.toolkit.generate.Generator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.storm.topology.TopologyBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is read of files that were cut short or changed: records, then why there are no more. */
class DamagedFilesTest {
    private static final int RECORDS = 200;
    private static final int TRIES = Integer.getInteger("eyewall.damages", 40);
    private static final String SCHEMA =
            """
            {"type": "record", "name": "Line", "fields": [
              {"name": "n", "type": "long"},
              {"name": "text", "type": ["null", "string"]}]}""";

    private static Stream<FileFormat> formats() {
        return Stream.of(
                Columnar.avro(SCHEMA),
                Columnar.parquet(SCHEMA),
                FileFormat.lines("text", Compression.gzip()),
                FileFormat.csv(Zstd.COMPRESSION, "n", "text"),
                FileFormat.jsonLines(Zstd.COMPRESSION, "n", "text"));
    }

    private static Path write(FileFormat format, Path folder) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("in", Generator.of(n -> List.of(n, "line " + n), "n", "text").build());
        builder.setBolt(
                        "out",
                        FolderSink.of(folder, format).batch(RECORDS, Duration.ofHours(1)).build())
                .globalGrouping("in");
        try (TopologyTestDriver driver =
                TopologyTestDriver.of(builder.createTopology()).feeding("in").start()) {
            for (long n = 0; n < RECORDS; n++) {
                driver.spout("in").emit(n, "line " + n);
            }
            driver.runUntilIdle();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.findFirst().orElseThrow();
        }
    }

    /** Records, and failures. */
    private static List<Object> read(FileFormat format, Path file) {
        List<Object> read = new ArrayList<>();
        try (FileFormat.Records records = format.read(file)) {
            while (read.size() < 10 * RECORDS) {
                try {
                    List<Object> record = records.next();
                    if (record == null) {
                        return read;
                    }
                    read.add(record);
                } catch (BadRecordException e) {
                    read.add(e);
                }
            }
        } catch (IOException e) {
            read.add(e);
        }
        return read;
    }

    @ParameterizedTest
    @MethodSource("formats")
    void whatIsDamagedEndsAndSaysWhy(FileFormat format, @TempDir Path folder) throws Exception {
        Path file = write(format, folder);
        byte[] whole = Files.readAllBytes(file);
        List<Object> expected = read(format, file);
        assertThat(expected).hasSize(RECORDS).doesNotHaveAnyElementsOfTypes(Exception.class);
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < TRIES; i++) {
            int length = random.nextInt(whole.length);
            Files.write(file, Arrays.copyOf(whole, length));
            List<Object> read = read(format, file);
            assertThat(read).as("of a file cut to %d bytes", length).isNotEmpty();
            assertThat(read.get(read.size() - 1))
                    .as("the last of a file of %d bytes, cut to %d", whole.length, length)
                    .isInstanceOf(Exception.class);
            assertThat(read.subList(0, read.size() - 1))
                    .isEqualTo(expected.subList(0, read.size() - 1));

            byte[] changed = whole.clone();
            int at = random.nextInt(changed.length);
            changed[at] ^= (byte) (1 + random.nextInt(255));
            Files.write(file, changed);
            assertThat(read(format, file))
                    .as("with byte %d changed", at)
                    .hasSizeLessThan(10 * RECORDS);
        }
    }

    @Test
    void whereverAvroIsCutItSaysSo(@TempDir Path folder) throws Exception {
        Path file = write(Columnar.avro(SCHEMA), folder);
        byte[] whole = Files.readAllBytes(file);
        List<Integer> ends = new ArrayList<>();
        for (int length = 4; length < whole.length; length++) { // four bytes say that it is Avro
            Files.write(file, Arrays.copyOf(whole, length));
            List<Object> read = read(Columnar.avro(SCHEMA), file);
            if (read.isEmpty()) {
                ends.add(length);
            } else {
                assertThat(read.get(read.size() - 1).toString())
                        .as("cut to %d bytes", length)
                        .endsWith(" is cut off: the file is not complete");
            }
        }
        assertThat(ends).as("a file without a block is complete").hasSize(1);
    }

    @Test
    void anotherSchemaIsNamed(@TempDir Path folder) throws Exception {
        Path file = write(Columnar.avro(SCHEMA), folder);
        List<Object> read = read(Columnar.avro(SCHEMA.replace("\"long\"", "\"boolean\"")), file);
        assertThat(read).hasSize(1);
        assertThat(read.get(0).toString())
                .contains("is not Avro of this schema: ")
                .contains("Found long, expecting boolean");
    }
}
