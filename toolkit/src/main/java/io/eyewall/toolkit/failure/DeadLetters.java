package io.eyewall.toolkit.failure;

import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;

/** The stream of records that could not be read or written, of every spout and bolt here. */
public final class DeadLetters {
    /** Its id. */
    public static final String STREAM = "dead-letters";

    /** Why, where it stood in its source, and what it was, each a string. */
    public static final Fields FIELDS = new Fields("reason", "position", "record");

    /** The name of the counter. */
    public static final String COUNTER = "dead-letters";

    private static final int LONGEST = 10_000;

    private DeadLetters() {}

    /** Declares the stream. */
    public static void declare(OutputFieldsDeclarer declarer) {
        declarer.declareStream(STREAM, FIELDS);
    }

    /** Reads a tuple of the stream. */
    public static DeadLetter letter(Tuple tuple) {
        return new DeadLetter(tuple.getString(0), tuple.getString(1), tuple.getString(2));
    }

    /** As much of a record as a person reads. */
    public static String shortened(String record) {
        return record.length() <= LONGEST
                ? record
                : record.substring(0, LONGEST) + "... (" + record.length() + " characters)";
    }
}
