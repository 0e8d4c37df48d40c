package io.eyewall.sql.function;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An aggregate of pairs (y, x) of numbers: variance (of y alone), correlation and linear
 * regression. Sums of squares are updated by the method of Youngs and Cramer (1971), which does not
 * lose digits where values are large and close to each other.
 */
public final class Regression implements AggregateState {
    private final Aggregate.Kind kind;
    private final int columnOfY;
    private final int columnOfX;
    private double count;
    private double sumX;
    private double sumY;
    private double squaresX;
    private double squaresY;
    private double products;

    private Regression(Aggregate.Kind kind, int columnOfY, int columnOfX) {
        this.kind = kind;
        this.columnOfY = columnOfY;
        this.columnOfX = columnOfX;
    }

    /**
     * Creates the state of a group without rows. Generated code calls this.
     *
     * @param kind name of the {@link Aggregate.Kind}
     */
    public static Regression of(String kind, int columnOfY, int columnOfX) {
        return new Regression(Aggregate.Kind.valueOf(kind), columnOfY, columnOfX);
    }

    /** Returns the source of a call of {@link #of} for an aggregate. */
    static String source(Aggregate aggregate) {
        return "%s.of(\"%s\", %d, %d)"
                .formatted(
                        Regression.class.getName(),
                        aggregate.kind(),
                        aggregate.arguments().get(0),
                        aggregate.arguments().get(aggregate.arguments().size() - 1));
    }

    @Override
    public void add(@Nullable Object[] row) {
        double y = ((Number) Objects.requireNonNull(row[columnOfY])).doubleValue();
        double x = ((Number) Objects.requireNonNull(row[columnOfX])).doubleValue();
        count++;
        sumX += x;
        sumY += y;
        if (count > 1) {
            double distanceX = x * count - sumX;
            double distanceY = y * count - sumY;
            double scale = 1 / (count * (count - 1));
            squaresX += distanceX * distanceX * scale;
            squaresY += distanceY * distanceY * scale;
            products += distanceX * distanceY * scale;
        }
    }

    @Override
    public @Nullable Object result() {
        if (count == 0) {
            return null;
        }
        return switch (kind) {
            case REGR_AVGX -> sumX / count;
            case REGR_AVGY -> sumY / count;
            case REGR_SXY -> products;
            case REGR_SXX -> squaresX;
            case REGR_SYY -> squaresY;
            case VAR_POP -> squaresY / count;
            case VAR_SAMP -> ofSample(squaresY);
            case STDDEV_POP -> Math.sqrt(squaresY / count);
            case STDDEV_SAMP -> {
                Double variance = ofSample(squaresY);
                yield variance == null ? null : (Object) Math.sqrt(variance);
            }
            case COVAR_POP -> products / count;
            case COVAR_SAMP -> ofSample(products);
            case CORR ->
                    squaresX == 0 || squaresY == 0
                            ? null
                            : (Object) (products / Math.sqrt(squaresX * squaresY));
            case REGR_SLOPE -> squaresX == 0 ? null : (Object) (products / squaresX);
            case REGR_INTERCEPT ->
                    squaresX == 0 ? null : (Object) ((sumY - sumX * products / squaresX) / count);
            case REGR_R2 -> {
                if (squaresX == 0) {
                    yield null;
                }
                yield squaresY == 0 ? 1.0 : products * products / (squaresX * squaresY);
            }
            default -> throw new IllegalStateException(kind + " is no regression");
        };
    }

    private @Nullable Double ofSample(double sum) {
        return count < 2 ? null : (Double) (sum / (count - 1));
    }

    @Override
    public Object saved() {
        return new double[] {count, sumX, sumY, squaresX, squaresY, products};
    }

    @Override
    public void restore(Object saved) {
        double[] values = (double[]) saved;
        count = values[0];
        sumX = values[1];
        sumY = values[2];
        squaresX = values[3];
        squaresY = values[4];
        products = values[5];
    }
}
