package io.eyewall.sql.function;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Which rows of two inputs meet, and what becomes of those that meet none.
 *
 * @param leftWidth columns of a row of the left
 * @param rightWidth of the right
 * @param condition that pairs must meet besides equal keys; null for none
 */
public record JoinRule(Kind kind, int leftWidth, int rightWidth, @Nullable Code condition)
        implements Serializable {
    /** Which rows are in the result. */
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

    /** What becomes of a row of the left in the end; null: nothing. */
    Object @Nullable [] ofLeft(Object[] row, boolean hasMet) {
        return switch (kind) {
            case SEMI -> hasMet ? row : null;
            case ANTI -> hasMet ? null : row;
            case LEFT, FULL -> hasMet ? null : Rows.pair(row, new Object[rightWidth]);
            case INNER, RIGHT -> null;
        };
    }

    /** What becomes of a row of the right that has met none; null: nothing. */
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
