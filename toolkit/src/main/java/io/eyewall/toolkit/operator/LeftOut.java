package io.eyewall.toolkit.operator;

import com.codahale.metrics.Counter;
import io.eyewall.toolkit.failure.DeadLetters;
import io.eyewall.toolkit.failure.Tally;
import java.util.Arrays;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a bolt leaves out because what it belongs to is over: it is counted, and named in the log
 * (at once, then every ten seconds), or behind {@link FunctionBolt#catching} among the dead
 * letters. For the task's thread.
 */
final class LeftOut {
    private static final Logger LOG = LoggerFactory.getLogger(LeftOut.class);

    private final String name;
    private final String why;
    private final OutputCollector collector;
    private final Thrown thrown;
    private final Counter counter;
    private final Tally untold = new Tally();
    private String last = "";

    /**
     * @param counter its name
     * @param why of all, for people: "... values" of a task "were left out: ..."
     * @param thrown knows where failures go
     */
    LeftOut(
            TopologyContext context,
            OutputCollector collector,
            Thrown thrown,
            String counter,
            String why) {
        name = "operator " + context.getThisComponentId() + " task " + context.getThisTaskId();
        this.why = why;
        this.collector = collector;
        this.thrown = thrown;
        this.counter = context.registerCounter(counter);
    }

    /**
     * One more; acks it.
     *
     * @param reason what is to be said of this one
     */
    void add(Tuple tuple, String reason) {
        counter.inc();
        Object value = tuple.getValue(tuple.size() - 1);
        if (!thrown.bury(tuple, reason, value)) {
            last = text(value) + ", " + reason;
            tell(untold.add(1));
            collector.ack(tuple);
        }
    }

    /** As much of a value as a person reads. */
    static String text(@Nullable Object value) {
        String text =
                value instanceof Object[] row ? Arrays.deepToString(row) : String.valueOf(value);
        return DeadLetters.shortened(text);
    }

    /** To be called now and then. */
    void look() {
        tell(untold.add(0));
    }

    /** Nothing may come after this. */
    void end() {
        tell(untold.rest());
    }

    private void tell(long values) {
        if (values > 0) {
            LOG.warn(
                    "{}: {} values were left out: {}; {} in all; the last: {}",
                    name,
                    values,
                    why,
                    counter.getCount(),
                    last);
        }
    }
}
