package io.eyewall.sql.function;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An aggregate that needs all rows of its group: a text of all, a percentile, the mode. */
public final class OrderedValues implements AggregateState {
    private final Aggregate.Kind kind;
    private final int[] arguments;
    private final Order order;
    private List<@Nullable Object[]> rows = new ArrayList<>();

    private OrderedValues(Aggregate.Kind kind, int[] arguments, Order order) {
        this.kind = kind;
        this.arguments = arguments;
        this.order = order;
    }

    /**
     * Creates the state of a group without rows. Generated code calls this.
     *
     * @param kind name of the {@link Aggregate.Kind}
     * @param arguments columns of the arguments
     * @param columns columns of the order
     * @param descending by column of the order: whether the greatest value comes first
     * @param nullsFirst by column of the order: whether rows without a value come first
     */
    public static OrderedValues of(
            String kind,
            int[] arguments,
            int[] columns,
            boolean[] descending,
            boolean[] nullsFirst) {
        List<Order.By> order = new ArrayList<>();
        for (int i = 0; i < columns.length; i++) {
            order.add(new Order.By(columns[i], descending[i], nullsFirst[i]));
        }
        return new OrderedValues(Aggregate.Kind.valueOf(kind), arguments, new Order(order));
    }

    /** Returns the source of a call of {@link #of} for an aggregate. */
    static String source(Aggregate aggregate) {
        List<String> columns = new ArrayList<>();
        List<String> descending = new ArrayList<>();
        List<String> nullsFirst = new ArrayList<>();
        for (Order.By by : aggregate.order().columns()) {
            columns.add(String.valueOf(by.column()));
            descending.add(String.valueOf(by.descending()));
            nullsFirst.add(String.valueOf(by.nullsFirst()));
        }
        return "%s.of(\"%s\", new int[] {%s}, new int[] {%s}, new boolean[] {%s}, new boolean[] {%s})"
                .formatted(
                        OrderedValues.class.getName(),
                        aggregate.kind(),
                        String.join(
                                ", ", aggregate.arguments().stream().map(String::valueOf).toList()),
                        String.join(", ", columns),
                        String.join(", ", descending),
                        String.join(", ", nullsFirst));
    }

    @Override
    public void add(@Nullable Object[] row) {
        rows.add(row);
    }

    @Override
    public @Nullable Object result() {
        if (rows.isEmpty()) {
            return null;
        }
        List<@Nullable Object[]> sorted = rows;
        if (!order.columns().isEmpty()) {
            sorted = new ArrayList<>(rows);
            sorted.sort(order);
        }
        return switch (kind) {
            case STRING_AGG -> text(sorted);
            case PERCENTILE_CONT -> continuousPercentile(sorted);
            case PERCENTILE_DISC -> discretePercentile(sorted);
            case MODE -> mode();
            default -> throw new IllegalStateException(kind + " keeps no rows");
        };
    }

    private String text(List<@Nullable Object[]> sorted) {
        StringBuilder text = new StringBuilder();
        boolean isFirst = true;
        for (@Nullable Object[] row : sorted) {
            if (!isFirst) {
                Object separator = arguments.length > 1 ? row[arguments[1]] : ",";
                text.append(separator == null ? "" : separator);
            }
            text.append(row[arguments[0]]);
            isFirst = false;
        }
        return text.toString();
    }

    private double fraction(List<@Nullable Object[]> sorted) {
        return ((Number) Objects.requireNonNull(sorted.get(0)[arguments[0]])).doubleValue();
    }

    private Object value(List<@Nullable Object[]> sorted, int index) {
        return Objects.requireNonNull(sorted.get(index)[order.columns().get(0).column()]);
    }

    private double continuousPercentile(List<@Nullable Object[]> sorted) {
        double place = fraction(sorted) * (sorted.size() - 1);
        int below = (int) Math.floor(place);
        int above = (int) Math.ceil(place);
        double low = ((Number) value(sorted, below)).doubleValue();
        double high = ((Number) value(sorted, above)).doubleValue();
        return below == above ? low : low + (high - low) * (place - below);
    }

    private Object discretePercentile(List<@Nullable Object[]> sorted) {
        int rank = (int) Math.ceil(fraction(sorted) * sorted.size());
        return value(sorted, Math.max(1, rank) - 1);
    }

    private @Nullable Object mode() {
        Order.By ascending = new Order.By(arguments[0], false, false);
        List<@Nullable Object[]> sorted = new ArrayList<>(rows);
        sorted.sort(new Order(List.of(ascending)));
        Object mode = null;
        int most = 0;
        int count = 0;
        Object last = null;
        for (@Nullable Object[] row : sorted) {
            Object value = row[arguments[0]];
            count = ascending.compareValues(last, value) == 0 ? count + 1 : 1;
            last = value;
            if (count > most) {
                most = count;
                mode = value;
            }
        }
        return mode;
    }

    @Override
    public Object saved() {
        return rows.toArray();
    }

    @Override
    public void restore(Object saved) {
        rows = new ArrayList<>();
        Arrays.stream((Object[]) saved).forEach(row -> rows.add((Object[]) row));
    }
}
