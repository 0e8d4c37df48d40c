package io.eyewall.sql.compiler;

import io.eyewall.sql.compiler.Statement.Part;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIntervalLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.Util;

/** Parses the types and intervals of definitions by Calcite's parser. */
final class Types {
    private Types() {}

    static RelDataType parseType(Catalog catalog, JavaTypeFactory types, Part part) {
        try {
            SqlNode cast =
                    SqlParser.create("CAST(NULL AS " + part.text() + ")", Planning.PARSER)
                            .parseExpression();
            SqlDataTypeSpec spec = (SqlDataTypeSpec) ((SqlBasicCall) cast).operand(1);
            String name = Util.last(spec.getTypeName().names);
            String upperCase = name.toUpperCase(java.util.Locale.ROOT);
            SqlTypeName alias = SqlTypes.POSTGRESQL_NAMES.get(upperCase);
            SqlTypeName typeName = alias == null ? SqlTypeName.get(upperCase) : alias;
            if (typeName == null) {
                throw catalog.error(part.offset(), "no type '" + part.text() + "'");
            }
            SqlTypeSize size = SqlTypeSize.of(part.text());
            if (typeName == SqlTypeName.DECIMAL && size.precision() >= 0) {
                checkDigits(catalog, part, size);
            }
            if (size.precision() < 0) {
                return typeName == SqlTypeName.DECIMAL
                        ? types.createSqlType(typeName, SqlTypes.MAX_DIGITS, SqlTypes.DEFAULT_SCALE)
                        : types.createSqlType(typeName);
            }
            return size.scale() < 0
                    ? types.createSqlType(typeName, size.precision())
                    : types.createSqlType(typeName, size.precision(), size.scale());
        } catch (SqlParseException | ClassCastException e) {
            throw catalog.error(part.offset(), "no type '" + part.text() + "'");
        }
    }

    /** Refuses a DECIMAL with more digits than supported; Calcite would silently reduce them. */
    private static void checkDigits(Catalog catalog, Part part, SqlTypeSize size) {
        int digits = SqlTypes.MAX_DIGITS;
        int scale = SqlTypes.RULES.getMaxScale(SqlTypeName.DECIMAL);
        if (size.precision() == 0
                || size.precision() > digits
                || size.scale() > Math.min(scale, size.precision())) {
            throw catalog.error(
                    part.offset(),
                    part.text()
                            + ": a DECIMAL has 1 to "
                            + digits
                            + " digits, of which at most "
                            + scale
                            + " behind the point");
        }
    }

    /** The numbers in parentheses after a type's name; -1 for a missing number. */
    private record SqlTypeSize(int precision, int scale) {
        static SqlTypeSize of(String type) {
            int open = type.indexOf('(');
            int close = type.indexOf(')');
            if (open < 0 || close < open) {
                return new SqlTypeSize(-1, -1);
            }
            String[] numbers = type.substring(open + 1, close).split(",", -1);
            return new SqlTypeSize(
                    Integer.parseInt(numbers[0].strip()),
                    numbers.length > 1 ? Integer.parseInt(numbers[1].strip()) : -1);
        }
    }

    /** Returns the milliseconds of an interval such as {@code INTERVAL '5' SECOND}. */
    static long parseIntervalMs(Catalog catalog, Part part) {
        try {
            SqlNode node = SqlParser.create(part.text(), Planning.PARSER).parseExpression();
            if (node instanceof SqlIntervalLiteral literal) {
                SqlIntervalLiteral.IntervalValue value =
                        literal.getValueAs(SqlIntervalLiteral.IntervalValue.class);
                if (!value.getIntervalQualifier().isYearMonth()) {
                    return org.apache.calcite.sql.parser.SqlParserUtil.intervalToMillis(value);
                }
            }
        } catch (SqlParseException e) {
            // The exception below reports the error.
        }
        throw catalog.error(
                part.offset(), "expected an interval of fixed length, such as INTERVAL '5' SECOND");
    }
}
