package io.eyewall.sql.row;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import io.eyewall.toolkit.failure.BadRecordException;
import io.eyewall.toolkit.file.Csv;
import io.eyewall.toolkit.message.Json;
import java.io.IOException;
import java.io.Serializable;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The text format of rows: CSV records or JSON objects.
 *
 * @param columns columns of a row
 * @param clock the column of the current time, which the text does not contain; -1 for none
 * @param json whether a record is a JSON object; otherwise it is CSV
 * @param separator separator of CSV
 */
public record RowText(List<Column> columns, int clock, boolean json, char separator)
        implements Serializable {
    /** More digits than any integer has. */
    private static final int MAX_INTEGER_DIGITS = 20;

    private static final JsonFactory FACTORY = new JsonFactory();

    /** Parses a record to a row; the clock's column is null. */
    public @Nullable Object[] parse(String record) throws BadRecordException {
        return json ? parseJson(record) : parseCsv(record);
    }

    private @Nullable Object[] parseCsv(String record) throws BadRecordException {
        try {
            List<@Nullable String> fields = Csv.of(record, separator).read();
            return toRow(fields == null ? List.of() : fields);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // impossible for a string
        }
    }

    /** Converts the fields of a record to a row; the fields are in the order of the columns. */
    public @Nullable Object[] toRow(List<@Nullable String> fields) throws BadRecordException {
        return toRow(fields, null);
    }

    /**
     * Converts the fields of a record to a row.
     *
     * @param order the order of the fields; null if it is the order of the columns
     */
    @Nullable Object[] toRow(List<@Nullable String> fields, @Nullable FieldOrder order)
            throws BadRecordException {
        int expected = width(order);
        if (fields.size() != expected) {
            throw new BadRecordException(fields.size() + " fields; expected " + expected, null);
        }
        @Nullable Object[] row = new @Nullable Object[columns.size()];
        int nextColumn = 0;
        for (int i = 0; i < row.length; i++) {
            if (i != clock) {
                String field = fields.get(order == null ? nextColumn++ : order.fields()[i]);
                row[i] =
                        field == null
                                ? checkNullable(columns.get(i))
                                : parseField(columns.get(i), field);
            }
        }
        return row;
    }

    /** Returns the number of fields that a record must have. */
    int width(@Nullable FieldOrder order) {
        return order == null ? columns.size() - (clock < 0 ? 0 : 1) : order.width();
    }

    private static Object parseField(Column column, String text) throws BadRecordException {
        try {
            return Texts.parse(column, text);
        } catch (IllegalArgumentException e) {
            throw new BadRecordException(String.valueOf(e.getMessage()), null);
        }
    }

    private static @Nullable Object checkNullable(Column column) throws BadRecordException {
        if (column.required()) {
            throw new BadRecordException(
                    "column " + column.name() + " has no value, but is NOT NULL", null);
        }
        return null;
    }

    private @Nullable Object[] parseJson(String record) throws BadRecordException {
        @Nullable Object[] row = new @Nullable Object[columns.size()];
        int[] nextColumn = {0}; // members are mostly in the order of the columns
        Json.readMembers(
                record,
                (name, value) -> {
                    int i = columnIndex(name, nextColumn[0]);
                    if (i < 0 || i == clock) {
                        value.skipChildren();
                    } else {
                        row[i] = parseMember(columns.get(i), value);
                        nextColumn[0] = i + 1;
                    }
                });
        for (int i = 0; i < row.length; i++) {
            if (row[i] == null && i != clock) {
                row[i] = checkNullable(columns.get(i));
            }
        }
        return row;
    }

    private int columnIndex(String name, int first) {
        int size = columns.size();
        for (int i = 0; i < size; i++) {
            int column = first + i < size ? first + i : first + i - size;
            if (columns.get(column).name().equals(name)) {
                return column;
            }
        }
        return -1;
    }

    private static @Nullable Object parseMember(Column column, JsonParser value)
            throws IOException, BadRecordException {
        return switch (value.currentToken()) {
            case VALUE_NULL -> null;
            case START_OBJECT, START_ARRAY -> {
                String nested = Json.copy(value);
                if (column.kind() != Column.Kind.TEXT) {
                    throw new BadRecordException(
                            "column " + column.name() + ": " + nested + " is no " + column.kind(),
                            null);
                }
                yield nested;
            }
            case VALUE_NUMBER_FLOAT ->
                    parseField(column, withoutZeroFraction(column, value.getText()));
            default -> parseField(column, value.getText());
        };
    }

    /**
     * Returns a JSON number without its fraction if the column is an integer and the fraction is 0.
     */
    private static String withoutZeroFraction(Column column, String text) {
        return switch (column.kind()) {
            case TINYINT, SMALLINT, INTEGER, BIGINT -> {
                BigDecimal exact = new BigDecimal(text).stripTrailingZeros();
                // Check first: toPlainString would write out 1e99999999 digit by digit.
                boolean isWhole = exact.scale() <= 0 && exact.scale() > -MAX_INTEGER_DIGITS;
                yield isWhole ? exact.toPlainString() : text;
            }
            default -> text;
        };
    }

    /** Returns the names of the columns as a CSV header. */
    public String header() {
        return Csv.write(new ArrayList<>(columns.stream().map(Column::name).toList()), separator);
    }

    /** Returns whether CSV fields are the names of columns, in any order and ignoring case. */
    boolean areColumnNames(List<@Nullable String> fields) {
        return !fields.isEmpty() && FieldOrder.unknownNames(columns, fields).isEmpty();
    }

    /** Returns a row as a record without a line break. */
    public String print(@Nullable Object[] row) {
        if (json) {
            return toJson(row);
        }
        List<@Nullable String> fields = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            fields.add(Texts.print(columns.get(i), row[i]));
        }
        return Csv.write(fields, separator);
    }

    private String toJson(@Nullable Object[] row) {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = FACTORY.createGenerator(text)) {
            generator.writeStartObject();
            for (int i = 0; i < columns.size(); i++) {
                generator.writeFieldName(columns.get(i).name());
                writeValue(generator, columns.get(i), row[i]);
            }
            generator.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e); // impossible for a string
        }
        return text.toString();
    }

    private static void writeValue(JsonGenerator generator, Column column, @Nullable Object value)
            throws IOException {
        if (value == null) {
            generator.writeNull();
        } else if (value instanceof Boolean truth) {
            generator.writeBoolean(truth);
        } else if (value instanceof BigDecimal decimal) {
            generator.writeNumber(decimal.toPlainString());
        } else {
            switch (column.kind()) {
                case TINYINT, SMALLINT, INTEGER, BIGINT ->
                        generator.writeNumber(((Number) value).longValue());
                case REAL, DOUBLE -> {
                    double number = ((Number) value).doubleValue();
                    if (Double.isFinite(number)) {
                        generator.writeNumber(value.toString());
                    } else {
                        generator.writeString(value.toString());
                    }
                }
                default -> generator.writeString(Texts.print(column, value));
            }
        }
    }
}
