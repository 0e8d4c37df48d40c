package io.eyewall.sql.function;

import java.util.List;
import java.util.stream.Collectors;

/** Generates the {@link Accumulator} of a list of aggregates as members of a class. */
final class AggregateCode {
    private AggregateCode() {}

    static Code of(List<Aggregate> aggregates) {
        StringBuilder fields = new StringBuilder();
        StringBuilder add = new StringBuilder();
        StringBuilder result = new StringBuilder();
        for (int i = 0; i < aggregates.size(); i++) {
            Aggregate aggregate = aggregates.get(i);
            fields.append(field(aggregate, i));
            if (aggregate.kind() != Aggregate.Kind.LITERAL) {
                add.append("if (").append(condition(aggregate, i)).append(") {\n");
                add.append(addition(aggregate, i)).append("}\n");
                result.append("row[first + " + i + "] = " + value(aggregate, i) + ";\n");
            }
        }
        return new Code(
                """
                %s
                public io.eyewall.sql.function.Accumulator fresh() { return new %s(); }
                public void add(Object[] row) {
                %s}
                public void result(Object[] row, int first) {
                %s}
                """
                        .formatted(fields, Code.CLASS_NAME, add, result));
    }

    private static String field(Aggregate aggregate, int i) {
        String seen =
                aggregate.distinct()
                        ? "private final java.util.Set seen" + i + " = new java.util.HashSet();\n"
                        : "";
        return seen
                + switch (aggregate.kind()) {
                    case LITERAL -> "";
                    case COUNT -> "private long so" + i + ";\n";
                    case SUM, SUM0 ->
                            switch (aggregate.type()) {
                                case LONG -> counted("long", i);
                                case DOUBLE -> counted("double", i);
                                case DECIMAL -> "private java.math.BigDecimal so" + i + ";\n";
                                case OTHER -> throw new IllegalArgumentException("no number");
                            };
                    case MIN, MAX, ANY_VALUE -> "private Object so" + i + ";\n";
                    case SINGLE_VALUE -> counted("Object", i);
                };
    }

    /** Returns the declarations of a value and of a flag that the value exists. */
    private static String counted(String type, int i) {
        return "private " + type + " so" + i + ";\nprivate boolean any" + i + ";\n";
    }

    /** Returns the condition under which a row counts for an aggregate. */
    private static String condition(Aggregate aggregate, int i) {
        StringBuilder condition = new StringBuilder("true");
        if (aggregate.filter() >= 0) {
            condition.append(" && Boolean.TRUE.equals(row[" + aggregate.filter() + "])");
        }
        if (aggregate.kind() != Aggregate.Kind.SINGLE_VALUE) {
            aggregate
                    .arguments()
                    .forEach(column -> condition.append(" && row[" + column + "] != null"));
        }
        if (aggregate.distinct()) {
            String columns =
                    aggregate.arguments().stream()
                            .map(String::valueOf)
                            .collect(Collectors.joining(", "));
            condition.append(
                    " && io.eyewall.sql.function.Sums.isNew(seen"
                            + i
                            + ", row, new int[] {"
                            + columns
                            + "})");
        }
        return condition.toString();
    }

    private static String addition(Aggregate aggregate, int i) {
        String so = "so" + i;
        String next =
                aggregate.arguments().isEmpty() ? "" : "row[" + aggregate.arguments().get(0) + "]";
        return switch (aggregate.kind()) {
            case LITERAL -> "";
            case COUNT -> so + "++;\n";
            case SUM, SUM0 -> sum(aggregate.type(), i, next);
            case MIN -> so + " = io.eyewall.sql.function.Sums.least(" + so + ", " + next + ");\n";
            case MAX ->
                    so + " = io.eyewall.sql.function.Sums.greatest(" + so + ", " + next + ");\n";
            case ANY_VALUE -> "if (" + so + " == null) " + so + " = " + next + ";\n";
            case SINGLE_VALUE ->
                    """
                    if (any%1$d) throw io.eyewall.sql.function.Sums.several();
                    any%1$d = true;
                    so%1$d = %2$s;
                    """
                            .formatted(i, next);
        };
    }

    /**
     * Returns the addition of a value. The first double is assigned and not added to 0.0, because
     * 0.0 plus -0.0 is 0.0.
     */
    private static String sum(Aggregate.Type type, int i, String next) {
        String form =
                switch (type) {
                    case LONG -> "so%1$d = Math.addExact(so%1$d, ((Number) %2$s).longValue());\n";
                    case DOUBLE ->
                            "so%1$d = any%1$d ? so%1$d + ((Number) %2$s).doubleValue()"
                                    + " : ((Number) %2$s).doubleValue();\n";
                    case DECIMAL ->
                            """
                            java.math.BigDecimal next%1$d = io.eyewall.sql.function.Sums.decimal(%2$s);
                            so%1$d = so%1$d == null ? next%1$d : so%1$d.add(next%1$d);
                            """;
                    case OTHER -> throw new IllegalArgumentException("no number");
                };
        String any = type == Aggregate.Type.DECIMAL ? "" : "any%1$d = true;\n";
        return (form + any).formatted(i, next);
    }

    private static String value(Aggregate aggregate, int i) {
        String so = "so" + i;
        String any = aggregate.kind() == Aggregate.Kind.SUM ? "any" + i : "true";
        return switch (aggregate.kind()) {
            case COUNT -> "Long.valueOf(" + so + ")";
            case SUM, SUM0 ->
                    switch (aggregate.type()) {
                        case LONG -> any + " ? (Object) Long.valueOf(" + so + ") : null";
                        case DOUBLE -> any + " ? (Object) Double.valueOf(" + so + ") : null";
                        case DECIMAL ->
                                aggregate.kind() == Aggregate.Kind.SUM
                                        ? so
                                        : so + " == null ? java.math.BigDecimal.ZERO : " + so;
                        case OTHER -> throw new IllegalArgumentException("no number");
                    };
            case LITERAL, MIN, MAX, ANY_VALUE, SINGLE_VALUE -> so;
        };
    }
}
