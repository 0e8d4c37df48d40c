package io.eyewall.sql.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.sql.row.Cells;
import io.eyewall.sql.row.Column;
import io.eyewall.sql.row.RowFormat;
import io.eyewall.sql.row.RowText;
import io.eyewall.sql.row.Texts;
import io.eyewall.toolkit.failure.BadRecordException;
import io.eyewall.toolkit.failure.ConnectorException;
import io.eyewall.toolkit.file.Csv;
import io.eyewall.toolkit.file.FileFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Values as text, and records of CSV. */
class FormatsTest {
    @TempDir private Path folder = Path.of("");

    private static Object again(Column.Kind kind, String text) {
        Column column = new Column("c", kind, 5, 2, false);
        return Objects.requireNonNull(Texts.print(column, Texts.parse(column, text)));
    }

    @Test
    void readsAndPrintsValues() {
        assertThat(again(Column.Kind.DECIMAL, "1.005")).isEqualTo("1.01");
        assertThat(again(Column.Kind.DATE, "2024-02-29")).isEqualTo("2024-02-29");
        assertThat(again(Column.Kind.TIMESTAMP, "2024-05-01T12:00:00Z"))
                .isEqualTo("2024-05-01 12:00:00");
        assertThat(again(Column.Kind.TIMESTAMP, "2024-05-01 12:00:00.5"))
                .isEqualTo("2024-05-01 12:00:00.500");
        assertThat(again(Column.Kind.TIMESTAMP, "-1")).isEqualTo("1969-12-31 23:59:59.999");
        assertThat(again(Column.Kind.TIME, "23:59:59")).isEqualTo("23:59:59");
        assertThat(again(Column.Kind.BOOLEAN, "TRUE")).isEqualTo("true");
        for (String wrong : List.of("300", "x", "", "1.5")) {
            assertThatThrownBy(() -> again(Column.Kind.TINYINT, wrong))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("column c: '" + wrong + "' is no TINYINT");
        }
    }

    /** The fast way to parse a time gives what java.time gives, and accepts nothing else. */
    @Test
    void parsesTimesAsJava() {
        Column column = new Column("t", Column.Kind.TIMESTAMP, 0, 0, false);
        Random random = new Random(2);
        int valid = 0;
        for (int i = 0; i < 50_000; i++) {
            char[] text =
                    "%04d-%02d-%02d %02d:%02d:%02d.%d"
                            .formatted(
                                    random.nextInt(2300),
                                    random.nextInt(14),
                                    random.nextInt(33),
                                    random.nextInt(25),
                                    random.nextInt(61),
                                    random.nextInt(61),
                                    random.nextInt(1_000_000))
                            .toCharArray();
            if (random.nextInt(4) == 0) {
                text[random.nextInt(text.length)] = "-:. T0Zx".charAt(random.nextInt(8));
            }
            String given =
                    new String(text, 0, 19 + random.nextInt(text.length - 18))
                            + (random.nextInt(4) == 0 ? "Z" : "");
            Object expected = null;
            try {
                String iso = given.strip().replaceFirst("^(\\d{4}-\\d\\d-\\d\\d) ", "$1T");
                expected =
                        iso.endsWith("Z")
                                ? Instant.parse(iso).toEpochMilli()
                                : LocalDateTime.parse(iso).toInstant(ZoneOffset.UTC).toEpochMilli();
                valid++;
            } catch (DateTimeParseException e) {
                assertThatThrownBy(() -> Texts.parse(column, given))
                        .as(given)
                        .isInstanceOf(IllegalArgumentException.class);
            }
            if (expected != null) {
                assertThat(Texts.parse(column, given)).as(given).isEqualTo(expected);
            }
        }
        assertThat(valid).isGreaterThan(10_000);
    }

    @Test
    void refusesValuesThatAreTooLargeForTheirColumn() {
        assertThat(again(Column.Kind.DECIMAL, "-999.99")).isEqualTo("-999.99");
        assertThat(again(Column.Kind.DECIMAL, "1e-99999999")).isEqualTo("0.00");
        assertThat(again(Column.Kind.DECIMAL, "0.005")).isEqualTo("0.01");
        assertThat(again(Column.Kind.DECIMAL, "0e99999999")).isEqualTo("0.00");
        for (String large : List.of("1000", "999.995", "1E+99999999")) {
            assertThatThrownBy(() -> again(Column.Kind.DECIMAL, large))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("column c: " + large + " is no DECIMAL(5, 2)");
        }
        assertThat(again(Column.Kind.TEXT, "abcd\ud83d\ude00")).isEqualTo("abcd\ud83d\ude00");
        assertThatThrownBy(() -> again(Column.Kind.TEXT, "abcdef"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("column c: 'abcdef' has more than 5 characters");
    }

    @Test
    void decimalsOfJsonKeepTheirDigits() throws Exception {
        RowText text =
                new RowText(
                        List.of(new Column("d", Column.Kind.DECIMAL, 38, 2, true)), -1, true, ',');
        assertThat(text.parse("{\"d\": 1234567890123456789.12}"))
                .containsExactly(new BigDecimal("1234567890123456789.12"));
    }

    @Property(tries = 300)
    void csvSurvives(@ForAll @Size(min = 1, max = 4) List<@StringLength(max = 6) String> fields)
            throws Exception {
        List<String> given = new ArrayList<>(fields);
        given.add(null);
        given.add("end");
        String text = Csv.write(given, ',') + "\n" + Csv.write(List.of("a", "\"", "\r\n"), ',');
        Csv csv = new Csv(new StringReader(text), ',');
        assertThat(csv.read()).isEqualTo(given);
        assertThat(csv.read()).isEqualTo(Arrays.asList("a", "\"", "\r\n"));
        assertThat(csv.read()).isNull();
    }

    /** Of a number and a text. */
    private static RowText rows(boolean json) {
        return new RowText(
                List.of(
                        new Column("n", Column.Kind.INTEGER, Column.ANY_SIZE, 0, true),
                        new Column("t", Column.Kind.TEXT, Column.ANY_SIZE, 0, false)),
                -1,
                json,
                ',');
    }

    /** OperatorRows, and why there are none. */
    private List<String> read(String name, String text, boolean json) throws IOException {
        return read(name, text, json, false);
    }

    private List<String> read(String name, String text, boolean json, boolean header)
            throws IOException {
        Path file = Files.writeString(folder.resolve(name), text);
        RowText rows = rows(json);
        List<String> read = new ArrayList<>();
        try (FileFormat.Records records = new RowFormat(rows, header).read(file)) {
            while (true) {
                try {
                    List<Object> row = records.next();
                    if (row == null) {
                        return read;
                    }
                    read.add(Arrays.toString((Object[]) row.get(0)));
                } catch (BadRecordException e) {
                    read.add(e.reason().replaceFirst("^.*/", "").replaceFirst(";.*", ""));
                }
            }
        }
    }

    @Test
    void badRowsAreNamedByTheirLine() throws IOException {
        assertThat(read("x.csv", "1,a\nx,b\n,c\n3\n4,\n\"5", false))
                .containsExactly(
                        "[1, a]",
                        "x.csv:2: column n: 'x' is no INTEGER",
                        "x.csv:3: column n has no value, but is NOT NULL",
                        "x.csv:4: 1 fields",
                        "[4, null]",
                        "x.csv:6: the quote of line 6 is not closed");
        assertThat(read("x.json", "{\"n\": 1, \"t\": [2]}\n\n[]\n{\"t\": 1}\n{\"n\": 5}\n{", true))
                .satisfiesExactly(
                        row -> assertThat(row).isEqualTo("[1, [2]]"),
                        row -> assertThat(row).startsWith("x.json:3: no JSON object"),
                        row -> assertThat(row).startsWith("x.json:4: column n has no value"),
                        row -> assertThat(row).isEqualTo("[5, null]"),
                        row -> assertThat(row).startsWith("x.json:6: no JSON object"));
    }

    @Test
    void countsTheLinesOfARecordWithAnUnclosedQuote() throws IOException {
        String text = "1,bolt\n2,\"5 inch nail\n3,nut\n4,washer\n5,\"6 inch\"\n6,pin\n";
        Path file = Files.writeString(folder.resolve("x.csv"), text);
        try (FileFormat.Records records = new RowFormat(rows(false), false).read(file)) {
            assertThat(records.next()).isNotNull();
            assertThatThrownBy(records::next)
                    .isInstanceOfSatisfying(
                            BadRecordException.class,
                            e -> {
                                assertThat(e.records()).isEqualTo(4);
                                assertThat(e.reason())
                                        .contains("x.csv:2: text behind the closing quote")
                                        .contains("lines 2 to 5 stand for one record");
                            });
            assertThat(records.next()).isNotNull();
            assertThat(records.next()).isNull();
        } catch (BadRecordException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void refusesDatabaseValuesThatSqlLacks() {
        refusesCell(Column.Kind.DECIMAL, Double.NaN, "NaN is no DECIMAL; declare the column");
        refusesCell(Column.Kind.BIGINT, Double.NaN, "'NaN' is no BIGINT");
        refusesCell(Column.Kind.TEXT, new byte[] {1}, "bytes can't be TEXT; let a view");
        refusesCell(Column.Kind.TEXT, List.of(1), "an array can't be TEXT; let a view");
        refusesCell(Column.Kind.TIMESTAMP, LocalDateTime.MAX, "is beyond TIMESTAMP");
        refusesCell(Column.Kind.TIMESTAMP, OffsetDateTime.MIN, "is beyond TIMESTAMP");
    }

    private static void refusesCell(Column.Kind kind, Object cell, String message) {
        Column column = new Column("c", kind, Column.ANY_SIZE, 2, false);
        assertThatThrownBy(() -> Cells.toRow(List.of(column), List.of(cell)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("column c: ")
                .hasMessageContaining(message);
    }

    @Test
    void findsColumnsByTheNamesOfTheHeader() throws IOException {
        for (String names : List.of("t,n", "T,N", " t , n ", "\ufefft,n", "\"t\",\"n\"")) {
            assertThat(read("x.csv", names + "\r\na,1\r\nb\r\n", false, true))
                    .as(names)
                    .containsExactly("[1, a]", "x.csv:3: 1 fields");
        }
        assertThat(read("x.csv", "x,t,,n\n9,a,8,1\n", false, true)).containsExactly("[1, a]");
        assertThat(read("x.csv", "", false, true)).isEmpty();
    }

    @Test
    void refusesAHeaderThatLacksAColumnOrHasOneTwice() {
        String hint = "leave 'header'='true' out";
        refusesNames("1,10", "x.csv:1: the header has no column n, t, only [1, 10]", hint);
        refusesNames("n", "has no column t, only [n]", hint);
        refusesNames("n,text", "has no column t, only [n, text]", hint);
        refusesNames("n,,x", "has no column t, only [n, '', x]", hint);
        refusesNames("n;t", "has no column n, t, only [n;t]", hint);
        refusesNames("n,t,n", "has column 'n' twice: [n, t, n]", "expected it once");
        refusesNames("t,n,T", "has column 't' twice: [t, n, T]", "expected it once");
        refusesNames("\"n\"x,t", "is invalid: text behind the closing quote of field 1", "");
    }

    @Test
    void namesTheColumnsOfAHeaderThatTheTableLacks() throws IOException {
        assertThat(logged("price,t,,n"))
                .contains("WARN")
                .contains("x.csv:1: the header has [price, ''], which are not columns");
        assertThat(logged("t,N")).isEmpty();
    }

    /** What is logged when a file with this header is opened. */
    private String logged(String names) throws IOException {
        PrintStream before = System.err;
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        try {
            assertThat(read("x.csv", names + "\n", false, true)).isEmpty();
        } finally {
            System.setErr(before);
        }
        return log.toString(StandardCharsets.UTF_8);
    }

    private void refusesNames(String names, String message, String remedy) {
        assertThatThrownBy(() -> read("x.csv", names + "\n1,2\n", false, true))
                .isInstanceOf(ConnectorException.class)
                .hasMessageContaining(message)
                .hasMessageContaining(remedy);
    }

    @Test
    void anObjectOfJsonIsTheWholeLine() throws IOException {
        String object = "{\"n\": 1}";
        for (String more : List.of(object, " " + object, "}", ",", "garbage", "#", "//", "/**/")) {
            assertThat(read("x.json", object + more + "\n" + object, true))
                    .as(more)
                    .satisfiesExactly(
                            row -> assertThat(row).startsWith("x.json:1: no JSON: text behind"),
                            row -> assertThat(row).isEqualTo("[1, null]"));
        }
        assertThat(read("x.json", object + " \t\r\n" + object, true))
                .containsExactly("[1, null]", "[1, null]");
    }

    @Test
    void readsMembersInAnyOrderAndTheLastOfEqualNames() throws IOException {
        assertThat(
                        read(
                                "x.json",
                                """
                                {"t": {"a": [1.50, "\\u00e9"]}, "other": [{"n": 3}], "n": 2}
                                {"n": 1, "t": "a", "n": 2, "t": null}
                                {"n": 1, "n": null}
                                {"t": 1.50, "n": "3"}
                                """,
                                true))
                .containsExactly(
                        "[2, {\"a\":[1.50,\"é\"]}]",
                        "[2, null]",
                        "x.json:3: column n has no value, but is NOT NULL",
                        "[3, 1.50]");
    }

    @Test
    void anIntegerOfJsonMayHaveAFractionOfZeros() throws Exception {
        for (String one : List.of("100", "100.0", "1e2", "1.0E+2", "100.00", "1000e-1")) {
            assertThat(rows(true).parse("{\"n\": " + one + "}")[0]).as(one).isEqualTo(100);
        }
        for (String no : List.of("1.5", "1e-1", "1e10", "1e99999999", "1e-99999999", "[1]")) {
            assertThatThrownBy(() -> rows(true).parse("{\"n\": " + no + "}"))
                    .as(no)
                    .isInstanceOf(BadRecordException.class)
                    .hasMessageContaining("is no INTEGER");
        }
        assertThat(rows(true).parse("{\"n\": 0e99999999}")[0]).isEqualTo(0);
    }

    /** Java reads more than SQL has, and what is too large as Infinity. */
    @Test
    void realNumbersAreThoseOfSql() {
        for (Column.Kind kind : List.of(Column.Kind.REAL, Column.Kind.DOUBLE)) {
            assertThat(again(kind, "1e3")).isEqualTo("1000.0");
            assertThat(again(kind, "-Infinity")).isEqualTo("-Infinity");
            assertThat(again(kind, "NaN")).isEqualTo("NaN");
            for (String no : List.of("1d", "1.0f", "0x1p3", "1e400", "-1e400", "")) {
                assertThatThrownBy(() -> again(kind, no))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessage("column c: '" + no + "' is no " + kind);
            }
        }
    }

    @Test
    void suggestsTheHeaderOptionForAnUnexpectedHeader() throws Exception {
        Path file = Files.writeString(folder.resolve("x.csv"), "T,N\n1,a\n");
        try (FileFormat.Records records = new RowFormat(rows(false), false).read(file)) {
            assertThatThrownBy(records::next)
                    .isInstanceOfSatisfying(
                            BadRecordException.class,
                            bad -> assertThat(bad.reason()).contains("add 'header'='true'"));
            assertThat(records.next()).isNotNull();
        }
    }

    @Test
    void aQuoteMustBeClosed() {
        Csv csv = new Csv(new StringReader("a\n\"b\n"), ',');
        assertThatThrownBy(
                        () -> {
                            csv.read();
                            csv.read();
                        })
                .hasMessage("the quote of line 2 is not closed");
    }
}
