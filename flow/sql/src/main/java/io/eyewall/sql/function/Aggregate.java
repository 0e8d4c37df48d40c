package io.eyewall.sql.function;

import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An aggregate function of a query.
 *
 * @param kind the function
 * @param arguments columns of the input; only COUNT may have several
 * @param filter column that must be true, or the row is ignored; -1 for none
 * @param distinct whether equal arguments count once
 * @param type how SUM adds its arguments, and the type of the result
 * @param literal the constant of LITERAL; null for all other kinds
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
        /** The number of rows whose arguments are not null. */
        COUNT,
        /** The sum; null if there is no row. */
        SUM,
        /** The sum; 0 if there is no row. */
        SUM0,
        /** The least value. */
        MIN,
        /** The greatest value. */
        MAX,
        /** The value that arrives first. */
        ANY_VALUE,
        /** A constant. The planner uses it for NOT IN. */
        LITERAL,
        /** The only value; a second row is an error. */
        SINGLE_VALUE
    }

    /** The arithmetic in which numbers are added. */
    public enum Type {
        /** 64-bit integers; an overflow is an error. */
        LONG,
        /** Exact decimals. */
        DECIMAL,
        /** Doubles. */
        DOUBLE,
        /** No arithmetic: nothing is added. */
        OTHER
    }
}
