package io.eyewall.sql.function;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Generates the members of a class that implements {@link Accumulator} for a list of aggregates.
 * For aggregate i, the field {@code so}i holds its value so far or its {@link AggregateState},
 * {@code any}i whether there is a value or, for sums, how many, and {@code seen}i the distinct
 * arguments.
 */
final class AggregateCode {
    private static final String STATE = AggregateState.class.getName();

    private AggregateCode() {}

    static Code generate(List<Aggregate> aggregates) {
        StringBuilder fields = new StringBuilder();
        StringBuilder add = new StringBuilder();
        StringBuilder remove = new StringBuilder();
        boolean canRemove = aggregates.stream().allMatch(AggregateCode::canRemove);
        StringBuilder result = new StringBuilder();
        List<String> saved = new ArrayList<>();
        StringBuilder restore = new StringBuilder();
        for (int i = 0; i < aggregates.size(); i++) {
            Aggregate aggregate = aggregates.get(i);
            fields.append(fields(aggregate, i));
            appendState(aggregate, i, saved, restore);
            if (aggregate.kind() != Aggregate.Kind.LITERAL) { // GroupFold writes literals itself
                add.append("if (").append(conditionCode(aggregate, i)).append(") {\n");
                add.append(additionCode(aggregate, i)).append("}\n");
                if (canRemove) {
                    remove.append("if (").append(conditionCode(aggregate, i)).append(") {\n");
                    remove.append(removalCode(aggregate, i)).append("}\n");
                }
                result.append("row[first + " + i + "] = " + resultCode(aggregate, i) + ";\n");
            }
        }
        return new Code(
                """
                %s
                public io.eyewall.sql.function.Accumulator fresh() { return new %s(); }
                public void add(Object[] row) {
                %s}
                public boolean canRemove() { return %s; }
                public void remove(Object[] row) {
                %s}
                public void result(Object[] row, int first) {
                %s}
                public Object[] saved() { return new Object[] {%s}; }
                public void restore(Object[] saved) {
                %s}
                """
                        .formatted(
                                fields,
                                Code.CLASS_NAME,
                                add,
                                canRemove,
                                canRemove ? remove : "throw new UnsupportedOperationException();\n",
                                result,
                                String.join(", ", saved),
                                restore));
    }

    private static String fields(Aggregate aggregate, int i) {
        String seen =
                aggregate.distinct()
                        ? "private final java.util.Set seen" + i + " = new java.util.HashSet();\n"
                        : "";
        String type = valueType(aggregate);
        String value = type.isEmpty() ? "" : "private " + type + " so" + i + ";\n";
        if (type.equals(STATE)) {
            String source = stateSource(aggregate);
            value = "private final " + STATE + " so" + i + " = " + source + ";\n";
        }
        return seen + value + flagField(aggregate, i);
    }

    /** Returns the field that says whether an aggregate has a value; empty if it needs none. */
    private static String flagField(Aggregate aggregate, int i) {
        if (isSum(aggregate)) {
            return "private long any" + i + ";\n";
        }
        return aggregate.kind() == Aggregate.Kind.SINGLE_VALUE
                ? "private boolean any" + i + ";\n"
                : "";
    }

    private static String stateSource(Aggregate aggregate) {
        if (!isRegression(aggregate)) {
            return OrderedValues.source(aggregate);
        }
        return aggregate.type() == Aggregate.Type.DECIMAL
                ? ExactVariance.source(aggregate)
                : Regression.source(aggregate);
    }

    /** Appends what is saved of an aggregate, and the code that restores it. */
    private static void appendState(
            Aggregate aggregate, int i, List<String> saved, StringBuilder restore) {
        if (aggregate.distinct()) {
            restore.append("seen" + i + ".clear();\n");
            restore.append("seen" + i + ".addAll((java.util.Set) saved[" + saved.size() + "]);\n");
            saved.add("seen" + i);
        }
        String type = valueType(aggregate);
        if (type.isEmpty()) {
            return;
        }
        if (type.equals(STATE)) {
            restore.append("so" + i + ".restore(saved[" + saved.size() + "]);\n");
            saved.add("so" + i + ".saved()");
            return;
        }
        String read =
                switch (type) {
                    case "long" -> "((Long) saved[%d]).longValue()";
                    case "double" -> "((Double) saved[%d]).doubleValue()";
                    case "Object" -> "saved[%d]";
                    default -> "(" + type + ") saved[%d]";
                };
        restore.append("so" + i + " = " + read.formatted(saved.size()) + ";\n");
        saved.add(
                switch (type) {
                    case "long" -> "Long.valueOf(so" + i + ")";
                    case "double" -> "Double.valueOf(so" + i + ")";
                    default -> "so" + i;
                });
        if (isSum(aggregate)) {
            restore.append("any" + i + " = ((Long) saved[" + saved.size() + "]).longValue();\n");
            saved.add("Long.valueOf(any" + i + ")");
        } else if (aggregate.kind() == Aggregate.Kind.SINGLE_VALUE) {
            String flag = "((Boolean) saved[" + saved.size() + "]).booleanValue()";
            restore.append("any" + i + " = " + flag + ";\n");
            saved.add("Boolean.valueOf(any" + i + ")");
        }
    }

    /** Returns the type of the field of an aggregate's value; empty if it has none. */
    private static String valueType(Aggregate aggregate) {
        return switch (aggregate.kind()) {
            case LITERAL -> "";
            case COUNT -> "long";
            case SUM, SUM0 ->
                    switch (aggregate.type()) {
                        case LONG -> "long";
                        case DOUBLE -> "double";
                        case DECIMAL -> "java.math.BigDecimal";
                        case OTHER ->
                                throw new IllegalArgumentException("only numbers can be added");
                    };
            case MIN, MAX, ANY_VALUE, SINGLE_VALUE, BIT_AND, BIT_OR, BIT_XOR -> "Object";
            default -> STATE;
        };
    }

    private static boolean isRegression(Aggregate aggregate) {
        return switch (aggregate.kind()) {
            case VAR_POP,
                    VAR_SAMP,
                    STDDEV_POP,
                    STDDEV_SAMP,
                    COVAR_POP,
                    COVAR_SAMP,
                    CORR,
                    REGR_SXX,
                    REGR_SYY,
                    REGR_SXY,
                    REGR_SLOPE,
                    REGR_INTERCEPT,
                    REGR_R2,
                    REGR_AVGX,
                    REGR_AVGY ->
                    true;
            default -> false;
        };
    }

    /** Returns whether a row can be taken out of an aggregate again without loss of digits. */
    private static boolean canRemove(Aggregate aggregate) {
        boolean isExact =
                aggregate.type() == Aggregate.Type.LONG
                        || aggregate.type() == Aggregate.Type.DECIMAL;
        return !aggregate.distinct()
                && (aggregate.kind() == Aggregate.Kind.COUNT || (isSum(aggregate) && isExact));
    }

    private static boolean isSum(Aggregate aggregate) {
        return aggregate.kind() == Aggregate.Kind.SUM || aggregate.kind() == Aggregate.Kind.SUM0;
    }

    /** Returns the condition under which a row counts for an aggregate. */
    private static String conditionCode(Aggregate aggregate, int i) {
        StringBuilder condition = new StringBuilder("true");
        if (aggregate.filter() >= 0) {
            condition.append(" && Boolean.TRUE.equals(row[" + aggregate.filter() + "])");
        }
        for (int column : columnsWithValue(aggregate)) {
            condition.append(" && row[" + column + "] != null");
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

    /** Returns the columns that must not be null, or the row does not count. */
    private static List<Integer> columnsWithValue(Aggregate aggregate) {
        return switch (aggregate.kind()) {
            case SINGLE_VALUE -> List.of();
            case STRING_AGG -> aggregate.arguments().subList(0, 1); // a separator may be null
            case PERCENTILE_CONT, PERCENTILE_DISC ->
                    List.of(aggregate.order().columns().get(0).column());
            default -> aggregate.arguments();
        };
    }

    private static String additionCode(Aggregate aggregate, int i) {
        String field = "so" + i;
        String argument =
                aggregate.arguments().isEmpty() ? "" : "row[" + aggregate.arguments().get(0) + "]";
        return switch (aggregate.kind()) {
            case LITERAL -> "";
            case COUNT -> field + "++;\n";
            case SUM, SUM0 -> sumCode(aggregate.type(), i, argument);
            case MIN -> combinationCode("least", field, argument);
            case MAX -> combinationCode("greatest", field, argument);
            case BIT_AND -> combinationCode("bitAnd", field, argument);
            case BIT_OR -> combinationCode("bitOr", field, argument);
            case BIT_XOR -> combinationCode("bitXor", field, argument);
            case ANY_VALUE -> "if (" + field + " == null) " + field + " = " + argument + ";\n";
            case SINGLE_VALUE ->
                    """
                    if (any%1$d) throw io.eyewall.sql.function.Sums.several();
                    any%1$d = true;
                    so%1$d = %2$s;
                    """
                            .formatted(i, argument);
            default -> field + ".add(row);\n";
        };
    }

    /** Returns the code that combines the value so far with an argument by a function. */
    private static String combinationCode(String function, String field, String argument) {
        return field
                + " = io.eyewall.sql.function.Sums."
                + function
                + "("
                + field
                + ", "
                + argument
                + ");\n";
    }

    private static String removalCode(Aggregate aggregate, int i) {
        if (aggregate.kind() == Aggregate.Kind.COUNT) {
            return "so" + i + "--;\n";
        }
        String argument = "row[" + aggregate.arguments().get(0) + "]";
        String code =
                aggregate.type() == Aggregate.Type.LONG
                        ? "so%1$d = Math.subtractExact(so%1$d, ((Number) %2$s).longValue());\n"
                        : "so%1$d = so%1$d.subtract(io.eyewall.sql.function.Sums.decimal(%2$s));\n";
        return (code + "any%1$d--;\n").formatted(i, argument);
    }

    /**
     * Returns the code that adds an argument to a sum. It assigns the first double instead of
     * adding it to 0.0, because 0.0 plus -0.0 is 0.0.
     */
    private static String sumCode(Aggregate.Type type, int i, String argument) {
        String code =
                switch (type) {
                    case LONG -> "so%1$d = Math.addExact(so%1$d, ((Number) %2$s).longValue());\n";
                    case DOUBLE ->
                            "so%1$d = any%1$d > 0 ? so%1$d + ((Number) %2$s).doubleValue()"
                                    + " : ((Number) %2$s).doubleValue();\n";
                    case DECIMAL ->
                            """
                            java.math.BigDecimal next%1$d = io.eyewall.sql.function.Sums.decimal(%2$s);
                            so%1$d = so%1$d == null ? next%1$d : so%1$d.add(next%1$d);
                            """;
                    case OTHER -> throw new IllegalArgumentException("only numbers can be added");
                };
        return (code + "any%1$d++;\n").formatted(i, argument);
    }

    private static String resultCode(Aggregate aggregate, int i) {
        String field = "so" + i;
        String flag = aggregate.kind() == Aggregate.Kind.SUM ? "any" + i + " > 0" : "true";
        return switch (aggregate.kind()) {
            case COUNT -> "Long.valueOf(" + field + ")";
            case SUM, SUM0 ->
                    switch (aggregate.type()) {
                        case LONG -> flag + " ? (Object) Long.valueOf(" + field + ") : null";
                        case DOUBLE -> flag + " ? (Object) Double.valueOf(" + field + ") : null";
                        case DECIMAL ->
                                aggregate.kind() == Aggregate.Kind.SUM
                                        ? flag + " ? " + field + " : null"
                                        : field + " == null ? java.math.BigDecimal.ZERO : " + field;
                        case OTHER ->
                                throw new IllegalArgumentException("only numbers can be added");
                    };
            case LITERAL, MIN, MAX, ANY_VALUE, SINGLE_VALUE, BIT_AND, BIT_OR, BIT_XOR -> field;
            default -> field + ".result()";
        };
    }
}
