package io.eyewall.sql.function;

import java.io.Serializable;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
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
    /** Which function. */
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

    State start() {
        return new State();
    }

    /** What has been seen so far of one group. */
    final class State {
        private final int[] columns = arguments.stream().mapToInt(Integer::intValue).toArray();
        private final @Nullable Set<Key> seen = distinct ? new HashSet<>() : null;
        private long count;
        private @Nullable Object value;

        void add(@Nullable Object[] row) {
            if (filter >= 0 && !Boolean.TRUE.equals(row[filter])) {
                return;
            }
            boolean needsAll = kind != Kind.SINGLE_VALUE;
            for (int argument : columns) {
                if (needsAll && row[argument] == null) {
                    return;
                }
            }
            if (seen != null && !seen.add(Key.of(row, columns))) {
                return;
            }
            count++;
            if (kind == Kind.SINGLE_VALUE) {
                single(row[columns[0]]);
            } else if (kind != Kind.COUNT && kind != Kind.LITERAL) {
                accept(Objects.requireNonNull(row[columns[0]]));
            }
        }

        @SuppressWarnings({"unchecked", "rawtypes"}) // columns have one type
        private void accept(Object next) {
            switch (kind) {
                case COUNT, LITERAL -> {}
                case SUM, SUM0 -> value = value == null ? first(next) : sum(value, next);
                case MIN -> {
                    if (value == null || ((Comparable) next).compareTo(value) < 0) {
                        value = next;
                    }
                }
                case MAX -> {
                    if (value == null || ((Comparable) next).compareTo(value) > 0) {
                        value = next;
                    }
                }
                case ANY_VALUE -> value = value == null ? next : value;
                case SINGLE_VALUE -> throw new IllegalStateException("not here");
            }
        }

        private void single(@Nullable Object next) {
            if (count > 1) {
                throw new IllegalStateException(
                        "a subquery that stands for one value has several rows; aggregate them");
            }
            value = next;
        }

        private Object first(Object next) {
            return switch (type) {
                case LONG -> ((Number) next).longValue();
                case DECIMAL -> decimal(next);
                case DOUBLE -> ((Number) next).doubleValue();
                case OTHER -> throw new IllegalStateException("no number: " + next);
            };
        }

        private Object sum(Object so, Object next) {
            return switch (type) {
                case LONG -> Math.addExact((Long) so, ((Number) next).longValue());
                case DECIMAL -> ((BigDecimal) so).add(decimal(next));
                case DOUBLE -> (Double) so + ((Number) next).doubleValue();
                case OTHER -> throw new IllegalStateException("no number: " + next);
            };
        }

        private static BigDecimal decimal(Object number) {
            return number instanceof BigDecimal decimal
                    ? decimal
                    : new BigDecimal(number.toString());
        }

        @Nullable Object result() {
            if (kind == Kind.COUNT) {
                return count;
            }
            if (kind == Kind.LITERAL) {
                return literal;
            }
            if (kind == Kind.SUM0 && value == null) {
                return first(0);
            }
            return value;
        }
    }
}
