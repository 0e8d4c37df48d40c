package io.eyewall.toolkit.operator;

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
 * Passes on so many values; the next ones wait until the second input, which says how many were
 * dealt with, lets them go. At the end all go. One that fails behind it, and of which that is not
 * said, is counted for ever; so the log says when nothing was dealt with for a message timeout.
 */
public final class GateBolt extends OperatorBolt {
    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(GateBolt.class);

    private final Input<Object> input = Input.ofOperator();
    private final Second second = new Second();
    private final int limit;
    private transient Waiting waiting;
    private transient long under;
    private transient String name = "";
    private transient long timeoutMs;
    private transient long heardMs;
    private transient boolean isClosed;

    /**
     * @param limit values under way at most; at least 1
     */
    @SuppressWarnings("NullAway.Init") // by prepare
    public GateBolt(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("gate of " + limit + ": expected 1 or more");
        }
        this.limit = limit;
    }

    /** Its second input: numbers. */
    public Second second() {
        return second;
    }

    @Override
    protected void prepare(TopologyContext context, Map<String, Object> conf) {
        super.prepare(context, conf);
        waiting = new Waiting(conf, collector());
        under = 0;
        name = "gate '" + context.getThisComponentId() + "' task " + context.getThisTaskId();
        timeoutMs = MessageTimeout.ms(conf);
        heardMs = ProcessingTime.nowMs();
        isClosed = false;
    }

    @Override
    public Map<String, Object> getComponentConfiguration() {
        return Map.of(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 1);
    }

    @Override
    protected void onTick() {
        waiting.keep();
        long silentMs = ProcessingTime.nowMs() - heardMs;
        if (!isClosed && !waiting.isEmpty() && silentMs >= timeoutMs) {
            isClosed = true;
            LOG.warn(
                    "{}: nothing was dealt with for {} s; {} values wait, {} have passed: those that"
                            + " failed behind it count until the other flow says that they were dealt"
                            + " with",
                    name,
                    TimeUnit.MILLISECONDS.toSeconds(silentMs),
                    waiting.size(),
                    under);
        }
    }

    @Override
    protected void onTuple(Tuple tuple) {
        if (second.has(tuple)) {
            under = Math.max(0, under - ((Number) input.value(tuple)).longValue());
            heardMs = ProcessingTime.nowMs();
            isClosed = false;
            collector().ack(tuple);
        } else {
            if (waiting.isEmpty()) {
                heardMs = ProcessingTime.nowMs(); // until now nobody had to be heard
            }
            waiting.add(tuple);
        }
        pass(limit);
    }

    @Override
    protected void onValue(Tuple tuple, @Nullable List<Outputs.Ready> made) {
        emit(tuple, input.value(tuple), made);
    }

    private void pass(long atMost) {
        while (!waiting.isEmpty() && under < atMost) {
            under++;
            deal(waiting.remove());
        }
    }

    @Override
    protected void onFinal() {
        pass(Long.MAX_VALUE);
    }
}
