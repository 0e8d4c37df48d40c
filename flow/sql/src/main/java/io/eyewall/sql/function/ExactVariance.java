package io.eyewall.sql.function;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The variance or standard deviation of exact numbers. Sums of numbers and of their squares lose no
 * digit here, so that their difference is exact, too.
 */
public final class ExactVariance implements AggregateState {
    private static final MathContext DIGITS = new MathContext(80);

    private final Aggregate.Kind kind;
    private final int column;
    private final int scale;
    private long count;
    private BigDecimal sum = BigDecimal.ZERO;
    private BigDecimal squares = BigDecimal.ZERO;

    private ExactVariance(Aggregate.Kind kind, int column, int scale) {
        this.kind = kind;
        this.column = column;
        this.scale = scale;
    }

    /**
     * Creates the state of a group without rows. Generated code calls this.
     *
     * @param kind name of the {@link Aggregate.Kind}
     * @param scale number of digits of the result behind the point
     */
    public static ExactVariance of(String kind, int column, int scale) {
        return new ExactVariance(Aggregate.Kind.valueOf(kind), column, scale);
    }

    /** Returns the source of a call of {@link #of} for an aggregate. */
    static String source(Aggregate aggregate) {
        return "%s.of(\"%s\", %d, %d)"
                .formatted(
                        ExactVariance.class.getName(),
                        aggregate.kind(),
                        aggregate.arguments().get(0),
                        aggregate.scale());
    }

    @Override
    public void add(@Nullable Object[] row) {
        BigDecimal number = Sums.decimal(Objects.requireNonNull(row[column]));
        count++;
        sum = sum.add(number);
        squares = squares.add(number.multiply(number));
    }

    @Override
    public @Nullable Object result() {
        boolean ofSample = kind == Aggregate.Kind.VAR_SAMP || kind == Aggregate.Kind.STDDEV_SAMP;
        if (count < (ofSample ? 2 : 1)) {
            return null;
        }
        BigDecimal rows = BigDecimal.valueOf(count);
        BigDecimal divisor = rows.multiply(BigDecimal.valueOf(ofSample ? count - 1 : count));
        BigDecimal variance =
                rows.multiply(squares).subtract(sum.multiply(sum)).divide(divisor, DIGITS);
        boolean isDeviation =
                kind == Aggregate.Kind.STDDEV_POP || kind == Aggregate.Kind.STDDEV_SAMP;
        BigDecimal result = isDeviation ? variance.sqrt(DIGITS) : variance;
        return result.setScale(scale, RoundingMode.DOWN);
    }

    @Override
    public Object saved() {
        return new Object[] {count, sum, squares};
    }

    @Override
    public void restore(Object saved) {
        Object[] values = (Object[]) saved;
        count = (Long) values[0];
        sum = (BigDecimal) values[1];
        squares = (BigDecimal) values[2];
    }
}
