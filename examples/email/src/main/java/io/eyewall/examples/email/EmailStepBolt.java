package io.eyewall.examples.email;

import io.eyewall.toolkit.punctuation.PunctuatedBolt;
import java.util.Map;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.jspecify.annotations.Nullable;

/** A bolt that makes one value of one, or nothing; anchors what it emits, and acks. */
abstract class EmailStepBolt<I, O> extends PunctuatedBolt {
    private static final long serialVersionUID = 1L;

    private final Fields fields;

    EmailStepBolt(Fields fields) {
        this.fields = fields;
    }

    /** Makes what can't be sent to where it runs. */
    abstract void prepareStep();

    /** What becomes of a value; null: nothing. */
    abstract @Nullable O apply(I value);

    @Override
    protected final void prepare(TopologyContext context, Map<String, Object> conf) {
        prepareStep();
    }

    @Override
    protected final void onTuple(Tuple tuple) {
        @SuppressWarnings("unchecked") // whoever builds the topology connects what fits
        O made = apply((I) tuple.getValue(0));
        if (made != null) {
            collector().emit(tuple, new Values(made));
        }
        collector().ack(tuple);
    }

    @Override
    protected final void declareStreams(OutputFieldsDeclarer declarer) {
        declarer.declare(fields);
    }
}
