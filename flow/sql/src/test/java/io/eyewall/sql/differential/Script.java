package io.eyewall.sql.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Tables, views and one query.
 *
 * @param views the views before the query, in their order
 */
record Script(List<Table> tables, List<View> views, Query query) {
    /** A view. */
    record View(String name, Query query) {
        String text(boolean here) {
            return (here ? "CREATE VIEW " : "CREATE TEMPORARY VIEW ")
                    + name
                    + " AS "
                    + query.text(here)
                    + ";\n";
        }
    }

    /** Returns the definitions and the query for Eyewall, with streams instead of tables. */
    String hereOfStreams() {
        return here(table -> "'connector' = 'stdin'").replace("CREATE TABLE ", "CREATE STREAM ");
    }

    /** Returns the script with at most a number of rows in each table. */
    Script withRows(int most) {
        List<Table> fewer = new ArrayList<>();
        for (Table table : tables) {
            int count = Math.min(most, table.rows().size());
            fewer.add(table.with(table.rows().subList(0, count)));
        }
        return new Script(fewer, views, query);
    }

    /** Returns the script without the order of the query's rows, unless a limit needs it. */
    Script withoutOrder() {
        return new Script(tables, views, query.withoutOrder());
    }

    /** Returns the definitions and the query for Eyewall. */
    String here(Function<Table, String> options) {
        StringBuilder text = new StringBuilder();
        tables.forEach(table -> text.append(table.here(options.apply(table))));
        views.forEach(view -> text.append(view.text(true)));
        return text + query.text(true) + ";\n";
    }

    /** Returns the definitions for PostgreSQL. */
    String definitionsThere() {
        StringBuilder text = new StringBuilder();
        tables.forEach(table -> text.append(table.there()));
        views.forEach(view -> text.append(view.text(false)));
        return text.toString();
    }

    /** Returns whether an expression has a mark. */
    boolean contains(Deliberate.Mark mark) {
        boolean[] found = new boolean[1];
        visit(part -> found[0] |= part instanceof Expr expr && expr.mark() == mark);
        return found[0];
    }

    private void visit(Consumer<Part> visitor) {
        query.visit(visitor);
        views.forEach(view -> view.query().visit(visitor));
    }

    /** Returns smaller scripts, the smallest first. */
    List<Script> smaller() {
        List<Script> smaller = new ArrayList<>();
        for (Table table : tables) {
            if (!named(table.name())) {
                smaller.add(new Script(without(tables, table), views, query));
            }
        }
        for (View view : views) {
            smaller.add(new Script(tables, without(views, view), query));
            smaller.add(new Script(tables, List.of(), view.query()));
        }
        for (Part less : query.smaller()) {
            smaller.add(new Script(tables, views, (Query) less));
        }
        for (int i = 0; i < views.size(); i++) {
            View view = views.get(i);
            for (Part less : view.query().smaller()) {
                List<View> changed = new ArrayList<>(views);
                changed.set(i, new View(view.name(), (Query) less));
                smaller.add(new Script(tables, changed, query));
            }
        }
        for (int i = 0; i < tables.size(); i++) {
            Table table = tables.get(i);
            for (List<Object[]> fewer : fewer(table.rows())) {
                List<Table> changed = new ArrayList<>(tables);
                changed.set(i, table.with(fewer));
                smaller.add(new Script(changed, views, query));
            }
        }
        return smaller;
    }

    private boolean named(String name) {
        boolean[] found = new boolean[1];
        visit(
                part ->
                        found[0] |=
                                part instanceof From.Named table
                                        && table.name().replace("\"", "").equalsIgnoreCase(name));
        return found[0];
    }

    /** Returns the rows without all, halves, quarters and so on, down to single rows. */
    private static List<List<Object[]>> fewer(List<Object[]> rows) {
        List<List<Object[]>> fewer = new ArrayList<>();
        for (int size = rows.size(); size > 0; size /= 2) {
            for (int from = 0; from < rows.size(); from += size) {
                List<Object[]> rest = new ArrayList<>(rows.subList(0, from));
                rest.addAll(rows.subList(Math.min(rows.size(), from + size), rows.size()));
                fewer.add(rest);
            }
        }
        return fewer;
    }

    private static <T> List<T> without(List<T> all, T one) {
        List<T> rest = new ArrayList<>(all);
        rest.remove(one);
        return rest;
    }
}
