package io.eyewall.examples.email;

import io.eyewall.toolkit.punctuation.PunctuatedBolt;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/**
 * Counts emails and their characters, words and paragraphs. It stores the counts in each email,
 * which it passes on, and sends the totals of each window as a transaction to {@link
 * GlobalMetricsBolt} on a separate stream. A window is the time between two ticks; every task
 * numbers its windows from 0. The remaining counts at the end are the transaction {@link #LAST}.
 *
 * <p>Emails are anchored and acked. A transaction is not anchored, as in the study, so it can be
 * lost with a worker.
 */
public final class MetricsBolt extends PunctuatedBolt {
    /** Number of the last transaction. */
    static final long LAST = Long.MAX_VALUE;

    private static final long serialVersionUID = 1L;

    private final int windowSec;
    private transient Totals totals;
    private transient long transaction;

    /**
     * @param windowSec the length of a window in seconds
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
    protected void prepare(TopologyContext context, Map<String, Object> conf) {
        totals = Totals.NONE;
        transaction = 0;
    }

    @Override
    protected void onTuple(Tuple tuple) {
        Email email = (Email) tuple.getValue(0);
        BodyCount counts = BodyCount.of(email.body());
        totals = totals.plus(counts);
        collector().emit(tuple, new Values(email.withCounts(counts)));
        collector().ack(tuple);
    }

    @Override
    protected void onTick() {
        send(transaction++);
    }

    @Override
    protected void onFinal() {
        send(LAST);
    }

    private void send(long number) {
        collector().emit(EmailStream.OFF_PATH, new Values(number, totals));
        totals = Totals.NONE;
    }

    @Override
    protected void declareStreams(OutputFieldsDeclarer declarer) {
        declarer.declare(EmailStream.EMAIL);
        declarer.declareStream(EmailStream.OFF_PATH, EmailStream.TRANSACTION);
    }
}
