package io.eyewall.sql.compiler;

import io.eyewall.toolkit.operator.Input;
import io.eyewall.toolkit.source.SourceSpout;

/**
 * How a table is read.
 *
 * @param row of a tuple
 */
record Table(SourceSpout spout, Input<Object[]> row) {
    /** Of a spout whose tuples have the row. */
    static Table of(SourceSpout spout) {
        return new Table(spout, tuple -> (Object[]) tuple.getValue(0));
    }
}
