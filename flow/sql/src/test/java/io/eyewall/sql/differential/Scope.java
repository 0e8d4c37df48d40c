package io.eyewall.sql.differential;

import java.util.ArrayList;
import java.util.List;

/**
 * The columns that an expression may name.
 *
 * @param columns the columns of the FROM clause
 * @param outer the columns of the query around, which the expression names rarely
 */
record Scope(List<Column> columns, List<Column> outer) {
    /** A column as it is written. */
    record Column(String text, Kind kind) {}

    static final Scope NONE = new Scope(List.of(), List.of());

    List<Column> of(Kind kind) {
        return columns.stream().filter(column -> column.kind() == kind).toList();
    }

    List<Column> outerOf(Kind kind) {
        return outer.stream().filter(column -> column.kind() == kind).toList();
    }

    Scope and(Scope other) {
        List<Column> all = new ArrayList<>(columns);
        all.addAll(other.columns);
        return new Scope(all, outer);
    }
}
