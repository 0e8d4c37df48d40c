package io.eyewall.cli.terminal;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Rows of text in columns: text columns are aligned left, number columns right. */
public final class TextTable {
    private static final String GAP = "  ";
    private static final int MIN_NAME_WIDTH = 8;

    private final List<List<String>> rows = new ArrayList<>();
    private final int textColumns;

    /**
     * Creates a table.
     *
     * @param textColumns the number of text columns, which come first
     * @param header the column titles
     */
    public TextTable(int textColumns, List<String> header) {
        this.textColumns = textColumns;
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
     * Returns lines that fit into a terminal: leaves out omittable columns, and shortens the names
     * in the first column if that is not enough.
     *
     * @param columns the terminal's width
     * @param omittable indexes of columns that may be left out, in this order
     */
    public List<String> lines(int columns, List<Integer> omittable) {
        List<Integer> shown = new ArrayList<>();
        for (int i = 0; i < rows.get(0).size(); i++) {
            shown.add(i);
        }
        int next = 0;
        while (width(shown) > columns && next < omittable.size()) {
            shown.remove(omittable.get(next++));
        }
        int excess = Math.max(0, width(shown) - columns);
        int nameWidth = Math.max(Math.min(MIN_NAME_WIDTH, width(0)), width(0) - excess);
        return rows.stream().map(row -> cut(line(row, shown, nameWidth), columns)).toList();
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

    private String line(List<String> row, List<Integer> shown, int nameWidth) {
        StringBuilder line = new StringBuilder();
        for (int column : shown) {
            String cell = row.get(column);
            if (column == 0) {
                String name =
                        cell.length() <= nameWidth ? cell : cell.substring(0, nameWidth - 1) + "~";
                line.append(name).append(" ".repeat(nameWidth - name.length()));
                continue;
            }
            String pad = " ".repeat(width(column) - cell.length());
            line.append(GAP).append(column < textColumns ? cell + pad : pad + cell);
        }
        return line.toString().stripTrailing();
    }
}
