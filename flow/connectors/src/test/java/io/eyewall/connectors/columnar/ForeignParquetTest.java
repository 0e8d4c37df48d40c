package io.eyewall.connectors.columnar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.toolkit.failure.BadRecordException;
import io.eyewall.toolkit.file.FileFormat;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Files as others write them, Spark, Arrow and DuckDB among them. */
class ForeignParquetTest {
    private static final MessageType TYPE =
            MessageTypeParser.parseMessageType(
                    """
                    message other {
                      required int64 id;
                      optional binary name (STRING);
                      required int32 u8 (INTEGER(8, false));
                      required int32 u32 (INTEGER(32, false));
                      required int64 u64 (INTEGER(64, false));
                      optional int96 time;
                      required group inner { required int32 u32 (INTEGER(32, false));
                        required boolean other; }
                      optional group numbers (LIST) { repeated group list {
                        required int32 element (INTEGER(32, false)); } }
                    }""");
    private static final Instant TIME = Instant.parse("1969-12-31T23:59:59.123456Z");
    private static final long MICROS = ChronoUnit.MICROS.between(Instant.EPOCH, TIME);

    @TempDir private Path folder = Path.of("");
    private Path file = Path.of("");

    @BeforeEach
    void setUp() throws IOException {
        file = folder.resolve("x.parquet");
        write(CompressionCodecName.UNCOMPRESSED, row(1, -1, 5), row(2, 7, -1), row(3, 8, 9));
    }

    private void write(CompressionCodecName codec, Group... rows) throws IOException {
        java.nio.file.Files.deleteIfExists(file);
        try (ParquetWriter<Group> writer =
                ExampleParquetWriter.builder(new LocalOutputFile(file))
                        .withType(TYPE)
                        .withConf(new PlainParquetConfiguration())
                        .withCodecFactory(new ParquetCodecs())
                        .withCompressionCodec(codec)
                        .build()) {
            for (Group row : rows) {
                writer.write(row);
            }
        }
    }

    private static Group row(long id, int u32, long u64) {
        SimpleGroup row = new SimpleGroup(TYPE);
        row.add("id", id);
        row.add("name", "row " + id);
        row.add("u8", 255);
        row.add("u32", u32);
        row.add("u64", u64);
        ByteBuffer time = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN);
        time.putLong(Math.floorMod(MICROS, 86_400_000_000L) * 1000);
        time.putInt(2_440_588 + (int) Math.floorDiv(MICROS, 86_400_000_000L));
        row.add("time", Binary.fromConstantByteArray(time.array()));
        Group inner = row.addGroup("inner");
        inner.add("u32", u32);
        inner.add("other", true);
        row.addGroup("numbers").addGroup("list").add("element", u32);
        return row;
    }

    /** Records, and why there are none. */
    private List<Object> read(String... fields) {
        FileFormat format =
                Columnar.parquet(
                        "{\"type\": \"record\", \"name\": \"R\", \"fields\": ["
                                + String.join(", ", fields).replace('\'', '"')
                                + "]}");
        List<Object> read = new ArrayList<>();
        try (FileFormat.Records records = format.read(file)) {
            while (true) {
                try {
                    List<Object> record = records.next();
                    if (record == null) {
                        return read;
                    }
                    read.add(record);
                } catch (BadRecordException e) {
                    read.add(e.reason());
                }
            }
        } catch (IOException e) {
            read.add(String.valueOf(e.getMessage()));
            return read;
        }
    }

    private static String field(String name, String type) {
        return "{'name': '" + name + "', 'type': " + type + "}";
    }

    @Test
    void someOfTheColumnsAreRead() {
        assertThat(read(field("name", "['null', 'string']"), field("id", "'long'")))
                .containsExactly(List.of("row 1", 1L), List.of("row 2", 2L), List.of("row 3", 3L));
        String inner = "{'type': 'record', 'name': 'I', 'fields': [%s]}";
        assertThat(read(field("inner", inner.formatted(field("other", "'boolean'")))).get(0))
                .isEqualTo(List.of(Map.of("other", true)));
    }

    @Test
    void aColumnThatIsNotThereIsNamed() {
        assertThat(read(field("id", "'long'"), field("gone", "['null', 'string']")))
                .hasSize(1)
                .first()
                .asString()
                .contains("the file has no column gone, only [id, name, u8, ");
        assertThat(read("{'name': 'gone', 'type': 'int', 'default': 7}", field("id", "'long'")))
                .first()
                .isEqualTo(List.of(7, 1L));
    }

    @Test
    void unsignedIntegersAreReadAsTheyAreOrRefused() {
        String numbers = field("numbers", "['null', {'type': 'array', 'items': 'long'}]");
        String inner =
                "{'type': 'record', 'name': 'I', 'fields': [" + field("u32", "'long'") + "]}";
        assertThat(read(field("u8", "'int'"), field("u32", "'long'"), numbers).get(0))
                .isEqualTo(List.of(255, 4294967295L, List.of(4294967295L)));
        assertThat(read(field("inner", inner)).get(0))
                .isEqualTo(List.of(Map.of("u32", 4294967295L)));
        assertThat(read(field("u32", "'double'")).get(0)).isEqualTo(List.of(4294967295.0));
        assertThat(read(field("u32", "'int'")))
                .containsExactly(
                        "column u32: 4294967295, an unsigned integer, does not fit into type int;"
                                + " give it the type long in the schema",
                        List.of(7),
                        List.of(8));
        assertThat(read(field("u64", "'long'")))
                .containsExactly(
                        List.of(5L),
                        "column u64: 18446744073709551615, an unsigned integer, does not fit into"
                                + " type long; leave the column out of the schema",
                        List.of(9L));
    }

    @Test
    void timesOfInt96AreReadInTheUnitOfTheSchema() {
        String time = "['null', {'type': 'long', 'logicalType': 'timestamp-%s'}]";
        assertThat(read(field("time", time.formatted("micros"))).get(0)).isEqualTo(List.of(MICROS));
        assertThat(read(field("time", time.formatted("millis"))).get(0))
                .isEqualTo(List.of(TIME.toEpochMilli()));
        assertThat(read(field("time", "{'type': 'fixed', 'name': 'F', 'size': 12}"))).hasSize(3);
        assertThat(read(field("time", "'long'")).toString())
                .contains("column time is INT96, a time: expected", "timestamp-micros");
    }

    @Test
    void pagesMayBeLz4() throws IOException {
        write(CompressionCodecName.LZ4_RAW, row(1, 1, 1), row(2, 2, 2));
        assertThat(read(field("id", "'long'"))).containsExactly(List.of(1L), List.of(2L));
    }

    /** With the sizes of its blocks as Hadoop writes it, or without. */
    @Test
    void pagesOfTheOldLz4HaveOneBlockOrMore() throws IOException {
        byte[] page = new byte[1000];
        Arrays.fill(page, 300, 900, (byte) 7);
        byte[] first = ParquetLz4.compress(Arrays.copyOf(page, 400));
        byte[] second = ParquetLz4.compress(Arrays.copyOfRange(page, 400, 1000));
        ByteBuffer framed = ByteBuffer.allocate(first.length + second.length + 16);
        framed.putInt(400).putInt(first.length).put(first);
        framed.putInt(600).putInt(second.length).put(second);
        for (byte[] pages : List.of(framed.array(), ParquetLz4.compress(page))) {
            BytesInput read =
                    new ParquetCodecs()
                            .getDecompressor(CompressionCodecName.LZ4)
                            .decompress(BytesInput.from(pages), page.length);
            assertThat(read.toInputStream().readAllBytes()).isEqualTo(page);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BROTLI", "LZO"})
    void otherCompressionsAreRefusedByName(CompressionCodecName codec) {
        assertThatThrownBy(() -> new ParquetCodecs().getDecompressor(codec))
                .hasMessageContainingAll("Parquet pages by " + codec, "GZIP, LZ4 or LZ4_RAW");
    }
}
