package io.eyewall.sql.differential;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A query; its columns are named {@code c0}, {@code c1} and so on. */
sealed interface Query extends Part {
    /** Returns the types of the columns. */
    List<Kind> kinds();

    /** Returns whether the order of the rows is fixed. */
    default boolean isOrdered() {
        return false;
    }

    /** Returns the query without the order of its rows, unless a limit needs it. */
    default Query withoutOrder() {
        return this;
    }

    /**
     * A SELECT.
     *
     * @param distinct whether rows are distinct
     * @param items the expressions of the columns
     * @param from what is read; null for constants
     * @param where the condition
     * @param groups the expressions of GROUP BY; null if there is none
     * @param grouping how the groups are written: a format with one {@code %s}
     * @param having the condition of groups
     * @param order the text behind ORDER BY, whose columns are numbers; empty for no order
     * @param limit the text of LIMIT and OFFSET
     */
    record Select(
            boolean distinct,
            List<Expr> items,
            @Nullable From from,
            @Nullable Expr where,
            @Nullable List<Expr> groups,
            String grouping,
            @Nullable Expr having,
            String order,
            String limit)
            implements Query {
        @Override
        public List<Kind> kinds() {
            return items.stream().map(Expr::kind).toList();
        }

        @Override
        public boolean isOrdered() {
            return !order.isEmpty();
        }

        @Override
        public String text(boolean here) {
            StringBuilder text = new StringBuilder(distinct ? "SELECT DISTINCT " : "SELECT ");
            for (int i = 0; i < items.size(); i++) {
                text.append(i == 0 ? "" : ", ").append(items.get(i).text(here));
                text.append(" AS c").append(i);
            }
            if (from != null) {
                text.append(" FROM ").append(from.text(here));
            }
            if (where != null) {
                text.append(" WHERE ").append(where.text(here));
            }
            if (groups != null && !groups.isEmpty()) {
                String all =
                        groups.stream()
                                .map(each -> each.text(here))
                                .collect(Collectors.joining(", "));
                text.append(" GROUP BY ").append(grouping.replace("%s", all));
            }
            if (having != null) {
                text.append(" HAVING ").append(having.text(here));
            }
            return text + (order.isEmpty() ? "" : " ORDER BY " + order) + limit;
        }

        @Override
        public Query withoutOrder() {
            return limit.isEmpty() || limit.strip().equals("OFFSET 0")
                    ? new Select(distinct, items, from, where, groups, grouping, having, "", "")
                    : this;
        }

        private Select with(List<Expr> newItems) {
            return new Select(
                    distinct, newItems, from, where, groups, grouping, having, order, limit);
        }

        private Select with(@Nullable From newFrom) {
            return new Select(
                    distinct, items, newFrom, where, groups, grouping, having, order, limit);
        }

        private Select with(@Nullable Expr newWhere, @Nullable Expr newHaving) {
            return new Select(
                    distinct, items, from, newWhere, groups, grouping, newHaving, order, limit);
        }

        private Select grouped(@Nullable List<Expr> by, String form) {
            return new Select(distinct, items, from, where, by, form, having, order, limit);
        }

        @Override
        public List<Part> smaller() {
            List<Part> smaller = new ArrayList<>();
            visitFrom(
                    inner -> {
                        if (inner.kinds().equals(kinds())) {
                            smaller.add(inner);
                        }
                    });
            if (!order.isEmpty()) {
                smaller.add(
                        new Select(distinct, items, from, where, groups, grouping, having, "", ""));
            }
            if (!limit.isEmpty()) {
                smaller.add(
                        new Select(
                                distinct, items, from, where, groups, grouping, having, order, ""));
            }
            if (where != null) {
                smaller.add(with(null, having));
            }
            if (having != null) {
                smaller.add(with(where, null));
            }
            if (distinct) {
                smaller.add(
                        new Select(
                                false, items, from, where, groups, grouping, having, order, limit));
            }
            if (items.size() > 1 && order.isEmpty()) {
                for (int i = 0; i < items.size(); i++) {
                    smaller.add(with(without(items, i)));
                }
            }
            if (groups != null) {
                smaller.add(grouped(null, "%s"));
                if (!grouping.equals("%s")) {
                    smaller.add(grouped(groups, "%s"));
                }
                for (int i = 0; i < groups.size(); i++) {
                    if (groups.size() > 1 && !grouping.contains("(1")) {
                        smaller.add(grouped(without(groups, i), grouping));
                    }
                }
            }
            if (from != null) {
                smaller.add(with((From) null));
                from.smaller().forEach(less -> smaller.add(with((From) less)));
            }
            if (where != null) {
                where.smaller().forEach(less -> smaller.add(with((Expr) less, having)));
            }
            if (having != null) {
                having.smaller().forEach(less -> smaller.add(with(where, (Expr) less)));
            }
            for (int i = 0; i < items.size(); i++) {
                for (Part less : items.get(i).smaller()) {
                    smaller.add(with(replaced(items, i, (Expr) less)));
                }
            }
            for (int i = 0; groups != null && i < groups.size(); i++) {
                for (Part less : groups.get(i).smaller()) {
                    if (((Expr) less).parts().isEmpty() && !less.text(true).contains(".")) {
                        continue; // a constant in GROUP BY is the number of a column
                    }
                    smaller.add(grouped(replaced(groups, i, (Expr) less), grouping));
                }
            }
            return smaller;
        }

        private void visitFrom(Consumer<Query> visitor) {
            if (from != null) {
                from.visit(
                        part -> {
                            if (part instanceof From.Subquery subquery) {
                                visitor.accept(subquery.query());
                            }
                        });
            }
        }

        @Override
        public void visit(Consumer<Part> visitor) {
            visitor.accept(this);
            items.forEach(item -> item.visit(visitor));
            if (from != null) {
                from.visit(visitor);
            }
            if (where != null) {
                where.visit(visitor);
            }
            if (groups != null) {
                groups.forEach(each -> each.visit(visitor));
            }
            if (having != null) {
                having.visit(visitor);
            }
        }
    }

    /**
     * Two queries with as many columns of the same types.
     *
     * @param operator such as UNION ALL
     */
    record Sets(String operator, Query left, Query right) implements Query {
        @Override
        public List<Kind> kinds() {
            return left.kinds();
        }

        @Override
        public String text(boolean here) {
            return "(" + left.text(here) + ") " + operator + " (" + right.text(here) + ")";
        }

        @Override
        public List<Part> smaller() {
            List<Part> smaller = new ArrayList<>(List.of(left, right));
            if (left instanceof Select first && right instanceof Select second) {
                int columns = first.items().size();
                boolean free = first.order().isEmpty() && second.order().isEmpty();
                for (int i = 0; i < columns && columns > 1 && free; i++) {
                    smaller.add(
                            new Sets(
                                    operator,
                                    first.with(without(first.items(), i)),
                                    second.with(without(second.items(), i))));
                }
            }
            for (Part less : left.smaller()) {
                if (((Query) less).kinds().equals(kinds())) {
                    smaller.add(new Sets(operator, (Query) less, right));
                }
            }
            for (Part less : right.smaller()) {
                if (((Query) less).kinds().equals(kinds())) {
                    smaller.add(new Sets(operator, left, (Query) less));
                }
            }
            return smaller;
        }

        @Override
        public void visit(Consumer<Part> visitor) {
            visitor.accept(this);
            left.visit(visitor);
            right.visit(visitor);
        }
    }

    /** A query with a name for another one. */
    record With(String name, Query named, Query body) implements Query {
        @Override
        public List<Kind> kinds() {
            return body.kinds();
        }

        @Override
        public boolean isOrdered() {
            return body.isOrdered();
        }

        @Override
        public Query withoutOrder() {
            return new With(name, named, body.withoutOrder());
        }

        @Override
        public String text(boolean here) {
            return "WITH " + name + " AS (" + named.text(here) + ") " + body.text(here);
        }

        @Override
        public List<Part> smaller() {
            List<Part> smaller = new ArrayList<>(List.of(body, named));
            for (Part less : body.smaller()) {
                smaller.add(new With(name, named, (Query) less));
            }
            for (Part less : named.smaller()) {
                smaller.add(new With(name, (Query) less, body));
            }
            return smaller;
        }

        @Override
        public void visit(Consumer<Part> visitor) {
            visitor.accept(this);
            named.visit(visitor);
            body.visit(visitor);
        }
    }

    private static List<Expr> without(List<Expr> all, int i) {
        List<Expr> fewer = new ArrayList<>(all);
        fewer.remove(i);
        return Collections.unmodifiableList(fewer);
    }

    private static List<Expr> replaced(List<Expr> all, int i, Expr other) {
        List<Expr> changed = new ArrayList<>(all);
        changed.set(i, other);
        return Collections.unmodifiableList(changed);
    }
}
