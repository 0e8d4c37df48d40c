package io.eyewall.toolkit.operator;

import io.eyewall.toolkit.snapshot.StateReader;
import io.eyewall.toolkit.snapshot.StateWriter;
import io.eyewall.toolkit.time.ProcessingTime;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.storm.Config;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes on values until a number of them is outstanding; further values wait until the second
 * input reports how many were completed. At the end all values pass. A value that fails downstream
 * may never be reported as completed, and then stays outstanding for ever; a warning is therefore
 * logged when no completion was reported for a message timeout.
 */
public final class GateBolt extends OperatorBolt {
    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(GateBolt.class);

    private final Input<Object> input = Input.ofOperator();
    private final SecondInput second = new SecondInput();
    private final int limit;
    private transient WaitingTuples waiting;
    private transient long outstanding;
    private transient String name = "";
    private transient long timeoutMs;
    private transient long lastReportMs;

    /** Whether the missing reports were logged since the last report. */
    private transient boolean hasWarned;

    /**
     * Creates a gate.
     *
     * @param limit greatest number of outstanding values, at least 1
     */
    @SuppressWarnings("NullAway.Init") // prepare sets the fields
    public GateBolt(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("gate of " + limit + ": expected 1 or more");
        }
        this.limit = limit;
    }

    /** Returns the second input, a stream of numbers of completed values. */
    public SecondInput second() {
        return second;
    }

    @Override
    protected void prepare(TopologyContext context, Map<String, Object> conf) {
        super.prepare(context, conf);
        waiting = new WaitingTuples(conf, collector());
        outstanding = 0;
        name = "gate '" + context.getThisComponentId() + "' task " + context.getThisTaskId();
        timeoutMs = MessageTimeout.ms(conf);
        lastReportMs = ProcessingTime.nowMs();
        hasWarned = false;
    }

    @Override
    public @Nullable String whyNoSnapshots() {
        return null;
    }

    @Override
    protected void saveState(long number, StateWriter out) {
        out.put(0, 1, outstanding, waiting.all().stream().map(this::savedTuple).toArray());
    }

    @Override
    protected void restoreState(long number, StateReader in) {
        outstanding = 0;
        waiting.clear();
        in.forEach(
                0,
                (entry, content) -> {
                    outstanding = (Long) content[0];
                    for (Object tuple : (Object[]) content[1]) {
                        waiting.add(restoredTuple(tuple));
                    }
                });
    }

    @Override
    public Map<String, Object> getComponentConfiguration() {
        return Map.of(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 1);
    }

    @Override
    protected void onTick() {
        waiting.resetTimeouts();
        long silentMs = ProcessingTime.nowMs() - lastReportMs;
        if (!hasWarned && !waiting.isEmpty() && silentMs >= timeoutMs) {
            hasWarned = true;
            LOG.warn(
                    "{}: closed, as no completions were reported for {} s; {} values wait and {}"
                            + " are outstanding. A value that failed downstream stays outstanding"
                            + " until the other flow reports its completion",
                    name,
                    TimeUnit.MILLISECONDS.toSeconds(silentMs),
                    waiting.size(),
                    outstanding);
        }
    }

    @Override
    protected void onTuple(Tuple tuple) {
        if (second.contains(tuple)) {
            outstanding = Math.max(0, outstanding - ((Number) input.value(tuple)).longValue());
            lastReportMs = ProcessingTime.nowMs();
            hasWarned = false;
            collector().ack(tuple);
        } else {
            if (waiting.isEmpty()) {
                lastReportMs = ProcessingTime.nowMs(); // no report was needed until now
            }
            waiting.add(tuple);
        }
        passUpTo(limit);
    }

    @Override
    protected void onValue(Tuple tuple, @Nullable List<Outputs.PreparedValue> collected) {
        emit(tuple, input.value(tuple), collected);
    }

    /** Passes on waiting values until a number of values is outstanding. */
    private void passUpTo(long maxOutstanding) {
        while (!waiting.isEmpty() && outstanding < maxOutstanding) {
            outstanding++;
            process(waiting.remove());
        }
    }

    @Override
    protected void onFinal() {
        passUpTo(Long.MAX_VALUE);
    }
}
