package io.eyewall.differential.compatibility;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** Reads tables kept as text: cells between bars, comments after {@code #}, one row a line. */
final class Rows {
    private Rows() {}

    /**
     * The rows of a resource beside this class.
     *
     * @throws IllegalArgumentException if a row has not as many cells as wanted
     */
    static List<List<String>> of(String resource, int cells) throws IOException {
        try (BufferedReader reader =
                new BufferedReader(
                        new InputStreamReader(
                                Objects.requireNonNull(
                                        Rows.class.getResourceAsStream(resource), resource),
                                StandardCharsets.UTF_8))) {
            return reader.lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(line -> row(resource, line, cells))
                    .toList();
        }
    }

    private static List<String> row(String resource, String line, int cells) {
        List<String> row = List.of(line.split("\\|", -1)).stream().map(String::strip).toList();
        if (row.size() != cells) {
            throw new IllegalArgumentException(
                    "%s: row '%s' has %d cells; wanted %d"
                            .formatted(resource, line, row.size(), cells));
        }
        return row;
    }
}
