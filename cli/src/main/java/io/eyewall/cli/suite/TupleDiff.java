package io.eyewall.cli.suite;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Compares emitted tuples with the expected ones and shows the difference. A line begins with
 * {@code -} if the tuple is expected and missing, with {@code +} if it is emitted and unexpected,
 * and with spaces if it is right.
 */
final class TupleDiff {
    /** Maximum number of lines; more would not help the reader. */
    private static final int MAX_LINES = 60;

    /**
     * Maximum size of the table of all pairs. If it would be larger, only the first difference is
     * shown.
     */
    private static final int MAX_PAIRS = 4_000_000;

    /** Number of right tuples that are shown before the first difference. */
    private static final int CONTEXT_LINES = 3;

    private final List<String> declared;
    private final List<Map<String, @Nullable Object>> expected;
    private final List<List<Object>> actual;

    /**
     * Creates a comparison.
     *
     * @param declared the stream's fields
     * @param expected by field, the expected values of all or some fields of each tuple
     * @param actual the values of all fields of each emitted tuple
     */
    TupleDiff(
            List<String> declared,
            List<Map<String, @Nullable Object>> expected,
            List<List<Object>> actual) {
        this.declared = declared;
        this.expected = expected;
        this.actual = actual;
    }

    /** Returns lines that show the difference; an empty list if there is none. */
    List<String> compare(TestSuite.Match match) {
        List<String> lines =
                switch (match) {
                    case EXACT -> inOrder();
                    case ANY_ORDER -> unordered(true);
                    case CONTAINS -> unordered(false);
                };
        if (lines.size() <= MAX_LINES) {
            return lines;
        }
        List<String> cut = new ArrayList<>(lines.subList(0, MAX_LINES));
        cut.add("... (" + (lines.size() - MAX_LINES) + " more lines)");
        return cut;
    }

    private boolean matches(int expectedRow, int actualRow) {
        List<Object> values = actual.get(actualRow);
        for (Map.Entry<String, @Nullable Object> field : expected.get(expectedRow).entrySet()) {
            int index = declared.indexOf(field.getKey());
            if (index < 0 || !ExpectedValue.matches(field.getValue(), values.get(index))) {
                return false;
            }
        }
        return true;
    }

    /**
     * Computes the longest common subsequence and reports all other tuples as missing or
     * unexpected.
     */
    private List<String> inOrder() {
        int n = expected.size();
        int m = actual.size();
        int same = 0;
        while (same < Math.min(n, m) && matches(same, same)) {
            same++;
        }
        if (same == n && same == m) {
            return List.of();
        }
        if ((long) (n - same) * (m - same) > MAX_PAIRS) {
            return List.of(
                    "the first " + same + " tuples are right; then",
                    same < n ? "- " + print(expected.get(same)) : "- nothing more",
                    same < m ? "+ " + print(actual.get(same)) : "+ nothing more",
                    n + " were expected, " + m + " emitted");
        }
        int[][] common = new int[n + 1][m + 1];
        for (int i = n - 1; i >= same; i--) {
            for (int j = m - 1; j >= same; j--) {
                common[i][j] =
                        matches(i, j)
                                ? common[i + 1][j + 1] + 1
                                : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }
        List<String> lines = new ArrayList<>();
        for (int i = Math.max(0, same - CONTEXT_LINES); i < same; i++) {
            lines.add("  " + print(actual.get(i)));
        }
        int i = same;
        int j = same;
        while (i < n || j < m) {
            if (i < n && j < m && matches(i, j)) {
                lines.add("  " + print(actual.get(j)));
                i++;
                j++;
            } else if (i < n && (j == m || common[i + 1][j] >= common[i][j + 1])) {
                lines.add("- " + print(expected.get(i++)));
            } else {
                lines.add("+ " + print(actual.get(j++)));
            }
        }
        return lines;
    }

    /**
     * Pairs rows by augmenting paths, because one expected row may match several emitted ones.
     *
     * @param reportUnexpected whether unexpected tuples are errors
     */
    private List<String> unordered(boolean reportUnexpected) {
        int[] takenBy = new int[actual.size()];
        Arrays.fill(takenBy, -1);
        List<Integer> missing = new ArrayList<>();
        for (int i = 0; i < expected.size(); i++) {
            if (!pair(i, takenBy, new boolean[actual.size()])) {
                missing.add(i);
            }
        }
        List<String> extra = new ArrayList<>();
        for (int j = 0; j < takenBy.length; j++) {
            if (takenBy[j] < 0) {
                extra.add((reportUnexpected ? "+ " : "  ") + print(actual.get(j)));
            }
        }
        if (missing.isEmpty() && (!reportUnexpected || extra.isEmpty())) {
            return List.of();
        }
        List<String> lines = new ArrayList<>();
        missing.forEach(i -> lines.add("- " + print(expected.get(i))));
        lines.addAll(extra);
        return lines;
    }

    private boolean pair(int row, int[] takenBy, boolean[] tried) {
        for (int j = 0; j < takenBy.length; j++) {
            if (!tried[j] && takenBy[j] < 0 && matches(row, j)) {
                takenBy[j] = row;
                return true;
            }
        }
        for (int j = 0; j < takenBy.length; j++) {
            if (!tried[j] && matches(row, j)) {
                tried[j] = true;
                if (pair(takenBy[j], takenBy, tried)) {
                    takenBy[j] = row;
                    return true;
                }
            }
        }
        return false;
    }

    private String print(List<Object> values) {
        Map<String, @Nullable Object> named = new LinkedHashMap<>();
        for (int i = 0; i < values.size(); i++) {
            named.put(i < declared.size() ? declared.get(i) : "#" + i, values.get(i));
        }
        return print(named);
    }

    private String print(Map<String, @Nullable Object> row) {
        return row.entrySet().stream()
                .sorted(Comparator.comparingInt(entry -> declared.indexOf(entry.getKey())))
                .map(entry -> entry.getKey() + ": " + ExpectedValue.toYaml(entry.getValue()))
                .collect(Collectors.joining(", ", "{", "}"));
    }
}
