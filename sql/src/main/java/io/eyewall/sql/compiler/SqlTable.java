package io.eyewall.sql.compiler;

import io.eyewall.toolkit.operator.Input;
import io.eyewall.toolkit.source.SourceSpout;

/**
 * How a table is read.
 *
 * @param row of a tuple
 */
record SqlTable(SourceSpout spout, Input<Object[]> row) {
    /** Of a spout whose tuples have the row. */
    static SqlTable of(SourceSpout spout) {
        return new SqlTable(spout, tuple -> (Object[]) tuple.getValue(0));
    }
}
