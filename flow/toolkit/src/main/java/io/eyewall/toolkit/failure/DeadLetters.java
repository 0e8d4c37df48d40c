package io.eyewall.toolkit.failure;

import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;

/**
 * The stream on which every spout and bolt of the toolkit and its connectors emits the records that
 * it could not read or write.
 */
public final class DeadLetters {
    /** The id of the stream. */
    public static final String STREAM = "dead-letters";

    /**
     * The stream's fields, all strings: the reason, the record's position in its source, and the
     * record.
     */
    public static final Fields FIELDS = new Fields("reason", "position", "record");

    /** The name of the Storm counter of dead letters. */
    public static final String COUNTER = "dead-letters";

    private static final int MAX_RECORD_CHARS = 10_000;

    private DeadLetters() {}

    /** Declares the stream. */
    public static void declare(OutputFieldsDeclarer declarer) {
        declarer.declareStream(STREAM, FIELDS);
    }

    /** Reads a tuple of the stream. */
    public static DeadLetter letter(Tuple tuple) {
        return new DeadLetter(tuple.getString(0), tuple.getString(1), tuple.getString(2));
    }

    /** Returns the record's text, truncated to at most {@value #MAX_RECORD_CHARS} characters. */
    public static String truncated(String record) {
        return record.length() <= MAX_RECORD_CHARS
                ? record
                : record.substring(0, MAX_RECORD_CHARS)
                        + "... ("
                        + record.length()
                        + " characters)";
    }
}
