package io.eyewall.sql.row;

import io.eyewall.toolkit.failure.ConnectorException;
import io.eyewall.toolkit.file.Csv;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Maps columns to the fields of a CSV record by a header line.
 *
 * @param fields index of the field for each column; -1 for none
 * @param width number of fields of a record
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record FieldOrder(int[] fields, int width) {
    /**
     * Finds the columns among the names of a header, ignoring case.
     *
     * @param location file and line of the header, with which messages begin
     * @param clock the column that no file contains; -1 for none
     * @throws ConnectorException if the header lacks a column or contains a column twice
     */
    static FieldOrder fromHeader(
            String location, List<Column> columns, int clock, List<@Nullable String> names) {
        int[] fields = new int[columns.size()];
        List<String> missing = new ArrayList<>();
        for (int i = 0; i < fields.length; i++) {
            fields[i] = -1;
            String name = columns.get(i).name();
            for (int j = 0; j < names.size() && i != clock; j++) {
                if (isSame(name, names.get(j))) {
                    if (fields[i] >= 0) {
                        throw configError(
                                location
                                        + "has column '"
                                        + name
                                        + "' twice: "
                                        + Csv.printable(names)
                                        + "; expected it"
                                        + " once");
                    }
                    fields[i] = j;
                }
            }
            if (fields[i] < 0 && i != clock) {
                missing.add(name);
            }
        }
        if (!missing.isEmpty()) {
            throw configError(
                    location
                            + "has no column "
                            + String.join(", ", missing)
                            + ", only "
                            + Csv.printable(names)
                            + "; use the names of the header for the columns, or, if the"
                            + " file has no header, leave 'header'='true' out");
        }
        return new FieldOrder(fields, names.size());
    }

    private static boolean isSame(String column, @Nullable String name) {
        return name != null && column.equalsIgnoreCase(name.strip());
    }

    /** Returns the names that belong to no column; null for a field without a name. */
    static List<@Nullable String> unknownNames(List<Column> columns, List<@Nullable String> names) {
        List<@Nullable String> unknown = new ArrayList<>();
        for (String name : names) {
            if (columns.stream().noneMatch(column -> isSame(column.name(), name))) {
                unknown.add(name);
            }
        }
        return unknown;
    }

    private static ConnectorException configError(String message) {
        return new ConnectorException(ConnectorException.Category.CONFIG, message, null);
    }
}
