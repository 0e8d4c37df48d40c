package io.eyewall.examples.email;

import io.eyewall.toolkit.punctuation.PunctuatedBolt;
import java.util.Map;
import java.util.Objects;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.jspecify.annotations.Nullable;

/**
 * Adds up the counts of all tasks of {@link MetricsBolt}. It emits each transaction when all tasks
 * have sent it, and the overall totals at the end. It has one task, by global grouping.
 */
public final class GlobalMetricsBolt extends PunctuatedBolt {
    private static final long serialVersionUID = 1L;

    private transient @Nullable Quorum quorum;
    private transient Totals totals;

    /** Creates the bolt. */
    public GlobalMetricsBolt() {
        totals = Totals.NONE;
    }

    @Override
    protected void prepare(TopologyContext context, Map<String, Object> conf) {
        quorum = new Quorum(context.getComponentTasks(EmailStream.METRICS).size());
        totals = Totals.NONE;
    }

    @Override
    protected void onTuple(Tuple tuple) {
        long transaction = tuple.getLong(0);
        Totals counted = (Totals) tuple.getValue(1);
        totals = totals.plus(counted);
        Totals all = Objects.requireNonNull(quorum, "not prepared").add(transaction, counted);
        if (all != null) {
            collector().emit(tuple, new Values(transaction, all));
        }
        collector().ack(tuple);
    }

    @Override
    protected void onFinal() {
        collector().emit(EmailStream.TOTALS, new Values(totals));
    }

    @Override
    protected void declareStreams(OutputFieldsDeclarer declarer) {
        declarer.declare(EmailStream.TRANSACTION);
        declarer.declareStream(EmailStream.TOTALS, EmailStream.TOTALS_FIELD);
    }
}
