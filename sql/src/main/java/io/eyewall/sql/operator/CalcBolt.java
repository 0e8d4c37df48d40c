package io.eyewall.sql.operator;

import java.util.Map;
import org.apache.storm.task.TopologyContext;

/** Filters and projects rows, by generated code. */
public final class CalcBolt extends RowBolt {
    private static final long serialVersionUID = 1L;

    private final Code code;
    private transient Code.Compiled compiled;

    /**
     * @param code of the condition and the projection
     */
    public CalcBolt(Code code) {
        this.code = code;
    }

    @Override
    protected void open(Map<String, Object> conf, TopologyContext context) {
        compiled = code.compile();
    }

    @Override
    protected void onRow(String component, Object[] row) {
        Object[] result = compiled.apply(row);
        if (result != null) {
            emit(result);
        }
    }
}
