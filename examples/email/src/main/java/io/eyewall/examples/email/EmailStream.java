package io.eyewall.examples.email;

import org.apache.storm.tuple.Fields;

/** Names of the pipeline's components, streams and fields. */
public final class EmailStream {
    /** The component that reads files. */
    public static final String READ = "read";

    /** The component that decodes emails. */
    public static final String DESERIALIZE = "deserialize";

    /** The component that keeps members' emails. */
    public static final String FILTER = "filter";

    /** The component that hides names. */
    public static final String MODIFY = "modify";

    /** The component that counts. */
    public static final String METRICS = "metrics";

    /** The component that adds up the counts of all tasks of {@link #METRICS}. */
    public static final String GLOBAL_METRICS = "global-metrics";

    /** The component that encodes emails. */
    public static final String SERIALIZE = "serialize";

    /** The component that compresses and writes emails. */
    public static final String WRITE = "write";

    /** The off-path stream of {@link #METRICS}. */
    static final String OFF_PATH = "off-path";

    /** The stream of {@link #GLOBAL_METRICS} with the totals at the end. */
    static final String TOTALS = "totals";

    /** Field of the stream {@link #TOTALS}. */
    static final Fields TOTALS_FIELD = new Fields("totals");

    /** The component that prints the totals. */
    public static final String REPORT = "report";

    /** Field of streams of Avro bytes. */
    static final Fields BYTES = new Fields("bytes");

    /** Field of streams of {@link Email}s. */
    static final Fields EMAIL = new Fields("email");

    /** Fields of {@link #OFF_PATH}: the number of a window, and its {@link Totals}. */
    static final Fields TRANSACTION = new Fields("transaction", "totals");

    private EmailStream() {}
}
