package io.eyewall.sql.row;

import java.io.Serializable;

/**
 * A column of a table as connectors use it.
 *
 * @param name the name as declared
 * @param kind the kind of the values
 * @param size the maximum number of characters of a text or of digits of a decimal; meaningless for
 *     other kinds
 * @param scale the number of digits after the point of a decimal
 * @param required whether the column has no nulls
 */
public record Column(String name, Kind kind, int size, int scale, boolean required)
        implements Serializable {
    /** The size of a text of unlimited length. */
    public static final int ANY_SIZE = Integer.MAX_VALUE;

    /** The kinds of a column's values. */
    public enum Kind {
        /** {@code Boolean}. */
        BOOLEAN,
        /** {@code Byte}. */
        TINYINT,
        /** {@code Short}. */
        SMALLINT,
        /** {@code Integer}. */
        INTEGER,
        /** {@code Long}. */
        BIGINT,
        /** {@code BigDecimal}. */
        DECIMAL,
        /** {@code Float}. */
        REAL,
        /** {@code Double}. */
        DOUBLE,
        /** {@code String}. */
        TEXT,
        /** {@code Integer}, days since 1970. */
        DATE,
        /** {@code Integer}, milliseconds of the day. */
        TIME,
        /** {@code Long}, milliseconds since 1970 in UTC. */
        TIMESTAMP
    }
}
