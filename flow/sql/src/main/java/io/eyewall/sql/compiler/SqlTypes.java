package io.eyewall.sql.compiler;

import io.eyewall.sql.row.Column;
import java.util.Map;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeSystemImpl;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * Rules that derive result types where Calcite's rules are too narrow: the sum of whole numbers is
 * a BIGINT, their average a DOUBLE, and decimals have up to 38 digits.
 */
final class SqlTypes extends RelDataTypeSystemImpl {
    static final SqlTypes RULES = new SqlTypes();

    /** Names that PostgreSQL has for types. */
    static final Map<String, SqlTypeName> POSTGRESQL_NAMES =
            Map.of(
                    "TEXT", SqlTypeName.VARCHAR,
                    "INT2", SqlTypeName.SMALLINT,
                    "INT4", SqlTypeName.INTEGER,
                    "INT8", SqlTypeName.BIGINT,
                    "FLOAT4", SqlTypeName.REAL,
                    "FLOAT8", SqlTypeName.DOUBLE,
                    "BOOL", SqlTypeName.BOOLEAN);

    static final int MAX_DIGITS = 38;

    /**
     * The digits of a DECIMAL that is computed. With fewer, a union of a DECIMAL(38, 0) and 7.25
     * would have no room for digits behind the point, and 7.25 would become 7.
     */
    private static final int MAX_DERIVED_DIGITS = 2 * MAX_DIGITS;

    /** The digits behind the point of a DECIMAL that is declared without digits. */
    static final int DEFAULT_SCALE = 12;

    private SqlTypes() {}

    @Override
    public int getMaxPrecision(SqlTypeName typeName) {
        return typeName == SqlTypeName.DECIMAL
                ? MAX_DERIVED_DIGITS
                : super.getMaxPrecision(typeName);
    }

    /** Returns 3 for times and timestamps, because rows hold them in milliseconds. */
    @Override
    public int getDefaultPrecision(SqlTypeName typeName) {
        return typeName == SqlTypeName.TIMESTAMP || typeName == SqlTypeName.TIME
                ? 3
                : super.getDefaultPrecision(typeName);
    }

    @Override
    public int getMaxScale(SqlTypeName typeName) {
        return typeName == SqlTypeName.DECIMAL ? MAX_DIGITS / 2 : super.getMaxScale(typeName);
    }

    /**
     * Returns true, so that {@code CASE ... THEN 'yes' ELSE 'no' END} does not pad {@code 'no'} to
     * three characters.
     */
    @Override
    public boolean shouldConvertRaggedUnionTypesToVarying() {
        return true;
    }

    @Override
    public RelDataType deriveSumType(RelDataTypeFactory factory, RelDataType argument) {
        RelDataType sum =
                switch (argument.getSqlTypeName()) {
                    case TINYINT, SMALLINT, INTEGER, BIGINT ->
                            factory.createSqlType(SqlTypeName.BIGINT);
                    case REAL, FLOAT, DOUBLE -> factory.createSqlType(SqlTypeName.DOUBLE);
                    case DECIMAL ->
                            factory.createSqlType(
                                    SqlTypeName.DECIMAL, MAX_DIGITS, argument.getScale());
                    default -> argument;
                };
        return factory.createTypeWithNullability(sum, argument.isNullable());
    }

    @Override
    public RelDataType deriveAvgAggType(RelDataTypeFactory factory, RelDataType argument) {
        RelDataType average =
                switch (argument.getSqlTypeName()) {
                    case DECIMAL ->
                            factory.createSqlType(
                                    SqlTypeName.DECIMAL,
                                    MAX_DIGITS,
                                    Math.max(6, argument.getScale()));
                    case TINYINT, SMALLINT, INTEGER, BIGINT, REAL, FLOAT, DOUBLE ->
                            factory.createSqlType(SqlTypeName.DOUBLE);
                    default -> argument;
                };
        return factory.createTypeWithNullability(average, argument.isNullable());
    }

    /** Returns DOUBLE for covariances and sums of squares; Calcite has the type of an argument. */
    @Override
    public RelDataType deriveCovarType(
            RelDataTypeFactory factory, RelDataType first, RelDataType second) {
        return factory.createTypeWithNullability(
                factory.createSqlType(SqlTypeName.DOUBLE),
                first.isNullable() || second.isNullable());
    }

    /**
     * Returns a DECIMAL with one more digit before the point, or {@code type} itself if it is not a
     * DECIMAL or already has the maximum number of digits.
     */
    static RelDataType withOneMoreDigit(RelDataTypeFactory factory, RelDataType type) {
        if (type.getSqlTypeName() != SqlTypeName.DECIMAL || type.getPrecision() >= MAX_DIGITS) {
            return type;
        }
        RelDataType wider =
                factory.createSqlType(
                        SqlTypeName.DECIMAL, type.getPrecision() + 1, type.getScale());
        return factory.createTypeWithNullability(wider, type.isNullable());
    }

    /** Returns the connectors' kind of a type; null if no column can have the type. */
    static Column.@Nullable Kind columnKind(RelDataType type) {
        return switch (type.getSqlTypeName()) {
            case BOOLEAN -> Column.Kind.BOOLEAN;
            case TINYINT -> Column.Kind.TINYINT;
            case SMALLINT -> Column.Kind.SMALLINT;
            case INTEGER -> Column.Kind.INTEGER;
            case BIGINT -> Column.Kind.BIGINT;
            case DECIMAL -> Column.Kind.DECIMAL;
            case REAL -> Column.Kind.REAL;
            case FLOAT, DOUBLE -> Column.Kind.DOUBLE;
            case CHAR, VARCHAR -> Column.Kind.TEXT;
            case DATE -> Column.Kind.DATE;
            case TIME -> Column.Kind.TIME;
            case TIMESTAMP -> Column.Kind.TIMESTAMP;
            default -> null;
        };
    }

    /** Returns a field as a connector's column; null if no column can have the type. */
    static @Nullable Column toColumn(String name, RelDataType type) {
        Column.Kind kind = columnKind(type);
        int size = type.getPrecision(); // negative: unlimited
        return kind == null
                ? null
                : new Column(
                        name,
                        kind,
                        size < 0 ? Column.ANY_SIZE : size,
                        Math.max(0, type.getScale()),
                        !type.isNullable());
    }
}
