package io.eyewall.sql.compiler;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A statement of a script. */
sealed interface Statement {
    /** Returns the offset of the statement in the script. */
    int offset();

    /**
     * {@code CREATE TABLE} or {@code CREATE STREAM}: a source, a sink, or both.
     *
     * @param columns the columns as declared
     * @param timeColumn name of the column that holds the event time; null if there is none
     * @param delay the expression of an interval by which a row's time may lie before the greatest
     *     time of earlier rows; empty for 0
     * @param options the options after WITH
     */
    record Create(
            int offset,
            String name,
            List<DeclaredColumn> columns,
            @Nullable String timeColumn,
            Part delay,
            Map<String, Option> options)
            implements Statement {}

    /**
     * {@code CREATE TABLE name WITH (...) AS query}: a sink with the columns of a query, whose rows
     * it receives.
     *
     * @param create the table, without columns
     */
    record CreateAs(Create create, Part query) implements Statement {
        @Override
        public int offset() {
            return create.offset();
        }
    }

    /**
     * A declared column.
     *
     * @param type the type as written, without NOT NULL
     * @param required whether it is declared NOT NULL
     * @param processingTime whether it is declared AS PROCTIME()
     */
    record DeclaredColumn(String name, Part type, boolean required, boolean processingTime) {}

    /**
     * A part of the script.
     *
     * @param text text of the part
     * @param offset offset of the part in the script
     */
    record Part(String text, int offset) {}

    /**
     * The value of an option.
     *
     * @param offset offset of the value in the script
     */
    record Option(String value, int offset) {}

    /** {@code CREATE FUNCTION name AS 'class'}. */
    record Function(int offset, String name, String className) implements Statement {}

    /** {@code CREATE VIEW name AS query}. */
    record View(int offset, String name, Part query) implements Statement {}

    /**
     * A query.
     *
     * @param into the table that receives the rows; null for the standard output
     * @param explained whether the script requests only the plan
     */
    record Query(int offset, @Nullable String into, int intoOffset, Part query, boolean explained)
            implements Statement {}
}
