package io.eyewall.examples.email;

import org.apache.storm.tuple.Fields;

/** Names of the pipeline's components, streams and fields. */
public final class EmailStream {
    /** Reads files. */
    public static final String READ = "read";

    /** Makes emails of bytes. */
    public static final String DESERIALIZE = "deserialize";

    /** Keeps emails of members. */
    public static final String FILTER = "filter";

    /** Hides names. */
    public static final String MODIFY = "modify";

    /** Counts. */
    public static final String METRICS = "metrics";

    /** Adds up what all tasks of {@link #METRICS} have counted. */
    public static final String GLOBAL_METRICS = "global-metrics";

    /** Makes bytes of emails. */
    public static final String SERIALIZE = "serialize";

    /** Compresses and writes. */
    public static final String WRITE = "write";

    /** The off-path stream of {@link #METRICS}. */
    static final String OFF_PATH = "off-path";

    /** The stream of {@link #GLOBAL_METRICS} that has the totals, at the end. */
    static final String TOTALS = "totals";

    /** Of {@link #TOTALS}. */
    static final Fields TOTALS_FIELD = new Fields("totals");

    /** Writes the totals. */
    public static final String REPORT = "report";

    /** Of streams of Avro bytes. */
    static final Fields BYTES = new Fields("bytes");

    /** Of streams of {@link Email}s. */
    static final Fields EMAIL = new Fields("email");

    /** Of {@link #OFF_PATH}: the number of a window, and the {@link Totals} of it. */
    static final Fields TRANSACTION = new Fields("transaction", "totals");

    private EmailStream() {}
}
