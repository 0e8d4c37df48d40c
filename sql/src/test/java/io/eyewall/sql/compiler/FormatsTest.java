package io.eyewall.sql.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.sql.source.Column;
import io.eyewall.sql.source.Csv;
import io.eyewall.sql.source.RowReader;
import io.eyewall.sql.source.TextReader;
import io.eyewall.sql.source.Texts;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
        Column column = new Column("c", kind, 2, false);
        return Texts.print(column, Texts.parse(column, text));
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

    private List<String> read(String name, String text, boolean json, boolean skip)
            throws IOException {
        Path file = Files.writeString(folder.resolve(name), text);
        RowReader reader =
                new TextReader(
                        file.toString(),
                        json,
                        false,
                        ',',
                        skip,
                        List.of(
                                new Column("n", Column.Kind.INTEGER, 0, true),
                                new Column("t", Column.Kind.TEXT, 0, false)));
        reader.open();
        try {
            List<String> rows = new ArrayList<>();
            for (Object[] row = reader.read(); row != null; row = reader.read()) {
                rows.add(Arrays.toString(row));
            }
            return rows;
        } finally {
            reader.close();
        }
    }

    @Test
    void badRowsEndTheQueryOrAreLeftOut() throws IOException {
        String csv = "1,a\nx,b\n,c\n3\n4,\n";
        assertThatThrownBy(() -> read("x.csv", csv, false, false))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("x.csv:2: column n: 'x' is no INTEGER");
        assertThat(read("x.csv", csv, false, true)).containsExactly("[1, a]", "[4, null]");
        String json = "{\"n\": 1, \"t\": [2]}\n\n[]\n{\"t\": 1}\n{\"n\": 5}\n{";
        assertThatThrownBy(() -> read("x.json", json, true, false))
                .hasMessageContaining("x.json:3: no JSON object");
        assertThat(read("x.json", json, true, true)).containsExactly("[1, [2]]", "[5, null]");
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
