package io.eyewall.examples.email;

import java.util.Map;
import java.util.Objects;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.jspecify.annotations.Nullable;

/**
 * Adds up what all tasks of {@link MetricsBolt} have counted: emits each transaction when all have
 * sent it. One task, by global grouping.
 */
public final class GlobalMetricsBolt extends BaseRichBolt {
    private static final long serialVersionUID = 1L;

    private transient @Nullable OutputCollector collector;
    private transient @Nullable Quorum quorum;

    @Override
    public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector output) {
        collector = output;
        quorum = new Quorum(context.getComponentTasks(EmailStream.METRICS).size());
    }

    @Override
    public void execute(Tuple input) {
        OutputCollector output = Objects.requireNonNull(collector, "not prepared");
        long transaction = input.getLong(0);
        Totals all = Objects.requireNonNull(quorum).add(transaction, (Totals) input.getValue(1));
        if (all != null) {
            output.emit(input, new Values(transaction, all));
        }
        output.ack(input);
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(EmailStream.TRANSACTION);
    }
}
