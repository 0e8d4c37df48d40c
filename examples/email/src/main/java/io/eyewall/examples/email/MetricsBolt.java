package io.eyewall.examples.email;

import java.util.Map;
import java.util.Objects;
import org.apache.storm.Config;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.apache.storm.utils.TupleUtils;
import org.jspecify.annotations.Nullable;

/**
 * Counts emails and their characters, words and paragraphs: into each email, which goes on, and for
 * each window into a transaction, which goes off the path to {@link GlobalMetricsBolt}. A window is
 * the time between two ticks; all tasks number theirs from 0.
 *
 * <p>Emails are anchored and acked; a transaction is anchored to no email, as in the study, and so
 * can be lost with a worker.
 */
public final class MetricsBolt extends BaseRichBolt {
    private static final long serialVersionUID = 1L;

    private final int windowSec;
    private transient @Nullable OutputCollector collector;
    private transient Totals totals;
    private transient long transaction;

    /**
     * @param windowSec length of a window in seconds
     */
    public MetricsBolt(int windowSec) {
        if (windowSec < 1) {
            throw new IllegalArgumentException(
                    "metrics bolt: a window of " + windowSec + " s; expected 1 or more");
        }
        this.windowSec = windowSec;
        this.totals = Totals.NONE;
    }

    @Override
    public Map<String, Object> getComponentConfiguration() {
        return Map.of(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, windowSec);
    }

    @Override
    public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector output) {
        collector = output;
        totals = Totals.NONE;
    }

    @Override
    public void execute(Tuple input) {
        OutputCollector output = Objects.requireNonNull(collector, "not prepared");
        if (TupleUtils.isTick(input)) {
            output.emit(EmailStream.OFF_PATH, new Values(transaction++, totals));
            totals = Totals.NONE;
        } else {
            Email email = (Email) input.getValue(0);
            BodyCount counts = BodyCount.of(email.body());
            totals = totals.plus(counts);
            output.emit(input, new Values(email.withCounts(counts)));
        }
        output.ack(input);
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(EmailStream.EMAIL);
        declarer.declareStream(EmailStream.OFF_PATH, EmailStream.TRANSACTION);
    }
}
