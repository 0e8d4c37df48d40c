package io.eyewall.sql.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What a SELECT reads. */
sealed interface From extends Part {
    /**
     * A table, a view, or a query of WITH.
     *
     * @param name the name as it is written
     */
    record Named(String name, String alias) implements From {
        @Override
        public String text(boolean here) {
            return name + " AS " + alias;
        }

        @Override
        public List<Part> smaller() {
            return List.of();
        }

        @Override
        public void visit(Consumer<Part> visitor) {
            visitor.accept(this);
        }
    }

    /** A query in parentheses. */
    record Subquery(Query query, String alias) implements From {
        @Override
        public String text(boolean here) {
            return "(" + query.text(here) + ") AS " + alias;
        }

        @Override
        public List<Part> smaller() {
            List<Part> smaller = new ArrayList<>();
            for (Part less : query.smaller()) {
                smaller.add(new Subquery((Query) less, alias));
            }
            return smaller;
        }

        @Override
        public void visit(Consumer<Part> visitor) {
            visitor.accept(this);
            query.visit(visitor);
        }
    }

    /**
     * A join.
     *
     * @param operator such as LEFT JOIN
     * @param on the condition; null for CROSS JOIN
     */
    record Join(String operator, From left, From right, @Nullable Expr on) implements From {
        @Override
        public String text(boolean here) {
            return left.text(here)
                    + " "
                    + operator
                    + " "
                    + right.text(here)
                    + (on == null ? "" : " ON " + on.text(here));
        }

        @Override
        public List<Part> smaller() {
            List<Part> smaller = new ArrayList<>(List.of(left, right));
            if (on != null && !operator.equals("JOIN")) {
                smaller.add(new Join("JOIN", left, right, on));
            }
            for (Part less : left.smaller()) {
                smaller.add(new Join(operator, (From) less, right, on));
            }
            for (Part less : right.smaller()) {
                if (!(less instanceof Join)) {
                    smaller.add(new Join(operator, left, (From) less, on));
                }
            }
            if (on != null) {
                for (Part less : on.smaller()) {
                    smaller.add(new Join(operator, left, right, (Expr) less));
                }
            }
            return smaller;
        }

        @Override
        public void visit(Consumer<Part> visitor) {
            visitor.accept(this);
            left.visit(visitor);
            right.visit(visitor);
            if (on != null) {
                on.visit(visitor);
            }
        }
    }
}
