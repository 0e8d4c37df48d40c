package io.eyewall.sql.function;

import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An aggregate function of a query.
 *
 * @param kind which
 * @param arguments columns of the input; several only for COUNT
 * @param filter column that must be true; -1 for none
 * @param distinct whether equal arguments count once
 * @param type of the result, and of the arguments of SUM
 * @param literal the constant; null for all but LITERAL
 */
public record Aggregate(
        Kind kind,
        List<Integer> arguments,
        int filter,
        boolean distinct,
        Type type,
        @Nullable Serializable literal)
        implements Serializable {
    /** The aggregate functions. */
    public enum Kind {
        /** Rows whose arguments are not null. */
        COUNT,
        /** Null without a row. */
        SUM,
        /** 0 without a row. */
        SUM0,
        /** The least. */
        MIN,
        /** The greatest. */
        MAX,
        /** The first that comes. */
        ANY_VALUE,
        /** A constant; the planner uses it for NOT IN. */
        LITERAL,
        /** The only one; an error if there are two. */
        SINGLE_VALUE
    }

    /** How numbers are added. */
    public enum Type {
        /** 64 bits; an error when they don't suffice. */
        LONG,
        /** Exactly. */
        DECIMAL,
        /** As doubles. */
        DOUBLE,
        /** Nothing is added. */
        OTHER
    }
}
