package io.eyewall.examples.email;

import io.eyewall.toolkit.punctuation.PunctuatedBolt;
import java.util.Map;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.jspecify.annotations.Nullable;

/**
 * A bolt that maps each value to one value or drops it. It anchors its emits and acks its input.
 */
abstract class EmailStepBolt<I, O> extends PunctuatedBolt {
    private static final long serialVersionUID = 1L;

    private final Fields fields;

    EmailStepBolt(Fields fields) {
        this.fields = fields;
    }

    /** Creates the state that is not serialized; called before the first value. */
    abstract void prepareStep();

    /** Maps a value; returns null to drop it. */
    abstract @Nullable O apply(I value);

    @Override
    protected final void prepare(TopologyContext context, Map<String, Object> conf) {
        prepareStep();
    }

    @Override
    protected final void onTuple(Tuple tuple) {
        @SuppressWarnings("unchecked") // the topology connects matching streams
        O result = apply((I) tuple.getValue(0));
        if (result != null) {
            collector().emit(tuple, new Values(result));
        }
        collector().ack(tuple);
    }

    @Override
    protected final void declareStreams(OutputFieldsDeclarer declarer) {
        declarer.declare(fields);
    }
}
