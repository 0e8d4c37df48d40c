package io.eyewall.sql.function;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Decides which rows of two inputs are paired, and whether rows without a partner are in the
 * result.
 *
 * @param leftWidth columns of a row of the left
 * @param rightWidth of the right
 * @param condition that pairs must meet besides equal keys; null for none
 */
public record JoinRule(Kind kind, int leftWidth, int rightWidth, @Nullable Code condition)
        implements Serializable {
    /** The kinds of joins. */
    public enum Kind {
        /** Pairs. */
        INNER,
        /** Pairs, and rows of the left without one. */
        LEFT,
        /** Pairs, and rows of the right without one. */
        RIGHT,
        /** Pairs, and all rows without one. */
        FULL,
        /** Rows of the left that are in a pair. */
        SEMI,
        /** Rows of the left that are in none. */
        ANTI
    }

    boolean emitsPairs() {
        return kind != Kind.SEMI && kind != Kind.ANTI;
    }

    /** Returns the result row of a left row at the end; null for none. */
    Object @Nullable [] ofLeft(Object[] row, boolean hasMet) {
        return switch (kind) {
            case SEMI -> hasMet ? row : null;
            case ANTI -> hasMet ? null : row;
            case LEFT, FULL -> hasMet ? null : Rows.pair(row, new Object[rightWidth]);
            case INNER, RIGHT -> null;
        };
    }

    /** Returns the result row of a right row without a partner; null for none. */
    Object @Nullable [] ofRight(Object[] row) {
        return kind == Kind.RIGHT || kind == Kind.FULL
                ? Rows.pair(new Object[leftWidth], row)
                : null;
    }

    /** The condition, compiled where it is asked. */
    Condition compile() {
        return new Condition(condition == null ? null : condition.compile());
    }

    /** Of one task. */
    record Condition(Code.@Nullable Compiled compiled) {
        boolean isMet(Object[] pair) {
            return compiled == null || compiled.apply(pair) != null;
        }
    }
}
