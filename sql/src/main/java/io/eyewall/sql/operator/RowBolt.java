package io.eyewall.sql.operator;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import org.apache.storm.generated.GlobalStreamId;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.utils.TupleUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A bolt that takes rows and marks. It passes a mark on when all tasks before it have sent one that
 * is as new: the order of rows and marks between two tasks is kept, so no older row follows.
 */
public abstract class RowBolt extends BaseRichBolt {
    private static final long serialVersionUID = 1L;

    private static final Logger LOG = LoggerFactory.getLogger(RowBolt.class);

    private transient OutputCollector collector;
    private transient Map<Integer, Long> marks;
    private transient long mark;

    @Override
    public void prepare(
            Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
        this.collector = collector;
        this.mark = Long.MIN_VALUE;
        this.marks = new HashMap<>();
        for (GlobalStreamId source : context.getThisSources().keySet()) {
            if (source.get_streamId().equals(Streams.MARKS)) {
                for (int task : context.getComponentTasks(source.get_componentId())) {
                    marks.put(task, Long.MIN_VALUE);
                }
            }
        }
        open(conf, context);
    }

    /** Called once, before any row. */
    protected void open(Map<String, Object> conf, TopologyContext context) {}

    @Override
    public void execute(Tuple tuple) {
        if (TupleUtils.isTick(tuple)) {
            onTick();
        } else if (tuple.getSourceStreamId().equals(Streams.MARKS)) {
            onMark(tuple.getSourceComponent(), tuple.getSourceTask(), tuple.getLong(0));
        } else {
            onRow(tuple.getSourceComponent(), (Object[]) tuple.getValue(0));
        }
        collector.ack(tuple);
    }

    private void onMark(String component, int task, long time) {
        marks.merge(task, time, Math::max);
        if (time == Streams.END) {
            onEnd(component);
        }
        long least = Streams.END;
        for (long one : marks.values()) {
            least = Math.min(least, one);
        }
        if (least > mark) {
            mark = least;
            advance(least);
            collector.emit(Streams.MARKS, Streams.mark(least));
        }
    }

    /** A task of a component before this one has sent its last. */
    protected void onEnd(String component) {}

    /** A row. */
    protected abstract void onRow(String component, Object[] row);

    /**
     * No row that is older will come; what is emitted here comes before the mark.
     *
     * @param time {@link Streams#END}: nothing will come at all
     */
    protected void advance(long time) {}

    /** The time that the component's configuration asks for has passed. */
    protected void onTick() {}

    /** The newest mark that all have sent. */
    protected final long mark() {
        return mark;
    }

    /** Whether all tasks of some components have sent their last. */
    protected final boolean haveEnded(TopologyContext context, List<String> components) {
        for (String component : components) {
            for (int task : context.getComponentTasks(component)) {
                if (marks.getOrDefault(task, Long.MIN_VALUE) != Streams.END) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Emits a row. */
    protected final void emit(Object[] row) {
        collector.emit(Streams.row(row));
    }

    /** Says how many rows were left out, if any were. */
    protected static void warnOfLate(long rows) {
        if (rows > 0) {
            LOG.warn("{} rows came after their window was complete and were left out", rows);
        }
    }

    /** Rows by the end of their window, which all are complete at a time, in that order. */
    protected static <V> Map<Long, V> complete(NavigableMap<Long, V> byEnd, long time) {
        return byEnd.headMap(time, true);
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        Streams.declare(declarer);
    }
}
