package io.eyewall.toolkit.operator;

import io.eyewall.toolkit.punctuation.PunctuatedBolt;
import java.util.Collection;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Tuple;

/** A bolt with the streams of an operator. */
public abstract class OperatorBolt extends PunctuatedBolt {
    private static final long serialVersionUID = 1L;

    private final Outputs outputs = new Outputs();

    /** Its streams; to be asked for while a topology is built. */
    public final Outputs outputs() {
        return outputs;
    }

    /** Emits a value that was made of a tuple. */
    protected final void emit(Tuple anchor, Object value) {
        outputs.emit(collector(), anchor, value);
    }

    /** Emits a value that was made of several. */
    protected final void emit(Collection<Tuple> anchors, Object value) {
        outputs.emit(collector(), anchors, value);
    }

    @Override
    protected void declareStreams(OutputFieldsDeclarer declarer) {
        outputs.declare(declarer);
    }
}
