package io.eyewall.benchmarks.scenario.topology;

import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/** Emits each tuple that it receives. */
public final class IdentityBolt extends ScenarioBolt {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the bolt.
     *
     * @param acked whether the bolt anchors and acks
     */
    public IdentityBolt(boolean acked) {
        super(acked);
    }

    @Override
    void prepareTask() {}

    @Override
    public void execute(Tuple input) {
        emit(input, new Values(input.getValue(0)));
        finish(input);
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields(ScenarioTopology.FIELD));
    }
}
