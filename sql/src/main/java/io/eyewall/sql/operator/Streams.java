package io.eyewall.sql.operator;

import java.util.ArrayList;
import java.util.List;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;

/** What travels between operators. */
public final class Streams {
    /** The stream of marks; its field is a {@code Long}, milliseconds of event time. */
    public static final String MARKS = "marks";

    /** The mark after which nothing comes. */
    public static final long END = Long.MAX_VALUE;

    private Streams() {}

    /** Declares the streams of an operator. */
    public static void declare(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields("row"));
        declarer.declareStream(MARKS, new Fields("mark"));
    }

    /** A tuple of a row. */
    public static List<Object> row(Object[] row) {
        List<Object> values = new ArrayList<>(1);
        values.add(row);
        return values;
    }

    /** A tuple of a mark. */
    public static List<Object> mark(long mark) {
        return new Values(mark);
    }
}
