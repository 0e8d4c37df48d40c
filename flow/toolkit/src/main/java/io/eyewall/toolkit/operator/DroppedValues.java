package io.eyewall.toolkit.operator;

import com.codahale.metrics.Counter;
import io.eyewall.toolkit.failure.DeadLetters;
import io.eyewall.toolkit.failure.ThrottledCount;
import java.util.Arrays;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles tuples that a bolt drops because the group to which they belong is over. Counts them, and
 * logs their number and the last of them (at once, then at most every ten seconds) or, if the bolt
 * is {@linkplain FunctionBolt#catching catching}, sends them to the dead letters. Used by the
 * task's thread only.
 */
final class DroppedValues {
    private static final Logger LOG = LoggerFactory.getLogger(DroppedValues.class);

    private final String name;
    private final String why;
    private final OutputCollector collector;
    private final ThrownHandler thrown;
    private final Counter counter;
    private final ThrottledCount unreported = new ThrottledCount();
    private String lastDropped = "";

    /**
     * @param thrown sends values to the dead letters if the bolt is catching
     * @param counter name of the counter of dropped tuples
     * @param why reason for which such tuples are dropped, for log lines
     */
    DroppedValues(
            TopologyContext context,
            OutputCollector collector,
            ThrownHandler thrown,
            String counter,
            String why) {
        name = "operator " + context.getThisComponentId() + " task " + context.getThisTaskId();
        this.why = why;
        this.collector = collector;
        this.thrown = thrown;
        this.counter = context.registerCounter(counter);
    }

    /**
     * Drops a tuple and acks it.
     *
     * @param reason reason for which this tuple is dropped
     */
    void drop(Tuple tuple, String reason) {
        counter.inc();
        Object value = tuple.getValue(tuple.size() - 1);
        if (!thrown.sendToDeadLetters(tuple, reason, value)) {
            lastDropped = shortText(value) + ", " + reason;
            logDropped(unreported.add(1));
            collector.ack(tuple);
        }
    }

    /** Returns a value as text, truncated for a person to read. */
    static String shortText(@Nullable Object value) {
        String text =
                value instanceof Object[] row ? Arrays.deepToString(row) : String.valueOf(value);
        return DeadLetters.truncated(text);
    }

    /**
     * Logs tuples that have not been logged yet, if the rate limit allows; to be called
     * periodically.
     */
    void reportIfDue() {
        logDropped(unreported.add(0));
    }

    /** Logs all tuples that have not been logged yet, as none may follow. */
    void reportAll() {
        logDropped(unreported.takeUnreported());
    }

    private void logDropped(long values) {
        if (values > 0) {
            LOG.warn(
                    "{}: dropped {} values: {}; {} in total; the last: {}",
                    name,
                    values,
                    why,
                    counter.getCount(),
                    lastDropped);
        }
    }
}
