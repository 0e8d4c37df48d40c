package io.eyewall.sql.row;

import java.io.Serializable;

/**
 * A column of a table as connectors see it.
 *
 * @param name as declared
 * @param kind what its values are
 * @param size of a text the most characters, of a decimal the most digits; of others of no meaning
 * @param scale digits after the point, of a decimal
 * @param required whether it has no nulls
 */
public record Column(String name, Kind kind, int size, int scale, boolean required)
        implements Serializable {
    /** Of a text that may have any length. */
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
