package io.eyewall.sql.row;

import io.eyewall.toolkit.punctuation.PunctuatedBolt;
import java.util.ArrayList;
import java.util.List;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;

/** Emits each row as a tuple with one field for each column, for sinks that read fields. */
public final class ColumnsBolt extends PunctuatedBolt {
    private static final long serialVersionUID = 1L;

    private final ArrayList<Column> columns;

    /** Creates a bolt for rows with the given columns. */
    public ColumnsBolt(List<Column> columns) {
        this.columns = new ArrayList<>(columns);
    }

    @Override
    protected void onTuple(Tuple tuple) {
        Object[] row = (Object[]) tuple.getValueByField("value");
        List<Object> cells = new ArrayList<>();
        for (int i = 0; i < row.length; i++) {
            cells.add(Cells.toDatabaseValue(columns.get(i), row[i]));
        }
        collector().emit(tuple, cells);
        collector().ack(tuple);
    }

    @Override
    protected void declareStreams(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields(columns.stream().map(Column::name).toList()));
    }
}
