package io.eyewall.sql.function;

import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides which rows of two inputs are paired, and whether rows without a partner are in the
 * result.
 *
 * @param kind the kind of the join
 * @param leftWidth number of columns of a left row
 * @param rightWidth number of columns of a right row
 * @param condition condition that pairs must meet in addition to equal keys; null for none
 * @param query location of the query, for error messages
 * @param columns names of the columns of a pair
 */
public record JoinRule(
        Kind kind,
        int leftWidth,
        int rightWidth,
        @Nullable Code condition,
        String query,
        List<String> columns)
        implements Serializable {
    /** The kinds of joins. */
    public enum Kind {
        /** INNER: the pairs. */
        INNER,
        /** LEFT OUTER: the pairs, and the left rows without a partner. */
        LEFT,
        /** RIGHT OUTER: the pairs, and the right rows without a partner. */
        RIGHT,
        /** FULL OUTER: the pairs, and the rows of both sides without a partner. */
        FULL,
        /** The left rows that have a partner. */
        SEMI,
        /** The left rows that have no partner. */
        ANTI
    }

    /** Returns whether the result has pairs of rows. */
    public boolean emitsPairs() {
        return kind != Kind.SEMI && kind != Kind.ANTI;
    }

    /**
     * Returns the row that a left row adds to the result after all its partners are known, in
     * addition to its pairs; null if it adds none.
     */
    public Object @Nullable [] leftResult(Object[] row, boolean isPaired) {
        return switch (kind) {
            case SEMI -> isPaired ? row : null;
            case ANTI -> isPaired ? null : row;
            case LEFT, FULL -> isPaired ? null : Rows.pair(row, new Object[rightWidth]);
            case INNER, RIGHT -> null;
        };
    }

    /**
     * Returns the row that a right row without a partner adds to the result; null if it adds none.
     */
    public Object @Nullable [] rightResult(Object[] row) {
        return kind == Kind.RIGHT || kind == Kind.FULL
                ? Rows.pair(new Object[leftWidth], row)
                : null;
    }

    /** Compiles the condition; each task calls this once. */
    public Condition compile() {
        return new Condition(condition == null ? null : condition.compile(), query, columns);
    }

    /** The compiled condition of one task; it holds for every pair if {@code compiled} is null. */
    public record Condition(Code.@Nullable Compiled compiled, String query, List<String> columns) {
        /** Returns whether the condition holds for a pair. */
        public boolean holdsFor(Object[] pair) {
            try {
                return compiled == null || compiled.apply(pair) != null;
            } catch (RuntimeException e) {
                throw RowException.forRow(query, columns, pair, e);
            }
        }
    }
}
