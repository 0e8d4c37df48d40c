package io.eyewall.sql.source;

import io.eyewall.sql.operator.Streams;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Map;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichSpout;

/** Emits the rows of a table, and marks by their times. Not tracked: nothing is replayed. */
public final class RowSpout extends BaseRichSpout {
    private static final long serialVersionUID = 1L;

    private static final int ROWS_PER_CALL = 64;

    private final RowReader reader;
    private final int timeColumn;
    private final long delayMs;
    private final boolean processingTime;
    private transient SpoutOutputCollector collector;
    private transient long mark;
    private transient long newest;
    private transient boolean ended;

    /**
     * @param timeColumn whose values marks follow; -1 for none. If {@code processingTime}, the
     *     place where the column of the current time is put in
     * @param delayMs how much older than the newest row a row may be
     * @param processingTime whether the time is when a row is read
     */
    public RowSpout(RowReader reader, int timeColumn, long delayMs, boolean processingTime) {
        this.reader = reader;
        this.timeColumn = timeColumn;
        this.delayMs = delayMs;
        this.processingTime = processingTime;
    }

    @Override
    public void open(
            Map<String, Object> conf, TopologyContext context, SpoutOutputCollector collector) {
        this.collector = collector;
        this.mark = Long.MIN_VALUE;
        this.newest = Long.MIN_VALUE;
        try {
            reader.open();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void nextTuple() {
        if (ended) {
            return;
        }
        try {
            for (int i = 0; i < ROWS_PER_CALL; i++) {
                Object[] row = reader.read();
                if (row == null) {
                    ended = true;
                    emitMark(Streams.END);
                    return;
                }
                if (row == RowReader.NONE_NOW) {
                    break;
                }
                emit(row);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (processingTime) {
            newest = System.currentTimeMillis();
        }
        if (timeColumn >= 0 && newest > Long.MIN_VALUE + delayMs) {
            emitMark(newest - delayMs);
        }
    }

    private void emit(Object[] read) {
        Object[] row = read;
        if (processingTime) {
            row = Arrays.copyOf(read, read.length + 1);
            System.arraycopy(read, timeColumn, row, timeColumn + 1, read.length - timeColumn);
            newest = Math.max(newest, System.currentTimeMillis());
            row[timeColumn] = newest;
        } else if (timeColumn >= 0 && row[timeColumn] != null) {
            newest = Math.max(newest, (Long) row[timeColumn]);
        }
        collector.emit(Streams.row(row));
    }

    private void emitMark(long time) {
        if (time > mark) {
            mark = time;
            collector.emit(Streams.MARKS, Streams.mark(time));
        }
    }

    @Override
    public void close() {
        try {
            reader.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        Streams.declare(declarer);
    }
}
