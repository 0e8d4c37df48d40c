package io.eyewall.sql.compiler;

import io.eyewall.toolkit.operator.Input;
import io.eyewall.toolkit.source.SourceSpout;

/**
 * The spout that reads a table.
 *
 * @param spout the spout
 * @param row returns the row that a tuple of the spout contains
 */
record SqlTable(SourceSpout spout, Input<Object[]> row) {
    /** Returns a table whose spout emits tuples with the row as their first value. */
    static SqlTable of(SourceSpout spout) {
        return new SqlTable(spout, tuple -> (Object[]) tuple.getValue(0));
    }
}
