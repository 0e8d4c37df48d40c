package io.eyewall.sql.compiler;

import java.math.BigDecimal;
import java.util.Calendar;
import java.util.Objects;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.util.NlsString;
import org.jspecify.annotations.Nullable;

/** Converts Calcite's literals to the values that rows contain. */
final class Literals {
    private Literals() {}

    static @Nullable Object toRowValue(RexLiteral literal) {
        if (literal.isNull()) {
            return null;
        }
        return switch (literal.getType().getSqlTypeName()) {
            case TINYINT -> number(literal).byteValue();
            case SMALLINT -> number(literal).shortValue();
            case INTEGER -> number(literal).intValue();
            case BIGINT -> number(literal).longValue();
            case REAL -> number(literal).floatValue();
            case FLOAT, DOUBLE -> number(literal).doubleValue();
            case DECIMAL -> number(literal);
            case CHAR, VARCHAR ->
                    Objects.requireNonNull(literal.getValueAs(NlsString.class)).getValue();
            case DATE, TIME -> literal.getValueAs(Integer.class);
            case TIMESTAMP ->
                    Objects.requireNonNull(literal.getValueAs(Calendar.class)).getTimeInMillis();
            default -> literal.getValue();
        };
    }

    private static BigDecimal number(RexLiteral literal) {
        return Objects.requireNonNull(literal.getValueAs(BigDecimal.class));
    }
}
