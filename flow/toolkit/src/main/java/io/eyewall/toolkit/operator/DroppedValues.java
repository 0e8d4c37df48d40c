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
 * Handles tuples that a bolt drops because the group they belong to is over: counts them, and names
 * them in the log (at once, then at most every ten seconds) or, if the bolt is {@linkplain
 * FunctionBolt#catching catching}, sends them to the dead letters. Used by the task's thread only.
 */
final class DroppedValues {
    private static final Logger LOG = LoggerFactory.getLogger(DroppedValues.class);

    private final String name;
    private final String why;
    private final OutputCollector collector;
    private final ThrownHandler thrown;
    private final Counter counter;
    private final ThrottledCount unreported = new ThrottledCount();
    private String last = "";

    /**
     * @param thrown sends values to the dead letters if the bolt is catching
     * @param counter name of the counter
     * @param why reason common to all of them, for log lines
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
     * @param reason reason for this tuple
     */
    void add(Tuple tuple, String reason) {
        counter.inc();
        Object value = tuple.getValue(tuple.size() - 1);
        if (!thrown.sendToDeadLetters(tuple, reason, value)) {
            last = text(value) + ", " + reason;
            report(unreported.add(1));
            collector.ack(tuple);
        }
    }

    /** Returns the value as text, truncated to what a person may want to read. */
    static String text(@Nullable Object value) {
        String text =
                value instanceof Object[] row ? Arrays.deepToString(row) : String.valueOf(value);
        return DeadLetters.shortened(text);
    }

    /**
     * Logs tuples that have not been logged yet, if the rate limit allows; to be called
     * periodically.
     */
    void tick() {
        report(unreported.add(0));
    }

    /** Logs all tuples that have not been logged yet, as none may follow. */
    void end() {
        report(unreported.takeUnreported());
    }

    private void report(long values) {
        if (values > 0) {
            LOG.warn(
                    "{}: dropped {} values: {}; {} in total; the last: {}",
                    name,
                    values,
                    why,
                    counter.getCount(),
                    last);
        }
    }
}
