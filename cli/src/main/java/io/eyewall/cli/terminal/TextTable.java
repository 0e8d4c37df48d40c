package io.eyewall.cli.terminal;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Rows of text in columns: text columns are aligned left, number columns right. */
public final class TextTable {
    private static final String GAP = "  ";
    private static final int NARROWEST_NAME = 8;

    private final List<List<String>> rows = new ArrayList<>();
    private final int names;

    /**
     * Creates a table.
     *
     * @param names the number of text columns, which come first
     * @param header the column titles
     */
    public TextTable(int names, List<String> header) {
        this.names = names;
        rows.add(header);
    }

    public void add(List<String> row) {
        rows.add(row);
    }

    /** Returns all lines in full width; the header is the first. */
    public List<String> lines() {
        return lines(Integer.MAX_VALUE, Collections.emptyList());
    }

    /**
     * Returns lines that fit into a terminal. First columns are left out, then the names in the
     * first column are shortened.
     *
     * @param columns the terminal's width
     * @param leaveOut indexes of columns that may be left out, in this order
     */
    public List<String> lines(int columns, List<Integer> leaveOut) {
        List<Integer> shown = new ArrayList<>();
        for (int i = 0; i < rows.get(0).size(); i++) {
            shown.add(i);
        }
        int next = 0;
        while (width(shown) > columns && next < leaveOut.size()) {
            shown.remove(leaveOut.get(next++));
        }
        int tooWide = Math.max(0, width(shown) - columns);
        int first = Math.max(Math.min(NARROWEST_NAME, width(0)), width(0) - tooWide);
        return rows.stream().map(row -> cut(line(row, shown, first), columns)).toList();
    }

    private static String cut(String line, int columns) {
        return line.length() <= columns ? line : line.substring(0, columns);
    }

    private int width(List<Integer> shown) {
        return shown.stream().mapToInt(this::width).sum() + GAP.length() * (shown.size() - 1);
    }

    private int width(int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    }

    private String line(List<String> row, List<Integer> shown, int first) {
        StringBuilder line = new StringBuilder();
        for (int column : shown) {
            String cell = row.get(column);
            if (column == 0) {
                String name = cell.length() <= first ? cell : cell.substring(0, first - 1) + "~";
                line.append(name).append(" ".repeat(first - name.length()));
                continue;
            }
            String pad = " ".repeat(width(column) - cell.length());
            line.append(GAP).append(column < names ? cell + pad : pad + cell);
        }
        return line.toString().stripTrailing();
    }
}
