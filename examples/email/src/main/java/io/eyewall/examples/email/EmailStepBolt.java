package io.eyewall.examples.email;

import java.util.Map;
import java.util.Objects;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.jspecify.annotations.Nullable;

/** A bolt that makes one value of one, or nothing; anchors what it emits, and acks. */
abstract class EmailStepBolt<I, O> extends BaseRichBolt {
    private static final long serialVersionUID = 1L;

    private final Fields fields;
    private transient @Nullable OutputCollector collector;

    EmailStepBolt(Fields fields) {
        this.fields = fields;
    }

    /** Makes what can't be sent to where it runs. */
    abstract void prepareStep();

    /** What becomes of a value; null: nothing. */
    abstract @Nullable O apply(I value);

    @Override
    public final void prepare(
            Map<String, Object> conf, TopologyContext context, OutputCollector output) {
        collector = output;
        prepareStep();
    }

    @Override
    public final void execute(Tuple input) {
        OutputCollector output = Objects.requireNonNull(collector, "not prepared");
        @SuppressWarnings("unchecked") // whoever builds the topology connects what fits
        O made = apply((I) input.getValue(0));
        if (made != null) {
            output.emit(input, new Values(made));
        }
        output.ack(input);
    }

    @Override
    public final void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(fields);
    }
}
