package io.eyewall.sql.function;

import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An aggregate function of a query.
 *
 * @param kind the function
 * @param arguments columns of the input
 * @param filter column that must be true, or the row is ignored; -1 for none
 * @param distinct whether equal arguments count once
 * @param type how SUM adds its arguments, and the type of the result
 * @param scale number of digits of a DECIMAL result behind the point
 * @param order the order of WITHIN GROUP; that of a percentile has one column
 * @param literal the constant of LITERAL; null for all other kinds
 */
public record Aggregate(
        Kind kind,
        List<Integer> arguments,
        int filter,
        boolean distinct,
        Type type,
        int scale,
        Order order,
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
        SINGLE_VALUE,
        /** The bits that all values have. */
        BIT_AND,
        /** The bits that at least one value has. */
        BIT_OR,
        /** The bits that an odd number of values have. */
        BIT_XOR,
        /** The texts of the first argument, separated by those of the second. */
        STRING_AGG,
        /** The value at a part of the ordered values; between two of them, interpolated. */
        PERCENTILE_CONT,
        /** The first of the ordered values up to which a part of them lies. */
        PERCENTILE_DISC,
        /** The most frequent value; of several, the least. */
        MODE,
        /** The variance of all values. */
        VAR_POP,
        /** The variance, estimated from a sample. */
        VAR_SAMP,
        /** The standard deviation of all values. */
        STDDEV_POP,
        /** The standard deviation, estimated from a sample. */
        STDDEV_SAMP,
        /** The covariance of two values. */
        COVAR_POP,
        /** The covariance of two values, estimated from a sample. */
        COVAR_SAMP,
        /** The sum of the squares of the distances of x from its average. */
        REGR_SXX,
        /** The sum of the squares of the distances of y from its average. */
        REGR_SYY,
        /** The coefficient of the correlation of two values. */
        CORR,
        /** The slope of the line that fits the values (y, x) best. */
        REGR_SLOPE,
        /** The y at which the line that fits best has x = 0. */
        REGR_INTERCEPT,
        /** The square of the coefficient of correlation. */
        REGR_R2,
        /** The sum of the products of the distances of x and y from their averages. */
        REGR_SXY,
        /** The average of x where both values are there. */
        REGR_AVGX,
        /** The average of y where both values are there. */
        REGR_AVGY
    }

    /** Returns whether the result depends on the order in which rows are added. */
    boolean dependsOnOrder() {
        return (kind == Kind.STRING_AGG && order.columns().isEmpty()) || kind == Kind.ANY_VALUE;
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
